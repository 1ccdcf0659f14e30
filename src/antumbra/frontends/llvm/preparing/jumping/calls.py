"""Which calls of a module may end in a longjmp."""

from __future__ import annotations

import re
from typing import Final

from antumbra.frontends.llvm.library.names import ASSERTION_FAILS, NONDET, OURS
from antumbra.frontends.llvm.reading.lexer import unquote, words
from antumbra.frontends.llvm.reading.module import Module
from antumbra.records import dataclass, field

SETS: Final = words("setjmp _setjmp __setjmp")
MASKED_SETS: Final = words("sigsetjmp __sigsetjmp")
JUMPS: Final = words("longjmp _longjmp siglongjmp __longjmp_chk")

NAME: Final = r'(?:"[^"]*"|[-\w$.]+)'
_CALL: Final = re.compile(rf"^  (?:(%{NAME}) = )?(?:(tail|musttail|notail) )?call (.*)$")
_CALLEE: Final = re.compile(rf"[@%]({NAME})\(")
_ASSEMBLY: Final = re.compile(r'(?<![-\w$.%@"])asm (?:[a-z]+ )*"')
_REFERENCE: Final = re.compile(rf"@({NAME})")
_OTHERS: Final = re.compile(r"^  (?:%\S+ = )?(?:invoke|callbr) ", re.MULTILINE)
#: functions without a body that call nothing of the program
_QUIET: Final = ("llvm.", OURS, NONDET, "__VERIFIER_", "klee_")


class NotLoweredError(Exception):
    """The module has something that this is not made for; the text says what."""


@dataclass(frozen=True, slots=True)
class CallLine:
    """A call as a line of text. ``callee`` is empty for a call through a pointer, none for assembly."""

    result: str
    callee: str | None
    must_tail: bool
    arguments: str  #: between the parentheses
    rest: str  #: behind them
    type_text: str  #: before the callee


def read_call(line: str) -> CallLine | None:
    found = _CALL.match(line)
    if found is None:
        return None
    text = found[3]
    callee, assembly = _CALLEE.search(text), _ASSEMBLY.search(text)
    if callee is None or (assembly is not None and assembly.start() < callee.start()):
        return CallLine(found[1] or "", None, found[2] == "musttail", "", "", "")
    end = _closing(text, callee.end() - 1)
    name = unquote(callee[1]) if callee[0][0] == "@" else ""
    inner, before = text[callee.end() : end], text[: callee.start()]
    return CallLine(found[1] or "", name, found[2] == "musttail", inner, text[end + 1 :], before)


def _closing(text: str, at: int) -> int:
    depth, quoted = 0, False
    for i in range(at, len(text)):
        letter = text[i]
        if letter == '"':
            quoted = not quoted
        elif not quoted and letter == "(":
            depth += 1
        elif not quoted and letter == ")":
            depth -= 1
            if depth == 0:
                return i
    raise NotLoweredError("a call without an end")


@dataclass(slots=True)
class CallGraph:
    """``jumping``: functions that may be left by a longjmp; ``setting``: those that call setjmp."""

    setting: dict[str, None] = field(default_factory=dict[str, None])
    jumping: dict[str, None] = field(default_factory=dict[str, None])
    #: whether a function that may jump can be called through a pointer, or by code that is not here
    anywhere: bool = False
    defined: frozenset[str] = frozenset()

    def may_jump(self, call: CallLine) -> bool:
        name = call.callee
        if name is None:
            return False
        if name in JUMPS and name not in self.defined:
            return True
        if name in self.defined:
            return name in self.jumping
        if name in ASSERTION_FAILS or name.startswith(_QUIET) or name in SETS or name in MASKED_SETS:
            return False
        return self.anywhere

    @property
    def changed(self) -> list[str]:
        return list({**self.setting, **self.jumping})


def call_graph(module: Module, *, library: bool) -> CallGraph:
    """Raises NotLoweredError. ``library``: functions of the program that are called from here may jump."""
    names = [name for name, _, _ in module.bodies()]
    graph = CallGraph(anywhere=library, defined=frozenset(names))
    if any(name in graph.defined for name in (*SETS, *MASKED_SETS, *JUMPS)):
        raise NotLoweredError("setjmp or longjmp is defined")
    calls: dict[str, list[CallLine]] = {}
    taken: set[str] = set()
    for name, _, body in module.bodies():
        if _OTHERS.search(body):
            raise NotLoweredError("calls that are no plain calls")
        calls[name] = []
        for line in body.split("\n"):
            found = [unquote(reference) for reference in _REFERENCE.findall(line)]
            if (call := read_call(line)) is not None:
                calls[name].append(call)
                if call.callee:
                    found.remove(call.callee)
            taken.update(found)
    for name in module.global_names():
        taken.update(unquote(reference) for reference in _REFERENCE.findall(module.global_text(name))[1:])
    graph.setting = {n: None for n in names if any(c.callee in SETS or c.callee in MASKED_SETS for c in calls[n])}
    while True:
        new = [n for n in names if n not in graph.jumping and any(graph.may_jump(call) for call in calls[n])]
        graph.jumping.update(dict.fromkeys(new))
        anywhere = graph.anywhere or any(name in taken for name in graph.jumping)
        if not new and anywhere == graph.anywhere:
            return graph
        graph.anywhere = anywhere
