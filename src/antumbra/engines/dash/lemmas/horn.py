"""Invariants that Spacer finds: moves between places as Horn clauses (``solvers/horn.py``).

A place is a predicate over its live variables, a move is a clause, and no error may be reached. Words are whole numbers
there (``invariants/ideal.py``), arrays unknown. What Spacer answers is a guess like all others: the induction over the
moves themselves says what of it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from antumbra import terms as T
from antumbra.engines.dash.lemmas.columns import columns_of
from antumbra.engines.dash.lemmas.induction import Candidates
from antumbra.engines.dash.lemmas.moves import Move
from antumbra.engines.dash.systems.system import Kind, Place, System
from antumbra.engines.invariants.ideal import Ideal, InWords, Sums, number_of
from antumbra.solvers.horn import Clause, HornProblem, Solution, Use, arguments_of, solve
from antumbra.terms import Term

#: steps of the first question, and how many times as many the next one has
FIRST_STEPS = 80_000
GROWTH = 4
MOST_STEPS = 200_000_000
#: variables at all places together, and nodes of all clauses, beyond which nothing is asked
MOST_COLUMNS = 2_000
LARGEST = 60_000
#: candidates at one place
MOST_CANDIDATES = 60

_UNSIGNED, _SIGNED = (T.BVULT, T.BVULE), (T.BVSLT, T.BVSLE)


class HornGuesses:
    """Asks for longer each time; of words in all ways in which sums can be said."""

    def __init__(self, expired: Callable[[], bool], memory_mb: float | None) -> None:
        self._expired = expired
        self._memory_mb = memory_mb
        #: steps of all questions so far
        self.steps = 0
        self._next = FIRST_STEPS

    def candidates(
        self, systems: Mapping[str, System], moves: Sequence[Move], closed: Iterable[Place]
    ) -> Iterator[Candidates]:
        """What may hold at places, an answer for each way; empty if there is none. ``closed``: errors that are known,
        and may be reached."""
        terms = [t for s in systems.values() for e in s.edges for t in e.terms]
        columns = {p: c for s in systems.values() for p, c in columns_of(s, systems, most=None).items()}
        if sum(map(len, columns.values())) > MOST_COLUMNS or sum(map(T.size, terms)) > LARGEST:
            return
        words = any(x.sort.kind == "bv" for here in columns.values() for x in here)
        signed, errors = _is_signed(terms), frozenset(closed)
        steps = self._next
        self._next = min(MOST_STEPS, self._next * GROWTH)
        for sums in Sums if words else (Sums.UNBOUNDED,):
            problem = _Clauses(columns, Ideal(signed=signed, sums=sums)).problem(systems, moves, errors)
            answer = solve(problem, steps, self._expired, self._memory_mb)
            self.steps += answer.steps
            found: Candidates = {}
            if not isinstance(answer, Solution):
                yield found
                continue
            for (place, here), sorts, meaning in zip(columns.items(), problem.predicates, answer.meanings, strict=True):
                numbers = {number_of(x): x for x in here}
                named = T.substitute(meaning, dict(zip(arguments_of(sorts), numbers, strict=True)))
                said = dict.fromkeys(InWords(numbers, signed=signed).candidates(named))
                found[place] = list(said)[:MOST_CANDIDATES]
            yield found


class _Clauses:
    """``columns``: what is said at each place, whose number is that of a predicate."""

    def __init__(self, columns: Mapping[Place, Sequence[Term]], ideal: Ideal) -> None:
        self._columns = columns
        self._number = {place: i for i, place in enumerate(columns)}
        self._ideal = ideal

    def problem(self, systems: Mapping[str, System], moves: Sequence[Move], closed: frozenset[Place]) -> HornProblem:
        found = HornProblem([tuple(number_of(x).sort for x in here) for here in self._columns.values()])
        for move in moves:
            body = () if move.source is None else (self._use(move.source, {}),)
            if move.exit is not None:
                body = (*body, self._use(move.exit, move.returned))
            last = self._use(move.target, move.values)
            made = self._clause(body, move.conditions, last)
            found.clauses.append(made)
            leaving = self._ideal.leaving([*move.conditions, *last[1]])
            if leaving:
                found.clauses.append(Clause(made.body, (*made.conditions, T.or_(*leaving)), None))
        for system in systems.values():
            for edge in system.edges:
                if edge.target.kind is Kind.ERROR and edge.target not in closed:
                    found.clauses.append(self._clause((self._use(edge.source, {}),), edge.guards, None))
        return found

    def _use(self, place: Place, values: Mapping[Term, Term]) -> tuple[Place, tuple[Term, ...]]:
        return place, tuple(values.get(x, x) for x in self._columns[place])

    def _clause(
        self,
        body: tuple[tuple[Place, tuple[Term, ...]], ...],
        conditions: Sequence[Term],
        head: tuple[Place, tuple[Term, ...]] | None,
    ) -> Clause:
        ideal = self._ideal
        terms = [*conditions, *(t for _, values in (*body, *((head,) if head else ())) for t in values)]
        known = [ideal.said(c) for c in conditions]
        # what no predicate speaks of is any word
        held = {x for place, _ in body for x in self._columns[place]}
        free = sorted({v for t in terms for v in T.free_variables(t)} - held, key=lambda v: str(v.data))
        ranges = [r for v in free for r in ideal.range_of(v)]
        uses = [Use(self._number[place], tuple(map(ideal.said, values))) for place, values in body]
        last = None if head is None else Use(self._number[head[0]], tuple(map(ideal.said, head[1])))
        return Clause(tuple(uses), (*known, *ranges, *dict.fromkeys(ideal.unknowns(terms))), last)


def _is_signed(terms: Iterable[Term]) -> bool:
    """Does a program compare words as signed numbers as often as not?"""
    ops = [t.op for t in T.subterms(*terms)]
    return sum(op in _SIGNED for op in ops) >= sum(op in _UNSIGNED for op in ops)
