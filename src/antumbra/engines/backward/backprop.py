"""BACKPROP (section 5, Fig. 6): from why the end of a segment is safe to why its start is.

Rules by their numbers in the paper: (2b) substitution at assignments, (3b) and (4b) at branches with one
possible side, (5b) at forks and assumptions. Instead of the paper's conjunctive abduction we keep
``form ∈ S`` exact under a condition ``form ∈ E`` (``S ∪ ¬E``), keep what the state entails anyway, and only
otherwise write the clause ``¬e ∨ ℓ``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from antumbra import terms as T
from antumbra.engines.backward.formula import Builder, Formula, literal, member, top
from antumbra.engines.backward.fresh import fresh_relations
from antumbra.engines.backward.locations import Locations
from antumbra.engines.backward.memory_rules import MemoryRules
from antumbra.engines.backward.quantifying import Values
from antumbra.engines.backward.steps import (
    Allocated,
    Assigned,
    Assumed,
    Checked,
    Detour,
    Entered,
    Freed,
    Implied,
    Joined,
    Left,
    Loaded,
    Moved,
    Near,
    Opaque,
    Place,
    Related,
    Scoped,
    Step,
    Stored,
    Unknowable,
)
from antumbra.semantics.memory.objects import Object
from antumbra.solvers.chain.domains import Bounds, complement, union
from antumbra.terms import Term

#: a clause with more nodes than this is not worth keeping
LARGEST_CLAUSE = 120
#: what only one side of a branch needs
MOST_ONE_SIDED = 6

_NO_RELATION: frozenset[Term] = frozenset()


class Backprop(MemoryRules):
    """``relevant(places)``: can an open target be reached from one of them? ``matters(step)``: is that assertion still
    open? The rest is for MemoryRules and Quantifying."""

    def __init__(
        self,
        locations: Locations,
        relevant: Callable[[tuple[Place, ...]], bool],
        matters: Callable[[Checked], bool],
        valid: Callable[[Term], bool],
        unwritten: Callable[[int, int], int | None],
        constant: Callable[[Object, int], Term | None],
        first_free: int,
    ) -> None:
        super().__init__(locations, valid, unwritten, constant, first_free)
        self._relevant = relevant
        self._matters = matters

    def __call__(self, steps: Sequence[Step], after: Formula, values: Values, *, sides: bool = True) -> Formula | None:
        """INTP (Fig. 3), by the rules of BACKPROP: an interpolant at the start of the steps, or None. ``values``: of
        locations at the start, where they are concrete. ``sides``: both sides of a branch may be spoken of. Where the
        steps begin at a fork, what decides a branch is mostly what the fork was about, and gone before it: there the
        side that was taken is absorbed (``S ∪ ¬E``)."""
        psi = Builder(after)
        gone: list[Term] = []
        related = fresh_relations(steps, self._locations)
        joined: dict[int, Builder] = {}
        for number in range(len(steps) - 1, -1, -1):
            step = steps[number]
            if isinstance(step, Assumed):
                self._assumed(psi, step.condition, related.get(number, _NO_RELATION))
            elif isinstance(step, Joined):
                joined[number] = psi.copy()
            elif sides and isinstance(step, Implied) and step.detour is not None and self._relevant(step.others):
                psi = self._both_sides(psi, step.condition, step.detour, joined[step.detour.at].copy())
            else:
                self._step(psi, step, gone)
            if psi.failed:
                return None
        self._for_all(psi, gone, values)
        if psi.failed:
            return None
        psi.reduce()
        return psi.build()

    def _step(self, psi: Builder, step: Step, gone: list[Term]) -> None:
        """BACKPROP of one statement. ``gone``: unknowns that are no longer there, which it must hold for all of."""
        match step:
            case Assigned():
                if not psi.mentions.isdisjoint(step.targets):
                    psi.substitute(dict(zip(step.targets, step.values, strict=True)))
            case Unknowable():
                self._forall(psi, step.target, gone)
            case Implied():
                if self._relevant(step.others):
                    psi.add(step.condition)
            case Assumed():
                self._assumed(psi, step.condition, _NO_RELATION)
            case Checked():
                if self._matters(step):
                    psi.add(step.condition)
            case Loaded():
                self._load(psi, step)
            case Stored():
                self._store(psi, step)
            case Allocated():
                self._allocate(psi, step)
            case Entered():
                psi.outlives = {owner for owner in psi.outlives if owner[1] != step.depth}
                self._skeleton(psi, step)
            case Left():
                # what is used from here on was not an object of the frame that ends
                psi.outlives |= {(address, step.depth) for address, _ in (*psi.accesses, *psi.scoped)}
                self._skeleton(psi, step)
            case Freed():
                self._free(psi, step)
            case Scoped():
                self._scope(psi, step, gone)
            case Moved():
                self._move(psi, step)
            case Related():
                self._relate(psi, step)
            case Near():
                sort = step.pointer.sort
                distance = T.bvsub(step.pointer, T.const(step.start, sort))
                psi.add(T.bvult(distance, T.const(step.end - step.start, sort)))
            case Joined():
                pass
            case Opaque():
                psi.failed = True
            case _:
                assert_never(step)

    def _assumed(self, psi: Builder, condition: Term, related: frozenset[Term]) -> None:
        """``related``: locations that speak of unknowns which the condition speaks of, if in other words."""
        near = related | T.free_variables(condition)
        self.abduction(psi, condition, lambda form, _: near.isdisjoint(T.free_variables(form)))

    # ------------------------------------------------------------ conditions

    def abduction(self, psi: Builder, condition: Term, entailed: Callable[[Term, Bounds | None], bool]) -> None:
        """In place of ABDUCTION (Fig. 7): ``condition ⇒ psi``; what is ``entailed`` without it stays as it is."""
        found = _same_form(condition)
        weakened = Builder()
        for form, bounds in psi.sets.items():
            if found is not None and form is found[0]:
                joined = union(bounds, complement(found[1], top(form)))
                if joined != (0, top(form)):
                    weakened.put(form, joined)
            elif entailed(form, bounds):
                weakened.put(form, bounds)
            else:
                self._clause(weakened, condition, member(form, bounds))
        for term in psi.others:
            if entailed(term, None):
                weakened.add(term)
            else:
                self._clause(weakened, condition, term)
        psi.become(weakened)

    def _both_sides(self, psi: Builder, condition: Term, detour: Detour, other: Builder) -> Builder:
        """What a side that was taken needs if it is, and ``other``, what the detour needs at its end, if it is not; if
        that takes too many words, that it is taken."""
        for assigned in reversed(detour.assigned):
            other.substitute(dict(zip(assigned.targets, assigned.values, strict=True)))
        both = Builder()
        for form in [form for form, bounds in psi.sets.items() if other.sets.get(form) == bounds]:
            both.put(form, other.sets.pop(form))
        for term in [term for term in psi.others if term in other.others]:
            del other.others[term]
            both.add(term)
        mine = psi.copy()
        for form in both.sets:
            mine.sets.pop(form, None)
        for term in both.others:
            mine.others.pop(term, None)
        if not other.failed and max(mine.size, other.size) <= MOST_ONE_SIDED:
            self.abduction(mine, condition, _never)
            self.abduction(other, T.not_(condition), _never)
            mine.conjoin(other)
            mine.conjoin(both)
            if not mine.failed:
                return mine
        psi.add(condition)
        return psi

    def _clause(self, psi: Builder, condition: Term, conclusion: Term) -> None:
        clause = T.or_(T.not_(condition), conclusion)
        if clause is T.TRUE:
            return
        if T.size(clause) > LARGEST_CLAUSE:
            psi.failed = True
        else:
            psi.add(clause)


def _same_form(condition: Term) -> tuple[Term, Bounds] | None:
    """A condition as ``form ∈ set`` with the form as formulas keep it."""
    if literal(condition) is None:
        return None
    builder = Builder()
    builder.add(condition)
    if builder.failed or builder.others or len(builder.sets) != 1:
        return None
    return next(iter(builder.sets.items()))


def _never(_term: Term, _bounds: Bounds | None) -> bool:
    return False
