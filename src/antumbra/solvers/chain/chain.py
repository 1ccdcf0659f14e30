"""The chain in front of the solvers: what exploration asks at every branch.

Order of the layers: conditions over one variable are decided on its domain. Others: already known on
the path → the path's own model (one side of a branch is then free) → bounds of terms → cores →
a guess → the same question before → recent models → a backend. Nothing but a backend ever answers
:class:`Unknown`, and it stays that: never infeasible, never feasible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from antumbra import terms as T
from antumbra.records import dataclass
from antumbra.solvers.answers import Answer, Model, Sat, Unknown, Unsat
from antumbra.solvers.chain import trie
from antumbra.solvers.chain.cache import KEY_LIMIT, Core, CoreStore, QueryCache, RecentModels
from antumbra.solvers.chain.domains import EMPTY, Domain
from antumbra.solvers.chain.guess import Others, guess
from antumbra.solvers.chain.independence import attach
from antumbra.solvers.chain.oracle import Oracle
from antumbra.solvers.chain.path import Entry, PathCondition
from antumbra.solvers.chain.query import Query, origins
from antumbra.solvers.chain.ranges import Range, range_of, stated
from antumbra.solvers.chain.shape import Condition, VariableNote, condition_note, variable_note
from antumbra.solvers.chain.statistics import Statistics
from antumbra.terms import operators as o
from antumbra.terms.term import Term

#: a feasible side of a branch, an infeasible one, or one that nobody could decide
Side = PathCondition | None | Unknown


@dataclass(frozen=True, slots=True)
class Values:
    """Values that a term can have. ``rest``: the path on which it has none of them; only None means there is none."""

    values: list[Any]
    rest: Side


#: steps of a query that may be postponed: a third of a second, about
SOON: Final = 100_000


class Chain:
    """Answers about paths. One chain serves any number of paths in any order."""

    def __init__(
        self,
        solver: str = "auto",
        *,
        timeout: float | None = None,
        deadline: Callable[[], float] | None = None,
        save_queries: Path | None = None,
        save_after: float = 1.0,
        memory_mb: float | None = None,
        query_steps: int | None = None,
    ) -> None:
        """``solver``: bitwuzla, z3 or auto. ``timeout`` and ``query_steps``: what a query may take.
        ``deadline``: the seconds that are left for everything. ``save_queries``: folder for queries slower than
        ``save_after``, as SMT-LIB. ``memory_mb``: for this process and its children."""
        #: assumptions of the whole program that paths do not carry; see ``solvers.axioms``
        self.axioms: tuple[Term, ...] = ()
        self.statistics: Final = Statistics()
        self._answers: Final = self.statistics.answers
        self._oracle: Final = Oracle(
            solver,
            self.statistics,
            timeout=timeout,
            steps=query_steps,
            deadline=deadline,
            folder=save_queries,
            save_after=save_after,
            memory_mb=memory_mb,
        )
        self._cache: Final = QueryCache()
        self._cores: Final = CoreStore()
        self._recent: Final = RecentModels()
        self._others: Final = Others()
        #: which conditions of a path a question takes along
        self._query: type[Query] = Query

    @property
    def out_of_time(self) -> bool:
        """Is the time for everything over? Then no question is answered any more, and to ask on is idle."""
        return self._oracle.expired()

    # ---- what exploration asks

    def branch(self, path: PathCondition, condition: Term) -> tuple[Side, Side]:
        """The path with the condition and with its negation. A side that the path implies is the path itself."""
        self.statistics.queries += 1
        note = condition.note
        if type(note) is not Condition:
            note = condition_note(condition)
        only = note.only
        if only is not None:
            entry = trie.get(path.entries, only.number)
            domain: Any
            if entry is None:
                domain = only.full
                link = None
            else:
                domain = entry.domain
                link = entry.link
            split = note.splits.get(domain) or note.split(domain)
            if split is not None:
                true, false = split
                if false is EMPTY:
                    self._answers["domain"] += 1
                    return path, None
                if true is EMPTY:
                    self._answers["domain"] += 1
                    return None, path
                if entry is None or link is None:
                    self._answers["domain"] += 1
                    return _narrow(path, note, True, only, entry, true), _narrow(path, note, False, only, entry, false)
                return self._branch_narrowed(path, note, entry, true, false)
        return self._branch_related(path, note)

    def branch_soon(self, path: PathCondition, condition: Term, *, steps: int) -> tuple[Side, Side]:
        """The same, but a side is ``POSTPONED`` if it takes more steps to decide."""
        oracle = self._oracle
        oracle.soon = steps
        try:
            return self.branch(path, condition)
        finally:
            oracle.soon = None

    def foreseen(self, path: PathCondition, condition: Term) -> bool | None:
        """Whether the path implies the condition or its negation, as far as that is seen without a search."""
        self.statistics.queries += 1
        note = condition_note(condition)
        domain = None if note.only is None else path.domain(note.only)
        split = None if domain is None else note.split(domain)
        if split is None:
            return self._known(path, note)
        return True if split[1] is EMPTY else False if split[0] is EMPTY else None

    def assume(self, path: PathCondition, condition: Term) -> Side:
        """The path with the condition."""
        self.statistics.queries += 1
        return self._assume(path, condition_note(condition))

    def check(self, path: PathCondition, condition: Term) -> Answer:
        """Whether the path allows the condition. The core is a subset of the path's conditions and it."""
        self.statistics.queries += 1
        found: list[Core] = []
        note = condition_note(condition)
        side = self._assume(path, note, found)
        if side is None:
            return Unsat((*self._explain(path, note, found), condition))
        return side if isinstance(side, Unknown) else Sat(side.model)

    def confirm(self, path: PathCondition) -> Side:
        """Whether the path is possible beyond doubt; asked before a violation is told."""
        return path

    def must(self, path: PathCondition, condition: Term) -> bool | Unknown:
        """Whether the condition holds in all states of the path."""
        self.statistics.queries += 1
        side = self._assume(path, condition_note(T.not_(condition)))
        return side if isinstance(side, Unknown) else side is None

    def model(self, path: PathCondition) -> Model:
        """Values that satisfy the path."""
        return path.model

    def values(self, path: PathCondition, term: Term, limit: int) -> Values:
        """At most ``limit`` values that the term can have, ascending, and what is left of the path besides them."""
        found: list[Any] = []
        evaluator = T.compiled(term)
        side: Side = path
        while len(found) < limit and isinstance(side, PathCondition):
            value = evaluator(side.model)
            found.append(value)
            self.statistics.queries += 1
            side = self._assume(side, condition_note(T.not_(T.eq(term, T.const(value, term.sort)))))
        return Values(sorted(found), side)

    def range(self, path: PathCondition, term: Term) -> Range:
        """Sound unsigned bounds (inclusive) of a bit-vector, from the domains of its variables; no search."""
        found = range_of(term, _bounds_on(path))
        if found is None:
            raise ValueError(f"no bounds for terms of sort {term.sort!r}")
        return found

    # ---- one variable

    def _branch_narrowed(
        self, path: PathCondition, note: Condition, entry: Entry, true: Domain, false: Domain
    ) -> tuple[Side, Side]:
        """A condition on one variable that has relations: its value decides one side, the other is searched."""
        variable = entry.note
        self._answers["model"] += 1
        if int(entry.value) in true:
            other = self._search(self._query(path, None, variable, false), note, False)
            if other is None:
                return path, None
            return _narrow(path, note, True, variable, entry, true), other
        other = self._search(self._query(path, None, variable, true), note, True)
        if other is None:
            return None, path
        return other, _narrow(path, note, False, variable, entry, false)

    def _assume(self, path: PathCondition, note: Condition, found: list[Core] | None = None) -> Side:
        if note.conjuncts and note.only is None:
            return self._assume_all(path, note)
        only = note.only
        if only is not None:
            entry = trie.get(path.entries, only.number)
            domain = only.full if entry is None else entry.domain
            split = None if domain is None else note.split(domain)
            if split is not None:
                true, false = split
                self._answers["domain"] += 1
                if true is EMPTY:
                    return None
                if false is EMPTY:
                    return path
                if entry is None or entry.link is None or int(entry.value) in true:
                    return _narrow(path, note, True, only, entry, true)
                return self._search(self._query(path, None, only, true), note, True, found)
        known = self._known(path, note)
        if known is not None:
            return path if known else None
        reduced = _reduce(path, note)
        if reduced is not note:
            return self._assume_reduced(path, note, reduced, found)
        if note.true_in({v.term: path.value(v) for v in note.variables}):
            self._answers["model"] += 1
            return relate(path, note, note, True, {})
        return self._search(self._query(path, note), note, True, found)

    # ---- several conditions

    def _assume_all(self, path: PathCondition, note: Condition) -> Side:
        """A conjunction: what the path's model does not satisfy is searched for in one query."""
        hard: list[Condition] = []
        side = path
        self.statistics.conditions += len(note.conjuncts)
        for part in note.conjuncts:
            given = self._given(side, condition_note(part))
            if given is None:
                return None
            if isinstance(given, Condition):
                hard.append(given)
            else:
                side = given
        if len(hard) <= 1:
            return self._assume(side, hard[0]) if hard else side
        goal = condition_note(T.and_(*(part.term for part in hard)))
        if len(goal.conjuncts) < 2:
            return self._assume(side, goal)
        query = self._query(side, goal)
        found = self._search(query, goal, True)
        if not isinstance(found, PathCondition) or goal.opaque:
            return found
        # the parts one by one, so that each connects its own variables only; the model now satisfies them
        result: Side = side.revalued({v: found.value(v) for v in query.variables if not v.pseudo})
        for part in hard:
            if isinstance(result, PathCondition):
                result = self._assume(result, part)
        return result

    def _given(self, path: PathCondition, note: Condition) -> PathCondition | Condition | None:
        """The path with a condition that its model satisfies; None if they contradict; else the condition."""
        if note.conjuncts and note.only is None:
            return note
        only = note.only
        if only is not None:
            domain = path.domain(only)
            split = None if domain is None else note.split(domain)
            if split is not None:
                if split[0] is EMPTY:
                    self._answers["domain"] += 1
                    return None
                entry = trie.get(path.entries, only.number)
                free = entry is None or entry.link is None or int(entry.value) in split[0]
                return self._narrowed(path, note) if free else note
        known = self._known(path, note)
        if known is not None:
            return path if known else None
        reduced = _reduce(path, note)
        if reduced.term.op is o.CONST:
            self._answers["known"] += 1
            return path if reduced.term.data else None
        if reduced is note and note.true_in({v.term: path.value(v) for v in note.variables}):
            self._answers["model"] += 1
            return relate(path, note, note, True, {})
        return note

    def _narrowed(self, path: PathCondition, note: Condition) -> PathCondition | Condition:
        """The path with a condition on one variable whose value needs no search."""
        side = self._assume(path, note)
        return side if isinstance(side, PathCondition) else note

    # ---- several variables

    def _known(self, path: PathCondition, note: Condition) -> bool | None:
        """Whether the path contains the condition or its negation."""
        if note.term.op is o.CONST:
            self._answers["known"] += 1
            return bool(note.term.data)
        known = path.known
        if trie.get(known, note.number) is not None:
            self._answers["known"] += 1
            return True
        if trie.get(known, note.negation.number) is not None:
            self._answers["known"] += 1
            return False
        return None

    def _branch_related(self, path: PathCondition, note: Condition) -> tuple[Side, Side]:
        known = self._known(path, note)
        if known is not None:
            return (path, None) if known else (None, path)
        reduced = _reduce(path, note)
        if reduced is not note:
            return self._branch_reduced(path, note, reduced)
        holds = note.true_in({v.term: path.value(v) for v in note.variables})
        if holds is None:
            return self._branch_open(path, note)
        this, that = (note, note.negation) if holds else (note.negation, note)
        other = self._search_side(path, note, not holds, that)
        if other is None:
            return (path, None) if holds else (None, path)
        self._answers["model"] += 1
        if this.conjuncts:
            side = self._assume(path, this)
        else:
            side = relate(path, this, note, holds, {})
        return (side, other) if holds else (other, side)

    def _search_side(self, path: PathCondition, note: Condition, positive: bool, goal: Condition) -> Side:
        if goal.conjuncts:
            return self._assume(path, goal)
        return self._search(self._query(path, goal), note, positive)

    def _branch_open(self, path: PathCondition, note: Condition) -> tuple[Side, Side]:
        """Only a solver can say, for both sides. An assertion mostly holds: then its negation is all that is asked."""
        false = self._search_side(path, note, False, note.negation)
        if false is None:
            return path, None
        true = self._search_side(path, note, True, note)
        return (None, path) if true is None else (true, false)

    # ---- variables with one value left

    def _branch_reduced(self, path: PathCondition, note: Condition, reduced: Condition) -> tuple[Side, Side]:
        true = self._assume_reduced(path, note, reduced)
        if true is None:
            return None, path
        false = self._assume_reduced(path, note.negation, reduced.negation)
        return (path, None) if false is None else (true, false)

    def _assume_reduced(
        self, path: PathCondition, note: Condition, reduced: Condition, found: list[Core] | None = None
    ) -> Side:
        """Decide the reduced condition; the path remembers the original one."""
        side = self._assume(path, reduced, found)
        if not isinstance(side, PathCondition) or side is path:
            return side
        known = trie.put(side.known, note.number, True)
        return PathCondition(path, note, True, side.entries, known)

    # ---- the search for a model that the path's own does not give

    def _search(self, query: Query, note: Condition, positive: bool, found: list[Core] | None = None) -> Side:
        """Path and goal, or that they contradict. ``note`` and ``positive`` say what the path then records."""
        goal = query.goal
        answers = self._answers
        if goal is not None and not goal.opaque and _beyond(goal, query):
            answers["range"] += 1
            return None
        self.statistics.conditions += query.size
        core = self._cores.find(query)
        if core is not None:
            answers["core"] += 1
            if found is not None:
                found.append(core)
            return None
        guessed = guess(query, self._others)
        if guessed is not None:
            answers["guess"] += 1
            return _extend(query, note, positive, {guessed[0]: guessed[1]})
        cached = query.size <= KEY_LIMIT
        if cached and query.key in self._cache:
            answers["cache"] += 1
            values = self._cache[query.key]
            return None if values is None else _extend(query, note, positive, _changes(query, values))
        values = None if query.opaque else self._recent.find(query)
        if values is not None:
            answers["recent"] += 1
            return _extend(query, note, positive, _changes(query, values))
        answers["solver"] += 1
        assertions = query.assertions()
        answer = self._ask(list(assertions))
        if isinstance(answer, Unknown):
            return answer
        if isinstance(answer, Unsat):
            core = self._cores.add(query, [assertions[term] for term in answer.core])
            if found is not None:
                found.append(core)
            if cached:
                self._cache.add(query.key, None)
            return None
        values = {v.term: answer.model[v.term] for v in query.variables if not v.pseudo}
        self._recent.add(values)
        if cached:
            self._cache.add(query.key, values)
        return _extend(query, note, positive, _changes(query, values))

    def _ask(self, assertions: list[Term], *, want_core: bool = True) -> Answer:
        return self._oracle.ask(assertions, want_core=want_core)

    def _explain(self, path: PathCondition, note: Condition, found: list[Core]) -> list[Term]:
        """Conditions of the path that contradict ``note``: those of the core where we have one, else all."""
        conditions = path.conditions()
        if not found or note.conjuncts:
            return conditions
        core = found[-1]
        wanted: set[Term] = set(core.terms)
        for variable, _ in core.domains:
            wanted.update(origins(path, variable))
        wanted.discard(note.term)
        kept = [condition for condition in conditions if condition in wanted]
        # a constraint simplified by fixed variables is not a condition of the path
        return kept if len(kept) == len(wanted) else conditions


def _reduce(path: PathCondition, note: Condition) -> Condition:
    """The condition with the variables replaced that have one value left on this path."""
    if note.opaque:
        return note
    fixed = False
    values: list[Any] = []
    for variable in note.variables:
        domain = path.domain(variable)
        if domain is not None and domain.single:
            fixed = True
            values.append(variable.witness(domain))
        else:
            values.append(None)
    return condition_note(note.reduced(tuple(values))) if fixed else note


def _beyond(goal: Condition, query: Query) -> bool:
    """Is the goal false within the bounds of its variables, and of terms that the path speaks of?"""
    memo = stated(c.term for c in query.constraints) if query.size <= KEY_LIMIT else {}
    return range_of(goal.term, _bounds_on(query.path), memo) == (0, 0)


def _bounds_on(path: PathCondition) -> Callable[[Term], Range | None]:
    def lookup(variable: Term) -> Range | None:
        domain = path.domain(variable_note(variable))
        return None if domain is None else (domain.low, domain.high)

    return lookup


def _narrow(
    path: PathCondition, note: Condition, positive: bool, variable: VariableNote, entry: Entry | None, domain: Domain
) -> PathCondition:
    """The path with a smaller domain of one variable; its value stays if it can."""
    if entry is None:
        value = variable.default
        if domain.low != 0:
            value = variable.witness(domain)
        new = Entry(variable, domain, value, None, None, (note, positive, None))
    else:
        value = entry.value
        if value not in domain:
            value = variable.witness(domain)
        new = Entry(variable, domain, value, entry.link, entry.uses, (note, positive, entry.origins))
    return PathCondition(path, note, positive, trie.put(path.entries, variable.number, new), path.known)


def relate(
    path: PathCondition, constraint: Condition, note: Condition, positive: bool, changes: Mapping[VariableNote, Any]
) -> PathCondition:
    """The path with a relational constraint, and changed values of its group."""
    entries = attach(path.entries, constraint, changes)
    known = trie.put(path.known, constraint.number, True)
    return PathCondition(path, note, positive, entries, known)


def _extend(query: Query, note: Condition, positive: bool, changes: dict[VariableNote, Any]) -> PathCondition:
    """The path with the goal of the query and the values that satisfy it."""
    path = query.path
    goal = query.goal
    if goal is not None:
        return relate(path, goal, note, positive, changes)
    entries = path.entries
    narrowed = query.narrowed
    for variable, value in changes.items():
        entry = trie.get(entries, variable.number)
        domain, history = entry.domain, entry.origins
        if variable is narrowed:
            domain, history = query.within, (note, positive, history)
        entries = trie.put(entries, variable.number, Entry(variable, domain, value, entry.link, entry.uses, history))
    return PathCondition(path, note, positive, entries, path.known)


def _changes(query: Query, values: Mapping[Term, Any]) -> dict[VariableNote, Any]:
    """The values that differ from the path's, and that of the narrowed variable."""
    path = query.path
    changes: dict[VariableNote, Any] = {}
    for note in query.variables:
        if not note.pseudo:
            value = values[note.term]
            if note is query.narrowed or value != path.value(note):
                changes[note] = value
    return changes
