"""Functions of C for conditions that are no short expressions: each says whether one of some conditions holds.

Conditions of one function share the values of their subterms, and a function ends where it is long enough for a
compiler. So the text grows with the subterms that there are, however many conditions have them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.records import dataclass, field
from antumbra.report.bounds.c_body import BodyWriter, limbs
from antumbra.report.bounds.c_lowering import WORD, Refused, lowered
from antumbra.report.bounds.c_parameters import CInput, CParameter
from antumbra.terms import Term

#: statements of a function; a condition that begins before that is written to its end
LONGEST: Final = 10_000

Inputs = Mapping[Term, tuple[CParameter, CInput]]


@dataclass(frozen=True, slots=True)
class Call:
    """``text``: nonzero where one of the conditions holds. ``partial``: on some machines only where C's double is
    IEEE's. ``comment``: of the condition, if it is the only one."""

    text: str
    used: frozenset[str]
    partial: bool
    comment: str


@dataclass(slots=True)
class _Function:
    writer: BodyWriter
    #: of terms that were written: over variables that stand for inputs, with fewer operators
    lowered: dict[Term, Term]
    #: results and comments of the conditions, and how many statements come before they are asked for
    tests: list[tuple[int, str, str]] = field(default_factory=list[tuple[int, str, str]])
    free: set[Term] = field(default_factory=set[Term])
    partial: bool = False


class Chain:
    """``name`` begins the names of its functions. ``helpers``: what they need is added there."""

    def __init__(self, name: str, inputs: Inputs, helpers: set[str]) -> None:
        self._name = name
        self._inputs = inputs
        self._helpers = helpers
        self._stands = {v: _stands(number, v) for number, v in enumerate(inputs)}
        self._open: _Function | None = None
        self.functions: list[list[str]] = []
        self.calls: list[Call] = []
        #: statements so far
        self.size = 0

    def add(self, condition: Term, comment: str = "") -> None:
        """Raises Refused; then nothing was added."""
        free = T.free_variables(condition)
        if any(variable not in self._inputs for variable in free):
            raise Refused("it depends on an input that has no C type")
        function = self._open or self._begin()
        before = len(function.writer.out.lines)
        simple = lowered(condition, function.lowered)
        result, partial = function.writer.add(simple)
        if partial:
            result = f"BOUNDS_DOUBLE && {result}"
        function.tests.append((len(function.writer.out.lines), result, comment))
        function.partial |= partial
        function.free |= free
        self.size += len(function.writer.out.lines) - before
        self._open = function
        if len(function.writer.out.lines) >= LONGEST:
            self.end()

    def _begin(self) -> _Function:
        names = {stands: str(stands.data) for stands in self._stands.values()}
        return _Function(BodyWriter(names), dict(self._stands))

    def end(self) -> None:
        """No more conditions for now."""
        function, self._open = self._open, None
        if function is None:
            return
        used = [(self._stands[v], *self._inputs[v]) for v in self._inputs if v in function.free]
        self._helpers |= function.writer.out.helpers | {i.helper for _, _, i in used if i.helper is not None}
        name = f"{self._name}_{len(self.functions) + 1}"
        self.functions.append(self._text(name, function, [(stands, given) for stands, _, given in used]))
        call = f"{name}({', '.join(given.bits for _, _, given in used)})"
        comment = function.tests[0][2] if len(function.tests) == 1 else ""
        self.calls.append(Call(call, frozenset(p.name for _, p, _ in used), function.partial, comment))

    def _text(self, name: str, function: _Function, used: Sequence[tuple[Term, CInput]]) -> list[str]:
        parameters: list[str] = []
        loads: list[str] = []
        for stands, given in used:
            if given.size:
                n = limbs(stands.width)
                parameters.append(f"const unsigned char *{stands.data}_bytes")
                loads.append(f"uint32_t {stands.data}[{n}];")
                loads.append(f"bounds_load({stands.data}, {stands.data}_bytes, {given.size}, {n}, {stands.width});")
                self._helpers.add("bounds_load")
            else:
                parameters.append(f"{'int' if stands.sort is T.BOOL else 'uint64_t'} {stands.data}")
        lines = [*loads, *_tested(function)]
        return [f"static int {name}({', '.join(parameters)})", "{", *(f"  {line}" for line in lines), "}"]


def _tested(function: _Function) -> list[str]:
    statements = function.writer.out.lines
    if len(function.tests) == 1:
        return [*statements, f"return {function.tests[0][1]};"]
    lines: list[str] = []
    done = 0
    for after, result, comment in function.tests:
        lines += statements[done:after]
        done = after
        lines += [f"/* {comment} */"] if comment else []
        lines += [f"if ({result})", "  return 1;"]
    return [*lines, "return 0;"]


def _stands(number: int, variable: Term) -> Term:
    return T.var(f"i{number}", T.bv_sort(WORD) if variable.sort is T.INT else variable.sort)
