"""One state that stands for two of the same shape: words that differ become unknown.

Of what is known of the two that is kept which holds in both: what the one knows is said of the other's words, and of
numbers that differ that they are one of the two, or on one side of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.claims.places import unknown
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.shapes.folding import MOST_VALUES
from antumbra.proofs.shapes.passing import Detail, Passing
from antumbra.proofs.state import State, conditions_of
from antumbra.terms import Term


def widened(judge: Judge, general: State, state: State, detail: Detail) -> State:
    """The two have the same key. The state that comes of it has the objects of ``general``."""
    return _Widening(judge, general, state, detail).made()


class _Widening:
    def __init__(self, judge: Judge, general: State, state: State, detail: Detail) -> None:
        self._judge = judge
        self._general = general
        self._state = state
        self._detail = detail
        world = judge.world
        mine, yours = Passing(general.fork(), world.null, detail), Passing(state.fork(), world.null, detail)
        self._pairs = list(zip(mine.words, yours.words, strict=True))
        #: what new unknowns, and addresses, are in either
        self._in_general: dict[Term, Term] = {}
        self._in_state: dict[Term, Term] = {}
        for one, other in zip(mine.places, yours.places, strict=True):
            for a, b in zip(_ends(general, one), _ends(state, other), strict=True):
                self._in_state[a] = b
        self._chosen: dict[tuple[Term, Term], Term] = {}
        #: what the new state speaks of
        self._said: set[Term] = set()
        #: unknowns of the general state that are known by a new name alone
        self._renamed: dict[Term, Term] = {}

    def made(self) -> State:
        result = self._general.fork()
        pairs = iter(self._pairs)
        Passing(result, self._judge.world.null, self._detail, lambda _: self._choice(*next(pairs)))
        self._said = left = {v for new in self._chosen.values() for v in T.free_variables(new)}
        for (one, _), new in self._chosen.items():
            if one.op is T.VAR and one not in left:
                self._renamed.setdefault(one, new)
        result.condition = result.seen = result.model = None
        for candidate in dict.fromkeys(self._candidates()):
            if candidate.op is not T.CONST and self._holds(candidate):
                result.assume(candidate)
        result.log = None
        return result

    def _choice(self, one: Term, other: Term) -> Term:
        known = self._chosen.get((one, other))
        if known is not None:
            return known
        world = self._judge.world
        if one is not other and (one in world.marks or other in world.marks):
            raise NotUnderstood("marks of the stack that differ from round to round")
        moved = any(self._in_state.get(v, v) is not v for v in T.free_variables(one))
        if one is other and not moved:
            new = one
        else:
            new = unknown(world.unknown, one.sort)
            if new.op is T.VAR:
                self._in_general[new] = one
                self._in_state[new] = other
        self._chosen[one, other] = new
        return new

    def _candidates(self) -> Iterator[Term]:
        for condition in conditions_of(self._general.condition):
            yield condition
            if not self._renamed.keys().isdisjoint(T.free_variables(condition)):
                yield T.substitute(condition, self._renamed)
        back = {other: new for (_, other), new in self._chosen.items() if other.op is T.VAR and new is not other}
        for condition in conditions_of(self._state.condition):
            if not back.keys().isdisjoint(T.free_variables(condition)):
                yield T.substitute(condition, back)
        for (one, other), new in self._chosen.items():
            if new.op is T.VAR and new.sort.kind == "bv" and new is not one:
                yield from self._of_number(new, one, other)

    def _of_number(self, new: Term, one: Term, other: Term) -> Iterator[Term]:
        if other.op is T.CONST:
            known = [one] if one.op is T.CONST else self._options(one)
            if known and len(known) < MOST_VALUES:
                yield T.or_(*(T.eq(new, each) for each in (*known, other)))
        for number in (one, other):
            if number.op is T.CONST:
                yield from (T.bvsle(number, new), T.bvsle(new, number), T.bvule(number, new), T.bvule(new, number))

    def _options(self, one: Term) -> list[Term]:
        """The numbers that an unknown of the general state is known to be one of."""
        for condition in conditions_of(self._general.condition):
            parts = condition.args if condition.op is T.OR else (condition,)
            found = [number for part in parts if part.op is T.EQ for number in part.args if number.op is T.CONST]
            if len(found) == len(parts) and all(part.op is T.EQ and one in part.args for part in parts):
                return found
        return []

    def _holds(self, condition: Term) -> bool:
        """In both."""
        if not T.free_variables(condition) <= self._said:
            return False
        return self._judge.certain(
            self._general, T.substitute(condition, _of(condition, self._in_general))
        ) and self._judge.certain(self._state, T.substitute(condition, _of(condition, self._in_state)))


def _of(condition: Term, meaning: dict[Term, Term]) -> dict[Term, Term]:
    return {v: meaning[v] for v in T.free_variables(condition) if v in meaning}


def _ends(state: State, number: int) -> tuple[Term, ...]:
    segment = state.segments.get(number)
    return (state.objects[number].base,) if segment is None else (segment.first, segment.last)
