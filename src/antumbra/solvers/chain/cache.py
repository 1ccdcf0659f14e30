"""What earlier answers say about a new question.

* the same question again, as a set of constraints (:class:`QueryCache`);
* a superset of something unsatisfiable is unsatisfiable (:class:`CoreStore`);
* a model of something else may do here as well (:class:`RecentModels`), which covers every subset of
  something satisfiable.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from antumbra.solvers.chain import trie
from antumbra.solvers.chain.domains import Domain
from antumbra.solvers.chain.path import PathCondition
from antumbra.solvers.chain.query import Meaning, Query
from antumbra.solvers.chain.shape import VariableNote
from antumbra.terms.term import Term

#: questions remembered before the cache is emptied
CACHE_LIMIT: Final = 50_000
#: larger questions are not worth hashing
KEY_LIMIT: Final = 64
#: cores tried for one literal, newest first
CORES_PER_LITERAL: Final = 48
RECENT: Final = 24


class QueryCache:
    """Answers by the exact set of constraints: a model, or None for unsatisfiable."""

    def __init__(self) -> None:
        self._answers: dict[frozenset[Any], dict[Term, Any] | None] = {}

    def __contains__(self, key: frozenset[Any]) -> bool:
        return key in self._answers

    def __getitem__(self, key: frozenset[Any]) -> dict[Term, Any] | None:
        return self._answers[key]

    def add(self, key: frozenset[Any], answer: dict[Term, Any] | None) -> None:
        """Remember an answer."""
        if len(self._answers) >= CACHE_LIMIT:
            self._answers.clear()
        self._answers[key] = answer


class Core:
    """Relational literals (by number) and domains that contradict each other."""

    __slots__ = ("domains", "literals", "terms")

    def __init__(
        self, literals: tuple[int, ...], domains: tuple[tuple[VariableNote, Domain], ...], terms: tuple[Term, ...]
    ) -> None:
        self.literals: Final = literals
        self.domains: Final = domains
        #: the literals as terms
        self.terms: Final = terms


class CoreStore:
    """Unsatisfiable cores, found by any literal or narrowed variable in them."""

    def __init__(self) -> None:
        self._by_literal: dict[int, deque[Core]] = {}
        self._by_variable: dict[int, deque[Core]] = {}

    def add(self, query: Query, meanings: list[Meaning]) -> Core:
        """Remember a backend's core, given as what its assertions stand for."""
        literals: list[int] = []
        domains: dict[VariableNote, Domain] = {}
        for meaning in meanings:
            if isinstance(meaning, VariableNote):
                values = query.domain(meaning)
                if values is not None:
                    domains[meaning] = values
            else:
                literals.append(meaning.number)
        terms = tuple(m.term for m in meanings if not isinstance(m, VariableNote))
        core = Core(tuple(literals), tuple(domains.items()), terms)
        for number in literals:
            self._by_literal.setdefault(number, deque(maxlen=CORES_PER_LITERAL)).appendleft(core)
        for note in domains:
            self._by_variable.setdefault(note.number, deque(maxlen=CORES_PER_LITERAL)).appendleft(core)
        return core

    def find(self, query: Query) -> Core | None:
        """A core that path and goal together contain."""
        goal = query.goal
        path = query.path
        if goal is not None:
            for core in self._by_literal.get(goal.number, ()):
                if _covers(path, core, goal.number, None, None):
                    return core
        elif query.narrowed is not None:
            for core in self._by_variable.get(query.narrowed.number, ()):
                if _covers(path, core, -1, query.narrowed, query.within):
                    return core
        return None


def _covers(path: PathCondition, core: Core, goal: int, narrowed: VariableNote | None, within: Domain | None) -> bool:
    known = path.known
    for number in core.literals:
        if number != goal and trie.get(known, number) is None:
            return False
    for note, values in core.domains:
        mine = within if note is narrowed else path.domain(note)
        if mine is None or not mine.subset_of(values):
            return False
    return True


class RecentModels:
    """The last models that took an effort to find."""

    def __init__(self) -> None:
        self._models: deque[dict[Term, Any]] = deque(maxlen=RECENT)

    def add(self, model: dict[Term, Any]) -> None:
        """Remember values of related variables."""
        self._models.appendleft(model)

    def find(self, query: Query) -> dict[Term, Any] | None:
        """Values for all variables of the query that satisfy it, if one of the models gives them."""
        goal = query.goal
        narrowed, within = query.narrowed, query.within
        for model in self._models:
            if goal is not None:
                if not all(note.term in model for note in goal.variables) or not goal.holds(model):
                    continue
            elif narrowed is not None and within is not None:
                value = model.get(narrowed.term)
                if value is None or int(value) not in within:
                    continue
            values = {term: model.get(term, value) for term, value in query.values.items()}
            if query.satisfied_by(values):
                return values
        return None
