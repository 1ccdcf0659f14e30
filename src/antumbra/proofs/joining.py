"""One state for two at the same place.

What differs becomes a choice between two terms, and an object that only one of them has is alive only there.
"""

from __future__ import annotations

from collections.abc import Callable

from antumbra import terms as T
from antumbra.proofs.state import Condition, Frame, Join, Object, State, conditions_of
from antumbra.records import dataclass, field, replace
from antumbra.terms import Term


def _common(a: Condition | None, b: Condition | None) -> Condition | None:
    while a is not b:
        if b is None or (a is not None and a.length >= b.length):
            a = a.before if a is not None else None
        else:
            b = b.before
    return a


@dataclass(slots=True)
class _Choice:
    """Which of two states it is: ``guard`` holds in the first."""

    guard: Term
    merged: dict[tuple[Term, Term], Term] = field(default_factory=dict[tuple[Term, Term], Term])

    def value(self, a: Term, b: Term) -> Term:
        if a is b:
            return a
        known = self.merged.get((a, b))
        if known is None:
            known = self.merged[a, b] = T.ite(self.guard, a, b)
        return known

    def values(self, a: dict[Term, Term], b: dict[Term, Term]) -> dict[Term, Term]:
        """What only one of them has was given no value in the other: nothing reads it after."""
        return {x: self.value(value, b[x]) for x, value in a.items() if x in b}


def joined(a: State, b: State, unknown: Callable[[str, T.Sort], Term]) -> State:
    """One state for two at the same place of the same procedures."""
    if a.segments or b.segments:
        raise ValueError("states with parts of lists are not joined")
    since = a.since
    if a.since is not b.since:
        # an execution may be in both: which of them is meant is another unknown
        since, which = object(), unknown("which", T.BOOL)
        a, b = a.fork(), b.fork()
        a.assume(which)
        b.assume(T.not_(which))
    common = _common(a.condition, b.condition)
    rest_a, rest_b = conditions_of(a.condition, common), conditions_of(b.condition, common)
    one, other = T.and_(*rest_a) if rest_a else T.TRUE, T.and_(*rest_b) if rest_b else T.TRUE
    # no execution is in both: either condition tells them apart
    choice = _Choice(one if len(rest_a) <= len(rest_b) else T.not_(other))
    frames: list[Frame] = []
    for x, y in zip(a.frames, b.frames, strict=True):
        frames.append(x if x is y else replace(x, values=choice.values(x.values, y.values)))
    frames[-1] = replace(frames[-1], values=dict(frames[-1].values))
    objects: dict[int, Object] = {}
    for number in sorted({*a.objects, *b.objects}):
        kept = _joined_objects(choice, a.objects.get(number), b.objects.get(number))
        if kept.alive is not T.FALSE or kept.scoped:
            objects[number] = kept
    both = State(frames, choice.values(a.variables, b.variables), objects, common)
    both.assume(T.or_(one, other))
    both.log = a.log if a.log is b.log else Join(choice.guard, a.log, b.log)
    both.rests = a.rests
    both.abstract = a.abstract or b.abstract
    both.since = since
    guards = [(f, a.facts.get(f, T.FALSE), b.facts.get(f, T.FALSE)) for f in dict.fromkeys((*a.facts, *b.facts))]
    both.facts = {fact: choice.value(one, other) for fact, one, other in guards}
    return both


def _joined_objects(choice: _Choice, x: Object | None, y: Object | None) -> Object:
    if x is None and y is not None:
        return replace(y, alive=T.and_(y.alive, T.not_(choice.guard)))
    if y is None and x is not None:
        return replace(x, alive=T.and_(x.alive, choice.guard))
    if x is None or y is None:
        raise ValueError("an object that neither state has")
    if x is y:
        return x
    return replace(x, alive=choice.value(x.alive, y.alive), content=x.content.joined(y.content, choice.guard))
