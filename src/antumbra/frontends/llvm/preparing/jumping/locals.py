"""Local variables of a function that calls setjmp, when a longjmp leads back to it.

C11 7.13.2.1: those that are not volatile and were changed since the setjmp are indeterminate. So each that may have
changed is copied at the setjmp, and what is no longer as it was becomes unknown. Scopes that were entered since are
left, scopes that were left since are entered again, with unknown content.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from antumbra.frontends.llvm.library.names import CHANGED
from antumbra.frontends.llvm.preparing.jumping.calls import NAME, NotLoweredError
from antumbra.frontends.llvm.reading.lexer import Cursor, ParseError, type_text
from antumbra.frontends.llvm.reading.module import Module
from antumbra.frontends.llvm.reading.types import FloatType, IntType, PointerType, Type, mangled
from antumbra.records import dataclass, field

_ALLOCA: Final = re.compile(rf"^  (%{NAME}) = alloca (.*)$")
_LOCAL: Final = re.compile(rf"%{NAME}")
_STORE: Final = re.compile(rf"^  store (volatile )?.*, ptr (%{NAME}), align \d+")
_LOAD: Final = re.compile(rf"^  %{NAME} = load (volatile )?.*, ptr (%{NAME}), align \d+")
_MARKER: Final = re.compile(rf"^  call void @llvm\.lifetime\.(start|end)\.p0\(ptr (?:nonnull )?(%{NAME})\)")
_DECLARED: Final = re.compile(rf"^    #dbg_declare\(ptr (%{NAME}), !(\d+),")
_VARIABLE_TYPE: Final = re.compile(r"^!(\d+) = !DILocalVariable\(.*\btype: !(\d+)", re.MULTILINE)
_DERIVED: Final = re.compile(
    r"^!(\d+) = !DI(?:Derived|Composite)Type\(tag: DW_TAG_(volatile|const|typedef|array|atomic|restrict)(?:_type)?\b"
    r".*?\bbaseType: !(\d+)",
    re.MULTILINE,
)


@dataclass(slots=True)
class Block:
    """``jump``: the number of the call that ends it, 0 if none does."""

    lines: list[str] = field(default_factory=list[str])
    targets: list[str] = field(default_factory=list[str])
    jump: int = 0


@dataclass(slots=True)
class _Variable:
    type_text: str
    type: Type
    volatile: bool = False
    escapes: bool = False
    stored: set[str] = field(default_factory=set[str])  #: blocks
    begun: set[str] = field(default_factory=set[str])
    ended: set[str] = field(default_factory=set[str])
    accesses: set[bool] = field(default_factory=set[bool])  #: whether they are volatile


@dataclass(slots=True)
class Site:
    """A setjmp: the block that it ends, the one behind it, and blocks that may run before a jump to it."""

    number: int
    block: str
    behind: str
    reached: set[str]


class VolatileTypes:
    """Variables of volatile type, by the number of their debug information."""

    def __init__(self, text: str) -> None:
        self._variables = dict(_VARIABLE_TYPE.findall(text))
        self._derived = {number: (kind, base) for number, kind, base in _DERIVED.findall(text)}

    def __contains__(self, variable: str) -> bool:
        number = self._variables.get(variable, "")
        while number in self._derived:
            kind, number = self._derived[number]
            if kind == "volatile":
                return True
        return False


class Locals:
    """The local variables of one function, and the code that a setjmp and a jump to it need for them."""

    def __init__(self, blocks: Mapping[str, Block], module: Module, volatile: VolatileTypes, behind: list[str]) -> None:
        """``behind``: the blocks behind each setjmp."""
        self._blocks = blocks
        self._behind = behind
        self._module = module
        self._found: dict[str, _Variable] = {}
        self._flags: dict[str, str] = {}
        self._count = 0
        #: lines for the beginning of the function; types of unknown values
        self.beginning: list[str] = []
        self.unknown: dict[str, str] = {}
        self.restores = False
        entry = next(iter(blocks))
        for label, block in blocks.items():
            for line in block.lines:
                if match := _ALLOCA.match(line):
                    self._add(match[1], match[2], at_once=label == entry)
        for label, block in blocks.items():
            for line in block.lines:
                self._use(label, line, volatile)

    def _add(self, name: str, rest: str, *, at_once: bool) -> None:
        cursor = Cursor(rest)
        try:
            type_ = self._module.parse_type(cursor)
        except (ParseError, ValueError):
            raise NotLoweredError("a local of a type that is not understood") from None
        counted = cursor.accept(",") and cursor.peek() not in ("align", "addrspace") and cursor.peek()[:1] != "!"
        if counted or not at_once or "inalloca" in rest or "compoundliteral" in name:
            raise NotLoweredError("setjmp next to objects of variable size or compound literals")
        self._found[name] = _Variable(type_text(rest), type_)

    def _use(self, label: str, line: str, volatile: VolatileTypes) -> None:
        names = [name for name in _LOCAL.findall(line) if name in self._found]
        if not names or _ALLOCA.match(line):
            return
        if line.startswith("    #dbg_"):
            if (match := _DECLARED.match(line)) and match[1] in self._found:
                self._found[match[1]].volatile |= match[2] in volatile
            return
        if (match := _MARKER.match(line)) and names == [match[2]]:
            variable = self._found[match[2]]
            (variable.begun if match[1] == "start" else variable.ended).add(label)
        elif (match := _STORE.match(line)) and names == [match[2]]:
            self._found[match[2]].stored.add(label)
            self._found[match[2]].accesses.add(match[1] is not None)
        elif (match := _LOAD.match(line)) and names == [match[2]]:
            self._found[match[2]].accesses.add(match[1] is not None)
        else:
            for name in names:
                self._found[name].escapes = True

    # ------------------------------------------------------------ what is alive

    def _alive(self, site: Site) -> dict[str, bool]:
        """Whether each variable with a scope is alive at a setjmp."""
        alive: dict[str, bool] = {}
        for name, variable in self._found.items():
            if not variable.begun:
                continue
            states = self._states(name, variable)[site.block]
            if len(states) != 1:
                raise NotLoweredError("setjmp where a scope may or may not have been entered")
            (alive[name],) = states
        return alive

    def _states(self, name: str, variable: _Variable) -> dict[str, set[bool]]:
        """At the end of each block. In the blocks that no marker is in it is as before them."""
        ends: dict[str, set[bool]] = {label: set() for label in self._blocks}
        work: list[tuple[str, bool]] = [(next(iter(self._blocks)), False)]
        while work:
            label, state = work.pop()
            if label in variable.begun or label in variable.ended:
                for line in self._blocks[label].lines:
                    if (match := _MARKER.match(line)) and match[2] == name:
                        state = match[1] == "start"
            if state not in ends[label]:
                ends[label].add(state)
                work += [(target, state) for target in self._blocks[label].targets]
        return ends

    # ------------------------------------------------------------ code

    def code(self, site: Site, result: str) -> tuple[list[str], list[str]]:
        """Lines before a setjmp, and lines where a jump to it arrives. ``result``: the variable that it sets."""
        before: list[str] = []
        after: list[str] = []
        alive = self._alive(site)
        for name, variable in self._found.items():
            if name == result or (not variable.escapes and not self._is_read(name, site)):
                continue
            lives = alive.get(name, True)
            if not lives:
                if variable.begun & site.reached:
                    after.append(f"  call void @llvm.lifetime.end.p0(ptr {name})")
                continue
            again = name in alive and any(self._jumps_behind(label) for label in variable.ended & site.reached)
            keeps, compares = self._compared(name, variable, site)
            before += keeps
            after += self._revived(name, compares) if again else compares
        return before, after

    def _is_read(self, name: str, site: Site) -> bool:
        """Whether a variable may be read before it is written, behind a setjmp."""
        work, seen = [site.behind], set[str]()
        while work:
            label = work.pop()
            if label in seen:
                continue
            seen.add(label)
            first = next((line for line in self._blocks[label].lines if _accesses(line, name)), None)
            if first is not None and _LOAD.match(first):
                return True
            if first is None:
                work += self._blocks[label].targets
                if self._blocks[label].jump:
                    work += self._behind
        return False

    def _jumps_behind(self, label: str) -> bool:
        return any(self._blocks[found].jump for found in reached_from(self._blocks, label, ()))

    def _compared(self, name: str, variable: _Variable, site: Site) -> tuple[list[str], list[str]]:
        direct = not variable.escapes
        if variable.volatile or (direct and variable.accesses == {True}):
            return [], []
        if direct and not variable.stored & site.reached:
            return [], []
        old = self._name("old")
        self.beginning.append(f"  {old} = alloca {variable.type_text}")
        type_ = variable.type
        if not isinstance(type_, IntType | FloatType | PointerType):
            self.restores = True
            size = f"i{self._module.layout.pointer_width} {self._module.layout.size(type_)}"
            return (
                [f"  call void @antumbra.jump_keep(ptr {old}, ptr {name}, {size})"],
                [f"  call void @antumbra.jump_restore(ptr {name}, ptr {old}, {size})"],
            )
        kind, value, now, then = repr(type_), self._name("value"), self._name("now"), self._name("then")
        same, unknown, chosen = self._name("same"), self._name("unknown"), self._name("chosen")
        function = f"{CHANGED}{mangled(type_)}"
        self.unknown[function] = kind
        before = [f"  {value} = load {kind}, ptr {name}", f"  store {kind} {value}, ptr {old}"]
        after = [f"  {now} = load {kind}, ptr {name}", f"  {then} = load {kind}, ptr {old}"]
        if isinstance(type_, FloatType):
            bits = f"i{self._module.layout.bits(type_)}"
            after += [
                f"  {now}.bits = bitcast {kind} {now} to {bits}",
                f"  {then}.bits = bitcast {kind} {then} to {bits}",
            ]
            after.append(f"  {same} = icmp eq {bits} {now}.bits, {then}.bits")
        else:
            after.append(f"  {same} = icmp eq {kind} {now}, {then}")
        after.append(f"  {unknown} = call {kind} @{function}()")
        after.append(f"  {chosen} = select i1 {same}, {kind} {now}, {kind} {unknown}")
        after.append(f"  store {kind} {chosen}, ptr {name}")
        return before, after

    def _revived(self, name: str, compares: list[str]) -> list[str]:
        """A variable whose scope may have been left since: it lives again."""
        if name not in self._flags:
            self._flags[name] = self._name("alive")
            self.beginning += [f"  {self._flags[name]} = alloca i1", f"  store i1 false, ptr {self._flags[name]}"]
        alive, on, revive, compare = (self._name(word) for word in ("is", "on", "revive", "compare"))
        return [
            f"  {alive} = load i1, ptr {self._flags[name]}",
            f"  br i1 {alive}, label {compare}, label {revive}",
            "",
            f"{revive[1:]}:",
            f"  call void @llvm.lifetime.start.p0(ptr {name})",
            f"  store i1 true, ptr {self._flags[name]}",
            f"  br label {on}",
            "",
            f"{compare[1:]}:",
            *compares,
            f"  br label {on}",
            "",
            f"{on[1:]}:",
        ]

    def noted(self, line: str) -> Iterator[str]:
        """A line of the function, and what notes that it begins or ends a scope."""
        yield line
        if (match := _MARKER.match(line)) and match[2] in self._flags:
            yield f"  store i1 {'true' if match[1] == 'start' else 'false'}, ptr {self._flags[match[2]]}"

    def _name(self, word: str) -> str:
        self._count += 1
        return f"%antumbra.jump.{word}.{self._count}"


def _accesses(line: str, name: str) -> bool:
    """Whether a line reads or writes a variable that does not escape."""
    match = _LOAD.match(line) or _STORE.match(line)
    return match is not None and match[2] == name


def reached_from(blocks: Mapping[str, Block], start: str, jumps_to: Iterable[str]) -> set[str]:
    """Blocks that may run behind ``start``. A call that jumps may lead to each of ``jumps_to``."""
    found: set[str] = set()
    work = [start]
    while work:
        label = work.pop()
        if label not in found:
            found.add(label)
            work += blocks[label].targets
            if blocks[label].jump:
                work += jumps_to
    return found
