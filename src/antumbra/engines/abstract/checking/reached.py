"""The check of enumerated states: they hold the initial ones, are closed under every rule, and no assertion fails.

The program is read again (``rules``) and interpreted on many states at once (``slices``). Where a successor is in the
set, whoever enumerated it says; that it is there is seen in the states themselves. With like parts, successors are
turned by exchanges that map the program to itself (``like_parts``).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import compress

from antumbra import terms as T
from antumbra.engines.abstract.checking.automorphism import Family
from antumbra.engines.abstract.checking.like_parts import LikeParts, NotAlike
from antumbra.engines.abstract.checking.rules import START, NotRules, Rule, rules_of
from antumbra.engines.abstract.checking.slices import Columns, NoMeaning, Slices
from antumbra.engines.abstract.checking.turning import turned
from antumbra.engines.abstract.proof import Proof
from antumbra.engines.abstract.systems.system import Origin
from antumbra.records import dataclass
from antumbra.solvers import Unsat
from antumbra.solvers.backends.z3_backend import Z3Backend
from antumbra.terms import Term

#: states that are looked at together
BATCH = 1 << 15
#: of so many states, one with a successor: then these are picked one by one
SPARSE = 12
#: steps of one query
PATIENCE = 20_000_000


@dataclass(frozen=True, slots=True)
class Reached:
    """``rows``: words of packed states. ``fields``: where each variable is. ``where`` tells the numbers of states."""

    fields: Mapping[Term, tuple[int, int]]
    words: int
    rows: memoryview
    where: Callable[[array[int]], Sequence[int]]
    families: tuple[Family, ...] = ()


class _Refuted(Exception):  # noqa: N818
    """A part of the proof does not hold, and which."""


def confirm_reached(
    origin: Origin, reached: Reached, tick: Callable[[], None], left: Callable[[], float | None]
) -> str | None:
    """None if the states are an inductive invariant of the program, else what is wrong with them."""
    try:
        _Check(origin, reached, tick, left).run()
    except (_Refuted, NotRules, NotAlike, NoMeaning) as reason:
        return str(reason)
    return None


class _Check:
    def __init__(
        self, origin: Origin, reached: Reached, tick: Callable[[], None], left: Callable[[], float | None]
    ) -> None:
        self._reached = reached
        self._tick = tick
        self._left = left
        self._heads = origin.heads
        self._location = origin.location
        self._size = 8 * reached.words
        variables = tuple(reached.fields)
        self._rules = rules_of(origin.program, origin.heads, origin.checks, variables)
        if origin.location not in reached.fields and len(origin.heads) != 1:
            raise _Refuted("the states do not say where the program is")
        if reached.families:
            self._solver = Z3Backend()
            proof = Proof("", (), {}, {}, (), reached.families)
            LikeParts(variables, (), proof, self._holds).check(self._rules, origin.location, tick)

    def _holds(self, formula: Term) -> bool:
        answer = self._solver.check([T.not_(formula)], timeout=self._left(), steps=PATIENCE, want_core=False)
        return isinstance(answer, Unsat)

    def run(self) -> None:
        start = Slices(bytes(self._size), self._size, self._reached.fields)
        for rule in self._rules:
            if rule.source == START:
                self._initial(start, rule)
        whole = self._reached.rows.cast("B")
        steps = [(rule, self._guard(rule)) for rule in self._rules if rule.source != START]
        for begin in range(0, len(whole), BATCH * self._size):
            self._tick()
            slices = Slices(bytes(whole[begin : begin + BATCH * self._size]), self._size, self._reached.fields)
            after = bytearray()
            for rule, guard in steps:
                enabled = slices.truth(guard)
                if not enabled:
                    continue
                if rule.target is None:
                    raise _Refuted(f"an assertion fails, by {rule.name}")
                after += self._successors(slices, rule, enabled)
                if len(after) > BATCH * self._size:
                    self._inside(after, rule.name)
                    after = bytearray()
            self._inside(after, "a step")

    def _guard(self, rule: Rule) -> Term:
        """With where the program must be. What is no variable of the states has no meaning (``slices``)."""
        if self._location not in self._reached.fields:
            return rule.guard
        here = T.const(self._heads.index(rule.source), self._location.sort)
        return T.and_(T.eq(self._location, here), rule.guard)

    def _initial(self, start: Slices, rule: Rule) -> None:
        if start.truth(rule.guard):
            if rule.target is None:
                raise _Refuted("an assertion fails in the beginning")
            self._inside(start.written(self._news(start, rule)), "an initial state")

    def _news(self, slices: Slices, rule: Rule) -> dict[Term, Columns]:
        news: dict[Term, Columns] = {}
        for variable in self._reached.fields:
            if variable is self._location and rule.target is not None:
                news[variable] = slices.constant(self._heads.index(rule.target))
            elif variable in rule.values:
                news[variable] = slices.columns(rule.values[variable])
        return {v: c + [c[-1] if v.sort is not T.BOOL else 0] * self._reached.fields[v][1] for v, c in news.items()}

    def _successors(self, slices: Slices, rule: Rule, enabled: int) -> bytes:
        rows, size = slices.written(self._news(slices, rule)), self._size
        lanes = enabled.to_bytes(slices.lanes, "little")
        places = _sparse(lanes) if enabled.bit_count() * SPARSE < slices.lanes else compress(range(slices.lanes), lanes)
        if size == 8:
            words = memoryview(rows).cast("Q")
            return array("Q", [words[k] for k in places]).tobytes()
        return b"".join([rows[k * size : (k + 1) * size] for k in places])

    def _inside(self, rows: bytearray, what: str) -> None:
        """Every row, turned, is one of the states."""
        reached = self._reached
        for begin in range(0, len(rows), BATCH * self._size):
            part = rows[begin : begin + BATCH * self._size]
            if reached.families:
                part = turned(part, self._size, reached.fields, reached.families)
            words = array("Q", bytes(part))
            places = reached.where(words)
            count = len(reached.rows) // reached.words
            if any(p >= count for p in places):
                raise _Refuted(f"a state after {what} is not among those that were found")
            for k in range(reached.words):
                there = [reached.rows[p * reached.words + k] for p in places]
                if there != words[k :: reached.words].tolist():
                    raise _Refuted(f"a state after {what} is not among those that were found")


def _sparse(lanes: bytes) -> Iterator[int]:
    place = lanes.find(1)
    while place >= 0:
        yield place
        place = lanes.find(1, place + 1)
