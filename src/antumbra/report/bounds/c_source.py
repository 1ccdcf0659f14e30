"""``bounds.c``: the bounds as two C functions. ``must_fail``: these inputs fail; ``may_fail``: all others do not.

A piece that C has no form for is left out: must_fail says no, may_fail says yes, and a comment tells. So do both
outside of the domain. Less is said then, and nothing wrong. Text of the program occurs in comments only, cleaned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Failure, Side
from antumbra.patterns import pattern
from antumbra.program.text.c_expression import CVariable, c_expression
from antumbra.program.text.readable import condition_text
from antumbra.records import dataclass, field
from antumbra.report.bounds.c_chain import Chain
from antumbra.report.bounds.c_helpers import helper_text
from antumbra.report.bounds.c_lowering import Refused
from antumbra.report.bounds.c_parameters import CInput, CParameter, c_parameters, variables
from antumbra.report.characterization import Clause
from antumbra.terms import Term

#: statements of all functions together
LARGEST_FILE: Final = 500_000
#: pieces of a side that are told as expressions where those are short; nobody reads more
_READABLE: Final = 200
#: characters of a readable expression; longer ones are statements
_LONGEST: Final = 400
#: characters of a comment, and operators of a condition that is told in one
_COMMENT: Final = 160
_TOLD: Final = 60
_UNSAFE: Final = pattern(r"[^A-Za-z0-9 _<>=!&|+\-*/.,:;()\[\]{}%^~']")


def c_source(cfc: Cfc, *, integers: str = "", clauses: Sequence[Clause] = ()) -> str:
    """The file. It compiles on its own with any C99 compiler. ``clauses``: the readable form, which is shorter."""
    given, without = c_parameters(cfc.parameters)
    writer = _Writer(given)
    domain = writer.condition(cfc.domain, "domain")
    must = writer.pieces(_pieces(cfc, Side.MUST, clauses), "must")
    # where a piece says less than it means, the others are not all that fails
    exact = cfc.exact and all(test.whole for test in (domain, *must))
    safe: list[_Test] = []
    if not exact:
        safe = writer.pieces(_pieces(cfc, Side.SAFE, clauses), "safe")
    lines = [*_head(cfc, given, integers, without=[parameter.identifier for parameter in without])]
    lines += [*_includes(writer), ""]
    for text in helper_text(writer.helpers):
        lines += [text, ""]
    for text in writer.functions:
        lines += [*text, ""]
    lines += [*_must_fail(given, domain, must), "", *_may_fail(given, domain, must if exact else safe, exact=exact)]
    return "\n".join(lines) + "\n"


#: what it is in words, where somebody has found some
_Piece = tuple[Term, Failure | None, str]


def _pieces(cfc: Cfc, side: Side, clauses: Sequence[Clause]) -> list[_Piece]:
    """Clauses of a side are together the side; but one that is told by the other side is not short."""
    mine = [clause for clause in clauses if clause.side is side]
    if mine and not (side is Side.SAFE and cfc.exact):
        return [(clause.condition, clause.failure, clause.text) for clause in mine]
    return [(piece.whole, piece.failure, "") for piece in cfc.of(side)]


@dataclass(frozen=True, slots=True)
class _Test:
    """``text``: a C expression that is nonzero only where the condition holds. ``used``: parameters that it reads.
    ``partial``: on some machines it is zero where the condition holds."""

    text: str
    comment: str = ""
    used: frozenset[str] = frozenset()
    refused: str | None = None
    constant: bool | None = None
    partial: bool = False

    @property
    def whole(self) -> bool:
        return self.refused is None and not self.partial


@dataclass(slots=True)
class _Writer:
    given: Sequence[CParameter]
    helpers: set[str] = field(default_factory=set[str])
    functions: list[list[str]] = field(default_factory=list[list[str]])
    arithmetic: bool = False
    _size: int = 0
    #: input → the parameter that holds it
    _inputs: dict[Term, tuple[CParameter, CInput]] = field(init=False)
    _variables: Mapping[Term, CVariable] = field(init=False)
    _simple: dict[Term, Term] = field(init=False, default_factory=dict[Term, Term])

    def __post_init__(self) -> None:
        self._inputs = {i.parameter.variable: (p, i) for p in self.given for i in p.inputs}
        self._variables = variables(self.given)

    def condition(self, condition: Term, name: str) -> _Test:
        """One condition: one test."""
        (test,) = self.pieces([(condition, None, "")], name)
        return test

    def pieces(self, pieces: Sequence[_Piece], name: str) -> list[_Test]:
        """Tests that are together the pieces: expressions of C where they are short, and calls of functions."""
        chain = Chain(f"bounds_{name}", self._inputs, self.helpers)
        tests = [self._piece(piece, chain, readable=n < _READABLE) for n, piece in enumerate(pieces)]
        chain.end()
        self.functions += chain.functions
        self._size += chain.size
        self.arithmetic = self.arithmetic or any(call.partial for call in chain.calls)
        calls = [_Test(call.text, call.comment, call.used, partial=call.partial) for call in chain.calls]
        return [test for test in tests if test is not None] + calls

    def _piece(self, piece: _Piece, chain: Chain, *, readable: bool) -> _Test | None:
        """None where the chain has it."""
        condition, failure, text = piece
        told = _failure_text(failure) if failure is not None else ""
        condition = T.simplify(condition, self._simple)
        if condition.op is T.CONST:
            return _Test(str(int(condition.data)), told, constant=bool(condition.data))
        expression = c_expression(condition, self._variables) if readable else None
        if expression is not None and len(expression) <= _LONGEST:
            used = frozenset(self._inputs[v][0].name for v in T.free_variables(condition) if v in self._inputs)
            return _Test(expression, told, used)
        if T.size(condition) <= _TOLD:
            text = text or condition_text(condition, self._told)
            told = f"{text} [{told}]" if told else text
        if self._size + chain.size > LARGEST_FILE:
            return _Test("0", told, refused="all together are too large")
        try:
            chain.add(condition, clean(told))
        except Refused as reason:
            return _Test("0", told, refused=str(reason))
        return None

    def _told(self, variable: Term) -> str:
        known = self._inputs.get(variable)
        return known[1].parameter.identifier if known is not None else "?"


# ---------------------------------------------------------------- the file


def _head(cfc: Cfc, given: Sequence[CParameter], integers: str, without: Sequence[str]) -> Iterator[str]:
    yield "/* Bounds on all failing inputs, written by Antumbra."
    yield ""
    yield "   must_fail: every input for which it is true fails."
    yield "   may_fail: no input for which it is false fails."
    yield f"   The bounds are {'exact' if cfc.exact else 'not exact: where only may_fail is true nothing is known'}."
    if integers:
        yield f"   {clean(integers)}"
    yield ""
    yield "   Inputs, in the order in which a run first reads them:"
    for parameter in given:
        for number, held in enumerate(parameter.inputs):
            if number == 0 or held.parameter.input.offset is None:
                yield f"   {parameter.name}: {clean(_told_of(held))}"
    if not given and not without:
        yield "   none"
    for name in without:
        yield f"   {name}: left out, since C has no type for it"
    if cfc.more_inputs:
        yield "   Runs may read more inputs than these; what is said holds for all their values."
    yield "*/"


def _told_of(held: CInput) -> str:
    parameter = held.parameter
    place = parameter.input.place
    name = place.name if parameter.input.offset is not None else parameter.name
    kind = "integer of any size, here of 64 bits" if place.sort is T.INT else parameter.type_name
    where = f", {place.location}" if place.location else ""
    return f"{name}, {kind}{where}"


def _includes(writer: _Writer) -> Iterator[str]:
    text = "\n".join(helper_text(writer.helpers))
    if writer.arithmetic:
        yield "#include <float.h>"
    yield "#include <stdint.h>"
    if "memcpy" in text:
        yield "#include <string.h>"
    if writer.arithmetic:
        yield ""
        yield "/* is double what IEEE 754 says, rounded after each operation? Where it is not, less is said. */"
        yield "#if defined(FLT_EVAL_METHOD) && !defined(__FAST_MATH__)"
        yield "#define BOUNDS_DOUBLE (FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1)"
        yield "#else"
        yield "#define BOUNDS_DOUBLE 0"
        yield "#endif"


def _must_fail(given: Sequence[CParameter], domain: _Test, must: Sequence[_Test]) -> Iterator[str]:
    lines: list[str] = []
    if domain.refused is not None:
        lines.append(f"/* nothing is said: the domain has no C form ({clean(domain.refused)}) */")
        must = []
    lines += _outside(domain, 0)
    lines += _returns(must, 1)
    yield from _function("must_fail", given, [domain, *must], [*lines, "return 0;"])


def _may_fail(given: Sequence[CParameter], domain: _Test, tests: Sequence[_Test], *, exact: bool) -> Iterator[str]:
    """From the MUST pieces where they are all that fails, else from the SAFE ones."""
    lines: list[str] = []
    if domain.refused is not None:
        lines.append(f"/* nothing is said: the domain has no C form ({clean(domain.refused)}) */")
        tests = []
    lines += _outside(domain, 1)
    lines += _returns(tests, 1 if exact else 0)
    yield from _function("may_fail", given, [domain, *tests], [*lines, f"return {0 if exact else 1};"])


def _outside(domain: _Test, answer: int) -> Iterator[str]:
    if domain.refused is None and domain.constant is not True:
        yield f"if (!({domain.text}))"
        yield f"  return {answer}; /* nothing is known of these */"


def _returns(tests: Iterable[_Test], answer: int) -> Iterator[str]:
    for test in tests:
        if test.refused is not None:
            yield f"/* a piece has no C form: {clean(test.refused)} */"
            continue
        if test.comment:
            yield f"/* {clean(test.comment)} */"
        yield f"if ({test.text})"
        yield f"  return {answer};"


def _function(name: str, given: Sequence[CParameter], tests: Sequence[_Test], lines: Sequence[str]) -> Iterator[str]:
    told = {line.strip() for line in lines}
    used = {name for test in tests for name in test.used if not told.isdisjoint(_asked(test))}
    yield f"_Bool {name}({', '.join(parameter.declaration for parameter in given) or 'void'})"
    yield "{"
    yield from (f"  (void){parameter.name};" for parameter in given if parameter.name not in used)
    yield from (f"  {line}" for line in lines)
    yield "}"


def _asked(test: _Test) -> tuple[str, str]:
    """The lines that ask a test."""
    return f"if ({test.text})", f"if (!({test.text}))"


def _failure_text(failure: Failure) -> str:
    return f"{failure.check} at {failure.location}" if failure.location else failure.check


def clean(text: str) -> str:
    """Text for a comment: plain characters on one line, nothing that ends or opens a comment."""
    text = _UNSAFE.sub("_", text[: _COMMENT + 1])
    if len(text) > _COMMENT:
        text = text[:_COMMENT] + " ..."
    return text.replace("*/", "* /").replace("/*", "/ *")
