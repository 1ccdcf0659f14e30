"""A module's text with setjmp and longjmp as control flow, in three steps.

1. Blocks are cut behind each call that may jump and behind each setjmp.
2. In functions with a setjmp, values that are used in another block go to memory, by LLVM's own pass: a jump comes from
   places that know nothing of them.
3. The branches over the cuts get their second way out.

What the code calls is in ``libc/jumps.c``. A module with something that this is not made for stays as it is: then
setjmp and longjmp are refused where a path comes to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from antumbra.frontends.llvm.preparing.jumping.calls import (
    JUMPS,
    MASKED_SETS,
    NAME,
    SETS,
    CallGraph,
    CallLine,
    NotLoweredError,
    call_graph,
    read_call,
)
from antumbra.frontends.llvm.preparing.jumping.locals import Block, Locals, Site, VolatileTypes, reached_from
from antumbra.frontends.llvm.reading.lexer import unquote
from antumbra.frontends.llvm.reading.module import Module
from antumbra.frontends.llvm.reading.types import VOID
from antumbra.records import dataclass, field

#: what the code uses, and how it is declared
_DECLARATIONS: Final = {
    "antumbra.jumping": "@antumbra.jumping = external global i32, align 4",
    "antumbra.jump_frame": "@antumbra.jump_frame = external global ptr, align {word}",
    "antumbra.jump_place": "@antumbra.jump_place = external global i32, align 4",
    "antumbra.jump_turn": "@antumbra.jump_turn = external global i32, align 4",
    "antumbra.jump_value": "@antumbra.jump_value = external global i32, align 4",
    "antumbra.jump_enter": "declare void @antumbra.jump_enter(ptr)",
    "antumbra.jump_save": "declare void @antumbra.jump_save(ptr, ptr, i32, i32)",
    "antumbra.jump_save_masked": "declare void @antumbra.jump_save_masked(ptr, i32, ptr, i32, i32)",
    "antumbra.jump": "declare void @antumbra.jump(ptr, i32)",
    "antumbra.jump_masked": "declare void @antumbra.jump_masked(ptr, i32)",
    "antumbra.jump_keep": "declare void @antumbra.jump_keep(ptr, ptr, i{bits})",
    "antumbra.jump_restore": "declare void @antumbra.jump_restore(ptr, ptr, i{bits})",
    "antumbra.jump_stale": "declare void @antumbra.jump_stale()",
}
_OURS: Final = "%antumbra.jump."
_CUT: Final = re.compile(r"^  br label %antumbra\.jump\.(\d+)$")
_LABEL: Final = re.compile(rf"^({NAME}):")
_TARGET: Final = re.compile(rf"label %({NAME})")
_INCOMING: Final = re.compile(rf", %({NAME}) \]")
_GROUP: Final = re.compile(r"^attributes #(\d+) = \{(.*)\}$", re.MULTILINE)
_PLACE: Final = re.compile(r"!dbg !\d+")
_ALLOCA_POINT: Final = re.compile(r'^  %"?reg2mem alloca point.*\n', re.MULTILINE)
_OF_FUNCTION: Final = re.compile(r"!dbg !(\d+) \{$")
_METADATA: Final = re.compile(r"^!(\d+) = ", re.MULTILINE)
_STORED: Final = re.compile(rf"^  store i32 (%{NAME}), ptr (%{NAME})")

#: a module with LLVM's passes run on the functions of these names, as text
Passes = Callable[[str, list[str], str], str]


def lower(text: str, run: Passes, *, library: bool = False) -> str:
    """The text of a module after lowering. ``run(text, functions, pass name)`` has LLVM work on functions.

    ``library``: a model, whose calls of functions of the program may jump.
    """
    module = Module(text)
    named = [name for name in (*SETS, *MASKED_SETS, *JUMPS) if module.is_function(name)]
    if not named and not library:
        return text
    try:
        graph = call_graph(module, library=library)
        if _OURS in text or not graph.changed:
            return text
        return _Lowering(text, graph, run).text()
    except NotLoweredError:
        return text


@dataclass(slots=True)
class _Function:
    """``sites``: the numbers of its cuts that are behind a setjmp."""

    sites: dict[int, CallLine] = field(default_factory=dict[int, CallLine])


class _Lowering:
    def __init__(self, text: str, graph: CallGraph, run: Passes) -> None:
        self._graph = graph
        self._masked = False
        self._functions = {name: _Function() for name in graph.changed}
        self._used: dict[str, None] = {}
        self._unknown: dict[str, str] = {}
        text = run(text, graph.changed, "add_instruction_namer_pass")
        text = self._rewritten(text, self._cut)
        if graph.setting:
            text = run(text, list(graph.setting), "add_register_to_memory_pass")
            text = _ALLOCA_POINT.sub("", text)
        self._groups, self._new_groups = dict(_GROUP.findall(text)), dict[str, int]()
        self._places = dict[str, int]()
        self._next_number = max((int(number) for number in _METADATA.findall(text)), default=-1) + 1
        self._volatile = VolatileTypes(text)
        self._module = Module(text)
        self._masked = any(call.callee in MASKED_SETS for f in self._functions.values() for call in f.sites.values())
        self._text = self._rewritten(text, self._joined)

    def text(self) -> str:
        layout = self._module.layout
        lines = [
            _DECLARATIONS[name].format(bits=layout.pointer_width, word=layout.pointer_width // 8) for name in self._used
        ]
        lines += [f"declare {kind} @{name}()" for name, kind in self._unknown.items()]
        for edge in ("start", "end"):
            name = f"@llvm.lifetime.{edge}.p0"
            if name in self._text and f"declare void {name}" not in self._text:
                lines.append(f"declare void {name}(ptr captures(none))")
        numbered = {number: words for words, number in self._new_groups.items()}
        lines += [f"attributes #{number} = {{{words}}}" for number, words in numbered.items()]
        lines += [f"!{number} = !DILocation(line: 0, scope: !{scope})" for scope, number in self._places.items()]
        return self._text + "\n" + "\n".join(lines) + "\n"

    def _rewritten(self, text: str, change: Callable[[str, str, list[str]], list[str]]) -> str:
        """The text with the lines of each function that changes (head first) replaced."""
        out: list[str] = []
        at = 0
        for match in re.finditer(rf"^define [^@\n]*@({NAME})\(.*$", text, re.MULTILINE):
            name = unquote(match[1])
            if name in self._functions:
                close = text.index("\n}", match.end())
                out.append(text[at : match.start()])
                out.append("\n".join(change(name, match[0], text[match.end() + 1 : close].split("\n"))))
                at = close
        return "".join(out) + text[at:]

    # ------------------------------------------------------------ the first step

    def _cut(self, name: str, head: str, lines: list[str]) -> list[str]:
        function = self._functions[name]
        out: list[str] = [head]
        last: dict[str, str] = {}
        label, count = "", 0
        for line in lines:
            out.append(line)
            if match := _LABEL.match(line):
                label = match[1]
            call = read_call(line)
            if call is None:
                continue
            sets = call.callee in SETS or call.callee in MASKED_SETS
            if not sets and not self._graph.may_jump(call):
                continue
            if call.must_tail:
                if name in self._graph.setting or call.callee in JUMPS:
                    raise NotLoweredError("a tail call that may jump")
                continue  # what it returns is returned: that is the way out
            if sets:
                self._check_set(call)
            elif call.callee in JUMPS:
                self._check_jump(call)
            count += 1
            if sets:
                function.sites[count] = call
            last[label] = f"antumbra.jump.{count}"
            out += [f"  br label %{last[label]}", "", f"{last[label]}:"]

        def incoming(match: re.Match[str]) -> str:
            return f", %{last.get(match[1], match[1])} ]"

        return [_INCOMING.sub(incoming, line) if " = phi " in line else line for line in out]

    @staticmethod
    def _check_set(call: CallLine) -> None:
        kinds = [part.split()[0] for part in call.arguments.split(",")] if call.arguments else []
        if call.type_text.split()[-1:] != ["i32"] or kinds[:1] != ["ptr"] or "(" in call.type_text:
            raise NotLoweredError("a call of setjmp without its prototype")

    @staticmethod
    def _check_jump(call: CallLine) -> None:
        if call.type_text.strip() != "void" or not call.arguments.startswith("ptr ") or ", i32 " not in call.arguments:
            raise NotLoweredError("a call of longjmp without its prototype")

    # ------------------------------------------------------------ the third step

    def _joined(self, name: str, head: str, lines: list[str]) -> list[str]:
        function = self._functions[name]
        blocks = _blocks(lines, function)
        # in a function with a setjmp these are known; jumps go through it otherwise
        behind = [f"antumbra.jump.{number}" for number in function.sites]
        local = Locals(blocks, self._module, self._volatile, behind) if behind else None
        befores: dict[int, list[str]] = {}
        turns: dict[int, str] = {}
        arrivals: list[str] = []
        frame: list[str] = []
        if local is not None:
            frame = [f"  {_OURS}frame = alloca {{ ptr, i64 }}, align 8"]
            frame.append(f"  call void @{self._use('jump_enter')}(ptr {_OURS}frame)")
            for site in _sites(blocks, function, behind):
                befores[site.number], arrival, turns[site.number] = self._site(site, blocks, local)
                arrivals += arrival
            frame += local.beginning
            self._unknown.update(local.unknown)
            if local.restores:
                self._use("jump_keep")
                self._use("jump_restore")
        out = [self._may_return(head)]
        begun = not frame
        for index, line in enumerate(lines):
            if not begun and line.startswith("  ") and " = alloca " not in line and line[2:6] != "  #d":
                out += [self._without_line(first, head) for first in frame]
                begun = True
            call = read_call(line)
            cut = _CUT.match(line)
            if cut is not None and int(cut[1]) not in function.sites:
                out += [self._without_line(line, head) for line in self._branch(int(cut[1]))]
            elif call is not None and (call.callee in SETS or call.callee in MASKED_SETS):
                number = next(int(found[1]) for after in lines[index:] if (found := _CUT.match(after)))
                out += [self._without_line(before, head) for before in befores[number]]
                out += self._saved(call, number, turns[number], line)
            elif call is not None and call.callee in JUMPS:
                jump = self._use("jump_masked" if self._masked else "jump")
                out.append(f"  call void @{jump}({call.arguments}){_place(line)}")
            else:
                changed = self._may_return(line) if call is not None and self._graph.may_jump(call) else line
                out += local.noted(changed) if local is not None else [changed]
        added = [*arrivals, *self._out(name, function)]
        return [*out, *(self._without_line(line, head) for line in added)]

    def _site(self, site: Site, blocks: dict[str, Block], local: Locals) -> tuple[list[str], list[str], str]:
        """Lines before a setjmp, lines where a jump to it arrives, and how many setjmps of the place there were."""
        result = self._slot(blocks[site.block])
        before, after = local.code(site, result)
        number = site.number
        turn = f"{_OURS}turn.{number}"
        lines = ["", f"antumbra.jump.again.{number}:"]
        again = bool(before) and site.block in site.reached
        if again:
            # the copies are of the last time
            local.beginning += [f"  {turn} = alloca i32", f"  store i32 0, ptr {turn}"]
            before = [
                *before,
                f"  {turn}.old = load i32, ptr {turn}",
                f"  {turn}.new = add i32 {turn}.old, 1",
                f"  store i32 {turn}.new, ptr {turn}",
            ]
            lines += [
                f"  {turn}.is = load i32, ptr {turn}",
                f"  {turn}.meant = load i32, ptr @{self._use('jump_turn')}",
                f"  {turn}.same = icmp eq i32 {turn}.is, {turn}.meant",
                f"  br i1 {turn}.same, label {turn}.on, label {turn}.stale",
                "",
                f"{turn[1:]}.stale:",
                f"  call void @{self._use('jump_stale')}()",
                "  unreachable",
                "",
                f"{turn[1:]}.on:",
            ]
        lines += after
        value = f"{_OURS}value.of.{number}"
        lines.append(f"  {value} = load i32, ptr @{self._use('jump_value')}")
        if result:
            lines.append(f"  store i32 {value}, ptr {result}")
        lines.append(f"  br label %{site.behind}")
        return before, lines, f"{turn}.new" if again else "0"

    @staticmethod
    def _slot(block: Block) -> str:
        """Where the result of the setjmp that ends a block is kept; empty if nobody uses it."""
        calls = [read_call(line) for line in block.lines]
        result = next((call.result for call in reversed(calls) if call is not None), "")
        for line in reversed(block.lines):
            if result and (match := _STORED.match(line)) and match[1] == result:
                return match[2]
        return ""

    def _saved(self, call: CallLine, number: int, turn: str, line: str) -> list[str]:
        save = self._use("jump_save_masked" if call.callee in MASKED_SETS else "jump_save")
        made = f"  call void @{save}({call.arguments}, ptr {_OURS}frame, i32 {number}, i32 {turn}){_place(line)}"
        return [made, f"  {call.result} = add i32 0, 0"] if call.result else [made]

    def _branch(self, number: int) -> list[str]:
        flag = f"{_OURS}flag.{number}"
        return [
            f"  {flag} = load i32, ptr @{self._use('jumping')}, align 4",
            f"  {flag}.set = icmp ne i32 {flag}, 0",
            f"  br i1 {flag}.set, label {_OURS}out, label {_OURS}{number}",
        ]

    def _out(self, name: str, function: _Function) -> list[str]:
        """Where a jump comes that has left a function that was called."""
        if name not in self._graph.jumping:
            return []
        result = self._module.signature(name).type.result
        leave = ["  ret void" if result is VOID else f"  ret {result!r} zeroinitializer"]
        if not function.sites:
            return ["", "antumbra.jump.out:", *leave]
        cases = " ".join(f"i32 {number}, label {_OURS}again.{number}" for number in function.sites)
        return [
            "",
            "antumbra.jump.out:",
            f"  {_OURS}to = load ptr, ptr @{self._use('jump_frame')}",
            f"  {_OURS}mine = icmp eq ptr {_OURS}to, {_OURS}frame",
            f"  br i1 {_OURS}mine, label {_OURS}arrive, label {_OURS}leave",
            "",
            "antumbra.jump.arrive:",
            f"  store i32 0, ptr @{self._use('jumping')}, align 4",
            f"  {_OURS}place = load i32, ptr @{self._use('jump_place')}, align 4",
            f"  switch i32 {_OURS}place, label {_OURS}nowhere [ {cases} ]",
            "",
            "antumbra.jump.nowhere:",
            "  unreachable",
            "",
            "antumbra.jump.leave:",
            *leave,
        ]

    def _without_line(self, line: str, head: str) -> str:
        """An instruction of ours, with a place that says so: line 0."""
        function = _OF_FUNCTION.search(head)
        if function is None or not line.startswith("  "):
            return line
        number = self._places.setdefault(function[1], self._next_number + len(self._places))
        return f"{line}, !dbg !{number}"

    def _use(self, name: str) -> str:
        self._used[f"antumbra.{name}"] = None
        return f"antumbra.{name}"

    def _may_return(self, line: str) -> str:
        """A function that may be left by a jump returns, whatever its attributes say."""

        def group(match: re.Match[str]) -> str:
            words = self._groups.get(match[1], "")
            if not re.search(r"\bnoreturn\b", words):
                return match[0]
            fewer = re.sub(r"\bnoreturn ?", "", words)
            number = self._new_groups.setdefault(fewer, max(map(int, self._groups)) + 1 + len(self._new_groups))
            return f"#{number}"

        return re.sub(r"(?<= )#(\d+)\b(?=[ ,]|$)", group, line)


def _blocks(lines: list[str], function: _Function) -> dict[str, Block]:
    blocks: dict[str, Block] = {}
    block = Block()
    for line in lines:
        if match := _LABEL.match(line):
            block = blocks[match[1]] = Block()
        elif line.startswith("  "):
            block.lines.append(line)
            if not line.startswith("    #"):
                block.targets += _TARGET.findall(line)
            if (cut := _CUT.match(line)) and int(cut[1]) not in function.sites:
                block.jump = int(cut[1])
    return blocks


def _sites(blocks: dict[str, Block], function: _Function, behind: list[str]) -> list[Site]:
    found: list[Site] = []
    for label, block in blocks.items():
        cut = _CUT.match(block.lines[-1])
        if cut is not None and int(cut[1]) in function.sites:
            after = f"antumbra.jump.{cut[1]}"
            found.append(Site(int(cut[1]), label, after, reached_from(blocks, after, behind)))
    return found


def _place(line: str) -> str:
    found = _PLACE.search(line)
    return f", {found[0]}" if found else ""
