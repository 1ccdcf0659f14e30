"""Conditions that somebody claims, as conditions on states, and which of them surely hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from antumbra import terms as T
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.certificate import Cell, at_entry
from antumbra.proofs.memory.addresses import Target, by_form
from antumbra.proofs.memory.contents import word_of
from antumbra.proofs.memory.facts import of_content, said
from antumbra.proofs.state import State
from antumbra.solvers import Unknown
from antumbra.terms import Term

#: questions about one set of claims before those that are left are asked about one by one
MOST_MODELS = 40

#: what a variable of a claim means; None if it means nothing
Meaning = Callable[[Term], Term | None]


class Claims:
    """``cells``: what claims call parts of memory."""

    def __init__(self, judge: Judge, cells: Iterable[Cell]) -> None:
        self._judge = judge
        self.cells = {cell.variable: cell for cell in cells}
        #: elements of arrays that were read since the last question
        self.reads: list[tuple[set[Term], Term]] = []

    def cells_of(self, claims: Iterable[Term]) -> tuple[Cell, ...]:
        """The cells that claims speak of, at the entry too."""
        used = {variable for claim in claims for variable in T.free_variables(claim)}
        return tuple(c for variable, c in self.cells.items() if variable in used or at_entry(variable) in used)

    def instance(self, claim: Term, meaning: Meaning) -> Term | None:
        """A claim about values; None if it speaks of something that has none."""
        return self.instances([claim], meaning)[0]

    def instances(self, claims: Iterable[Term], meaning: Meaning) -> list[Term | None]:
        """Of each claim. What several of them speak of is looked up once, and what they share is made once."""
        world = self._judge.world
        claims = [world.relocated(claim) for claim in claims]
        values: dict[Term, Term] = {}
        nothing: set[Term] = set()
        # in an order of their own: what a variable means may be a new term
        for variable in sorted({v for claim in claims for v in T.free_variables(claim)}, key=lambda v: v.id):
            if variable not in world.of_base:
                value = meaning(variable)
                if value is None:
                    nothing.add(variable)
                else:
                    values[variable] = value
        substitution = T.Substitution(values)
        return [substitution.of(each) if nothing.isdisjoint(T.free_variables(each)) else None for each in claims]

    def target(self, cell: Cell, meaning: Meaning, state: State, homes: dict[Term, int] | None = None) -> Target | None:
        """Where a cell is, if that is in one object. ``meaning``: of the variables in its address.

        ``homes``: the objects that cells were in before. What was shown of one object must not be taken as said of
        another, into which the same words may lead in another round.
        """
        address = self.instance(cell.address, meaning)
        targets = None if address is None else by_form(self._judge.world, state, address)
        if targets is None or len(targets) != 1 or targets[0].item is None:
            return None
        number = targets[0].item.number
        if homes is not None and homes.setdefault(cell.variable, number) != number:
            return None
        return targets[0]

    def read(self, cell: Cell, meaning: Meaning, state: State, homes: dict[Term, int] | None = None) -> Term | None:
        """A cell of memory; without ``homes`` only if its place is a number."""
        target = self.target(cell, meaning, state, homes)
        if target is None or target.item is None:
            return None
        content = target.item.content
        if target.offset.op is T.CONST:
            return content.read(target.offset, cell.width, target.item.size)
        if homes is None:
            return None
        self.reads.append((of_content(content), target.offset))
        return word_of(content.as_array(), target.offset, cell.width)

    def holding(self, state: State, claims: Iterable[Term], meaning: Meaning) -> list[Term]:
        """The claims that surely hold."""
        claims = list(claims)
        self.reads.clear()
        found = zip(claims, self.instances(claims, meaning), strict=True)
        known = said(state, self.reads)
        if known:
            state = state.fork()
            state.assume(T.and_(*known))
        left = [(claim, instance) for claim, instance in found if instance is not None]
        for _ in range(MOST_MODELS):
            if not left:
                return []
            model = self._judge.model(state, T.or_(*(T.not_(instance) for _, instance in left)))
            if model is None:
                return [claim for claim, _ in left]
            if isinstance(model, Unknown):
                break
            kept = [(c, i) for c, i in left if _true(i, model)]
            if len(kept) == len(left):
                break
            left = kept
        return [claim for claim, instance in left if self._judge.certain(state, instance)]


def _true(instance: Term, model: dict[Term, object]) -> bool:
    """Does an instance of a claim hold in a model? One without a value counts as holding: it is asked for alone."""
    try:
        return bool(T.evaluate(instance, model))
    except T.EvaluationError:
        return True
