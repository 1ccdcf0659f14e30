"""The witness of a result. It says what can be said in C, and nothing that was not shown."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from antumbra.frontends.c.structure.finding import Place, Places
from antumbra.frontends.c.structure.text import Text
from antumbra.frontends.llvm.library.names import ASSERTION_FAILS, ASSERTIONS
from antumbra.frontends.llvm.translating.loop_places import LoopPlaces
from antumbra.frontends.loaded import Loaded
from antumbra.patterns import pattern
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.proofs.asking.deciding import Decider
from antumbra.proofs.proof import Condition, Proof
from antumbra.proofs.question import Budget, OutOfBudget
from antumbra.report.result import Finding, Input, Result, Verdict
from antumbra.session.options import RunOptions
from antumbra.session.witnessing.telling import specification
from antumbra.solvers import Unsat
from antumbra.terms import Term, not_, subterms
from antumbra.version import __version__
from antumbra.witnesses.values import (
    Expression,
    FunctionContract,
    InvariantAt,
    Producer,
    Segment,
    Task,
    Waypoint,
    Witness,
)

#: inputs that a witness names at most; an execution may match without the others
MOST_INPUTS: Final = 20_000
#: effort of finding out what can be left unsaid
FOR_WORDS: Final = 1_000_000.0
ACSL: Final = "acsl_expression"
ALWAYS: Final = "\\true"
_CALLED: Final = pattern(r"\bcall [^\n]*?@(\w+)\(")


def make_witness(result: Result, loaded: Loaded, options: RunOptions) -> Witness | str:
    """The witness, or why there is none."""
    if result.verdict is Verdict.UNKNOWN:
        return "an unknown verdict has no witness"
    if loaded.language.name != "c" or len(loaded.sources) != 1:
        return "witnesses are about programs of one C file"
    formula = specification(options.load, asserted=_asserted(result, options))
    if formula is None:
        return f"the property {options.load.properties.name} has no formula of SV-COMP's"
    if loaded.fixed and loaded.environment.given:
        return "what is given of arguments, variables or files cannot be said in a witness"
    (name, source), path = next(iter(loaded.sources.items())), loaded.path
    try:
        content = path.read_bytes()
    except OSError as error:
        return f"{path} cannot be read again: {error.strerror}"
    if content.decode("utf-8", "replace") != source:
        return f"{path} has changed since it was read"
    try:
        places = Places(Text(content, name))
    except InputError as error:
        return f"the statements of {path} are not understood: {error}"
    asserted = _asserted(result, options)
    if asserted and (other := _other_assertion(places, result, loaded)):
        return f"what fails may be {other}, and no formula of SV-COMP's is about that"
    maker = _Maker(places, str(path), name)
    task = Task(
        (str(path),), ((str(path), hashlib.sha256(content).hexdigest()),), formula, options.load.data_model, "C"
    )
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    producer = Producer("Antumbra", __version__, f"--engine {result.engine}")
    if result.verdict is Verdict.UNSAFE and result.finding is not None:
        segments = maker.segments(result.finding)
        if isinstance(segments, str):
            return segments
        return Witness(True, task, producer, created, str(uuid.uuid4()), segments)
    invariants: tuple[InvariantAt, ...] = ()
    contracts: tuple[FunctionContract, ...] = ()
    if result.proof is not None:
        invariants, contracts = tuple(maker.invariants(result.proof, loaded)), tuple(maker.contracts(result.proof))
    return Witness(False, task, producer, created, str(uuid.uuid4()), (), invariants, contracts)


def _asserted(result: Result, options: RunOptions) -> bool:
    """Is it an assertion that fails, and no call of an error function?"""
    finding = result.finding
    called = [f"{name} is called" for name in options.load.error_functions]
    # behind that the message may say what it depends on
    return finding is not None and finding.check == "unreach-call" and not finding.message.startswith(tuple(called))


def _other_assertion(places: Places, result: Result, loaded: Loaded) -> str:
    """A function of other tools that checks a condition, where the statement is not plainly an assert of C's."""
    where = result.finding.location if result.finding is not None else None
    found = places.covering(where.line, where.column, where.function) if where is not None else None
    words = [token.text for token in places.text.tokens]
    if found is not None and {"assert", "__assert_fail"} & {*words[found.statement.first : found.statement.behind]}:
        return ""
    # KLEE's own header has its assertions call what C's do
    others = {name for name in (*ASSERTIONS, *ASSERTION_FAILS) if "klee" not in name} - {"assert", "__assert_fail"}
    return next((name for name in _CALLED.findall(loaded.modules[0].text) if name in others), "")


def _together(conditions: Sequence[Condition]) -> str:
    """All that have an expression."""
    written = {c.term: c.expression for c in conditions if c.expression is not None}
    return " && ".join(f"({written[term]})" for term in _needed(list(written))) or ALWAYS


def _needed(conditions: Sequence[Term]) -> list[Term]:
    """Those that do not follow from the others; of two that say the same the one with fewer words."""
    decider = Decider(("bitwuzla", "z3"), Budget(effort=FOR_WORDS))
    needed = list(conditions)
    for condition in sorted(conditions, key=lambda term: (-sum(1 for _ in subterms(term)), conditions.index(term))):
        others = [other for other in needed if other is not condition]
        try:
            if isinstance(decider.ask([*others, not_(condition)]), Unsat):
                needed = others
        except OutOfBudget:
            break
    return needed


class _Maker:
    """For one text. ``path``: the file's name for others, ``name`` in our own locations."""

    def __init__(self, places: Places, path: str, name: str) -> None:
        self._places = places
        self._path = path
        self._name = name

    # ---------------------------------------------------------------- violations

    def segments(self, finding: Finding) -> tuple[Segment, ...] | str:
        target = self._target(finding)
        if isinstance(target, str):
            return target
        # what a function of the library may return is not what it does return
        modelled = {(item.name, item.location) for item in finding.inputs if item.source not in ("input", "external")}
        inputs = [item for item in finding.inputs[:MOST_INPUTS] if (item.name, item.location) not in modelled]
        returns = [self._return(item) for item in inputs]
        return (*(Segment(w) for w in returns if w is not None), Segment(target))

    def _target(self, finding: Finding) -> Waypoint | str:
        where = finding.location
        if where is None or not where.line:
            return "there is no statement that the violation is at"
        if where.file != self._name:
            return f"the violation is in {where.file}, and not in the program's file"
        place = self._places.covering(where.line, where.column, where.function)
        if place is None:
            return f"no statement was found at {where}"
        return Waypoint("target", "follow", self._evaluated(place, where))

    def _evaluated(self, place: Place, where: Location) -> Location:
        """The statement, or the full expression in its head, that is evaluated at a place."""
        text, statement = self._places.text, place.statement
        while statement.kind == "label" and statement.parts:
            statement = statement.parts[0]
        first = statement.first
        if statement.head is not None and statement.head[0] + 1 < statement.head[1]:
            opening, closing = statement.head
            if text.place(opening) < (where.line, where.column) < text.place(closing):
                first = self._expression(statement.kind, opening, closing, where)
        return self._at(first, place.function.name)

    def _expression(self, kind: str, opening: int, closing: int, where: Location) -> int:
        """The first token of the expression around a place: ``for`` has three."""
        text, first = self._places.text, opening + 1
        if kind != "for":
            return first
        number = first
        while number < closing and text.place(number) < (where.line, where.column):
            if text.word(number) == ";":
                first = number + 1
            number = text.partners.get(number, number) + 1 if text.word(number) in ("(", "[", "{") else number + 1
        return first

    def _return(self, item: Input) -> Waypoint | None:
        """What a call returned; None where it is none of an integer."""
        where = item.location
        if where is None or where.file != self._name or not isinstance(item.value, int):
            return None
        call = self._places.call(where.line, where.column, where.function)
        if call is None or self._places.text.word(call.name) != item.name:
            return None
        constraint = Expression(f"\\result == {item.value}", "acsl_expression")
        at = self._at(call.closing, call.function.name)
        return Waypoint("function_return", "follow", at, constraint, result_of=item.name)

    # ---------------------------------------------------------------- proofs

    def invariants(self, proof: Proof, loaded: Loaded) -> Iterator[InvariantAt]:
        if not proof.invariants:
            return
        loops = LoopPlaces(loaded.modules[0].text)
        seen: set[tuple[Location, str]] = set()
        for invariant in proof.invariants:
            written = invariant.condition.expression
            head = loops.at(invariant.procedure, invariant.block)
            if written is None or head is None:
                continue
            function = invariant.location.function if invariant.location is not None else ""
            found = self._head(head.location, function or invariant.procedure, labelled=head.by == "label")
            if found is not None and (found[0], written) not in seen:
                seen.add((found[0], written))
                yield InvariantAt(found[0], Expression(written), found[1])

    def contracts(self, proof: Proof) -> Iterator[FunctionContract]:
        """Of functions of which something can be said; what has no words is left out."""
        for contract in proof.contracts:
            function = self._places.function(contract.procedure)
            requires, ensures = _together(contract.before), _together(contract.after)
            if function is not None and (requires, ensures) != (ALWAYS, ALWAYS):
                where = self._at(function.first, function.name)
                yield FunctionContract(where, Expression(requires, ACSL), Expression(ensures, ACSL))

    def _head(self, where: Location, function: str, *, labelled: bool) -> tuple[Location, bool] | None:
        """Where control is at the head of a loop, and whether that is where its condition is evaluated."""
        if where.file not in ("", self._name):
            return None
        if labelled:
            place = self._places.statement(where.line, where.column, function)
            if place is None or place.statement.kind != "label":
                return None
            return self._at(place.statement.first, function), False
        loop = self._places.loop(where.line, where.column, function)
        if loop is None or self._places.text.place(loop.statement.first) != (where.line, where.column):
            return None
        if loop.statement.kind != "do":
            return self._at(loop.statement.first, function), True
        # the head of do … while is where its body begins, and not where its condition is evaluated
        body = loop.statement.parts[0]
        first = body.parts[0] if body.kind == "compound" and body.parts else body
        return None if first.kind in ("label", "compound") else (self._at(first.first, function), False)

    def _at(self, token: int, function: str) -> Location:
        line, column = self._places.text.place(token)
        return Location(self._path, line, column, function)
