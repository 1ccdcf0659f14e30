"""One question to the later layers: can this path also satisfy that?

The question is sliced: only the groups of the goal's variables take part, because the rest of the
path shares no variable with them and is satisfied by its own part of the path's model.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from antumbra.solvers.chain import trie
from antumbra.solvers.chain.domains import Domain
from antumbra.solvers.chain.independence import Group, groups_of
from antumbra.solvers.chain.path import PathCondition
from antumbra.solvers.chain.shape import Condition, VariableNote
from antumbra.terms import operators as o
from antumbra.terms.term import Term
from antumbra.terms.traverse import subterms

#: domains with more bounds than this are described to a solver by the conditions they came from
LITERAL_BOUNDS: Final = 24

#: what an assertion stands for: a relational constraint or the goal, or "this variable is in its domain"
Meaning = Condition | VariableNote


class Query:
    """A path and a goal: a condition, or one variable's domain narrowed (``within``)."""

    __slots__ = ("__dict__", "goal", "narrowed", "path", "within")

    def __init__(
        self,
        path: PathCondition,
        goal: Condition | None,
        narrowed: VariableNote | None = None,
        within: Domain | None = None,
    ) -> None:
        self.path: Final = path
        self.goal: Final = goal
        self.narrowed: Final = narrowed
        self.within: Final = within

    @property
    def focus(self) -> tuple[VariableNote, ...]:
        """The variables of the goal."""
        if self.goal is not None:
            return self.goal.variables
        return () if self.narrowed is None else (self.narrowed,)

    def domain(self, note: VariableNote) -> Domain | None:
        """A variable's domain, narrowed where the goal says so."""
        return self.within if note is self.narrowed else self.path.domain(note)

    @cached_property
    def _parts(self) -> tuple[list[Group], list[VariableNote]]:
        groups, loose = groups_of(self.path.entries, self.focus)
        return list(groups.values()), loose

    @cached_property
    def size(self) -> int:
        """How many constraints take part."""
        return sum(group.constraints.size for group in self._parts[0])

    @cached_property
    def opaque(self) -> bool:
        """Whether only a solver can vouch for changed values."""
        return (self.goal is not None and self.goal.opaque) or any(group.opaque for group in self._parts[0])

    @cached_property
    def constraints(self) -> list[Condition]:
        """The relational constraints of the goal's groups, oldest first in each."""
        return [c for group in self._parts[0] for c in group.constraints.items()]

    @cached_property
    def variables(self) -> list[VariableNote]:
        """All variables that take part."""
        groups, loose = self._parts
        return [*(v for group in groups for v in group.members.items()), *loose]

    @cached_property
    def values(self) -> dict[Term, Any]:
        """The path's model of these variables."""
        return {v.term: self.path.value(v) for v in self.variables}

    @cached_property
    def key(self) -> frozenset[Any]:
        """What the question is made of, as a key for caches."""
        parts: list[Any] = [c.number for c in self.constraints]
        for note in self.variables:
            values = self.domain(note)
            if values is not note.full:
                parts.append((note.number, values))
        if self.goal is not None:
            parts.append(self.goal.number)
        return frozenset(parts)

    def assertions(self) -> dict[Term, Meaning]:
        """The question for a backend, each assertion with what it stands for."""
        out: dict[Term, Meaning] = {}
        for constraint in self.constraints:
            out[constraint.term] = constraint
        for note in self.variables:
            values = self.domain(note)
            if values is None or values is note.full:
                continue
            if note is self.narrowed or len(values.bounds) <= LITERAL_BOUNDS:
                out.setdefault(note.literal(values), note)
            else:
                for term in origins(self.path, note):
                    out.setdefault(term, note)
        if self.goal is not None:
            out[self.goal.term] = self.goal
        return out

    def satisfied_by(self, values: dict[Term, Any]) -> bool:
        """Whether values for all variables that take part satisfy everything that takes part."""
        goal = self.goal
        if goal is not None and not goal.holds(values):
            return False
        for note in self.variables:
            if note.full is not None and not note.pseudo:
                allowed = self.domain(note)
                if allowed is not note.full and allowed is not None and int(values[note.term]) not in allowed:
                    return False
        return all(constraint.holds(values) for constraint in self.constraints)


class WholeQuery(Query):
    """A question that takes all conditions of the path along: what independence saves."""

    @cached_property
    def _parts(self) -> tuple[list[Group], list[VariableNote]]:
        notes = dict.fromkeys((*(entry.note for entry in trie.values(self.path.entries)), *self.focus))
        groups, loose = groups_of(self.path.entries, notes)
        return list(groups.values()), loose


class SearchedQuery(Query):
    """A question that looks for the variables of every condition anew: what remembering them saves."""

    @cached_property
    def _parts(self) -> tuple[list[Group], list[VariableNote]]:
        related = {note.term for note in self.focus} if self.goal is None else symbols_of(self.goal.term)
        waiting = [symbols_of(condition) for condition in self.path.conditions()]
        while True:
            touched = [symbols for symbols in waiting if not related.isdisjoint(symbols)]
            if not touched:
                break
            waiting = [symbols for symbols in waiting if related.isdisjoint(symbols)]
            related.update(*touched)
        notes = (entry.note for entry in trie.values(self.path.entries) if entry.note.term in related)
        groups, loose = groups_of(self.path.entries, dict.fromkeys((*self.focus, *notes)))
        return list(groups.values()), loose


def symbols_of(term: Term) -> set[Any]:
    """Variables and functions of a term, by a walk over all of it."""
    return {t if t.op is o.VAR else t.data for t in subterms(term) if t.op is o.VAR or t.op is o.APPLY}


def origins(path: PathCondition, note: VariableNote) -> list[Term]:
    """The conditions of the path that made a variable's domain, oldest first."""
    entry = trie.get(path.entries, note.number)
    chain = None if entry is None else entry.origins
    out: list[Term] = []
    while chain is not None:
        condition, positive, chain = chain
        out.append(condition.term if positive else condition.negation.term)
    out.reverse()
    return out
