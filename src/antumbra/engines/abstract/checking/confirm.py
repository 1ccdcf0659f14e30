"""The independent check of a proof: explored states and the closed set together are an inductive invariant.

Nothing of the analysis is believed or used. The program is read again (``rules``), and with a solver of its own this
shows that every initial state is covered, that every successor of a covered state is covered, and that from no covered
state an assertion fails. Explored concrete states are run. The closed set is checked a whole control state at a time:
its abstract states are a disjunction over switches, one for each predicate before and after the rule.

With like parts, a state of the proof stands for its orbit. The program maps to itself when parts are exchanged
(``like_parts``), so it is enough that successors of the states in the proof lie in orbits of states in the proof.
Orbits are never spelled out: a successor that is not known yet is one model of the solver, and is turned into a state
of the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from antumbra import terms as T
from antumbra.engines.abstract.checking.like_parts import LikeParts, NotAlike, Permutation
from antumbra.engines.abstract.checking.membership import formula_of
from antumbra.engines.abstract.checking.rules import START, NotRules, Rule, rules_of
from antumbra.engines.abstract.exploring.states import Abstract, Following, State
from antumbra.engines.abstract.proof import Proof
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.records import dataclass, field
from antumbra.solvers import Sat, Unknown
from antumbra.solvers.backends.z3_backend import Z3Backend
from antumbra.terms import Term

#: steps of one query
PATIENCE = 20_000_000

Control = tuple[int, ...]
Row = tuple[Any, ...]


class _Refuted(Exception):  # noqa: N818
    """A part of the proof does not hold, and which."""


@dataclass(slots=True)
class _Cover:
    """The covered states of one valuation of the control variables."""

    concrete: set[Row] = field(default_factory=set[Row])
    symbolic: list[State] = field(default_factory=list[State])
    #: of the closed set, and what was found to lie in its orbits
    closed: dict[int, None] = field(default_factory=dict[int, None])


@dataclass(frozen=True, slots=True)
class _Residue:
    """A rule where the control variables have known values. ``target`` is None where an assertion fails."""

    name: str
    guard: Term
    target: Control | None
    values: tuple[Term, ...]
    unknown: bool


def confirm(
    system: TransitionSystem, proof: Proof, tick: Callable[[], None], left: Callable[[], float | None] = lambda: None
) -> str | None:
    """None if the proof holds, else what is wrong with it. ``left``: seconds for one query."""
    try:
        _Check(system, proof, tick, left).run()
    except (_Refuted, NotRules, NotAlike) as reason:
        return str(reason)
    return None


class _Check:
    def __init__(
        self, system: TransitionSystem, proof: Proof, tick: Callable[[], None], left: Callable[[], float | None]
    ) -> None:
        self.control = system.control
        self.data = system.data
        self.heads = system.origin.heads
        self.proof = proof
        self.tick = tick
        self.left = left
        self.solver = Z3Backend()
        #: where the program is, if that is one of the control variables
        self.location = system.origin.location
        self.place = next((k for k, v in enumerate(self.control) if v is self.location), None)
        self.rules = rules_of(system.origin.program, self.heads, system.origin.checks, (*self.control, *self.data))
        self.covers: dict[Control, _Cover] = {}
        self.residues: dict[Control, list[_Residue]] = {}
        self._parts: dict[tuple[int, tuple[int, ...]], tuple[Term, tuple[Term, ...]]] = {}
        self._reads = [_reads(rule, self.control, self.data) for rule in self.rules]
        self._shapes: dict[State, Term] = {}
        self.alike = LikeParts(self.control, self.data, proof, lambda formula: not self._possible([T.not_(formula)]))
        for state in proof.states:
            cover = self._cover(state.control)
            row = _row(state)
            if row is None:
                cover.symbolic.append(state)
            else:
                cover.concrete.add(row)
        for abstract in proof.closed:
            self._cover(abstract.control).closed[abstract.bits] = None

    def _cover(self, control: Control) -> _Cover:
        found = self.covers.get(control)
        if found is None:
            found = self.covers[control] = _Cover()
        return found

    def run(self) -> None:
        if any(not T.free_variables(p) <= frozenset(self.data) for p in self.proof.predicates):
            raise _Refuted("a predicate speaks of more than the data")
        self.alike.check(self.rules, self.location, self.tick)
        for rule in self.rules:
            if rule.source == START:
                residue = self._residue(rule, rule.guard, tuple(rule.values[v] for v in self.data), rule.values)
                self._step((), (), residue, self.proof.roots, "an initial state")
        for state, following in self.proof.states.items():
            self.tick()
            row = _row(state)
            for residue in self._from(state.control):
                if row is not None and not residue.unknown:
                    self._run(row, residue, following)
                else:
                    self._step(state.values, state.condition, residue, following, "a successor of an explored state")
        self._closed()

    # ---------------------------------------------------------------- rules under known control values

    def _from(self, control: Control) -> list[_Residue]:
        """The rules that the control values alone do not rule out."""
        found = self.residues.get(control)
        if found is not None:
            return found
        head = self._head(control)
        known = {v: T.const(c, v.sort) for v, c in zip(self.control, control, strict=True)}
        found = list[_Residue]()
        for number, rule in enumerate(self.rules):
            if rule.source != head:
                continue
            key = (number, tuple(control[k] for k in self._reads[number]))
            parts = self._parts.get(key)
            if parts is None:
                guard = T.substitute(rule.guard, known)
                parts = (guard, tuple(T.substitute(rule.values.get(v, v), known) for v in self.data))
                self._parts[key] = parts
            if parts[0] is not T.FALSE:
                news = {v: T.substitute(rule.values[v], known) if v in rule.values else known[v] for v in self.control}
                found.append(self._residue(rule, *parts, news))
        self.residues[control] = found
        return found

    def _head(self, control: Control) -> str:
        """The cut point where the program is."""
        if self.place is None:
            # Not said, so there must be only one.
            if len(self.heads) != 1:
                raise _Refuted("the proof does not say where the program is")
            return self.heads[0]
        if control[self.place] >= len(self.heads):
            raise _Refuted("a state of the proof is none of the program's")
        return self.heads[control[self.place]]

    def _residue(self, rule: Rule, guard: Term, values: tuple[Term, ...], control: Mapping[Term, Term]) -> _Residue:
        target: Control | None = None
        if rule.target is not None:
            news: list[int] = []
            for place, variable in enumerate(self.control):
                if place == self.place:
                    news.append(self.heads.index(rule.target))
                    continue
                new = control[variable]
                if new.op is not T.CONST:
                    raise _Refuted(f"{rule.name} gives {variable.data} a value that is not constant")
                news.append(int(new.data))
            target = tuple(news)
        free = T.free_variables(guard).union(*(T.free_variables(v) for v in values))
        return _Residue(rule.name, guard, target, values, not free.isdisjoint(rule.unknowns))

    # ---------------------------------------------------------------- explored states

    def _run(self, row: Row, residue: _Residue, following: Sequence[Following]) -> None:
        """Run a rule on concrete values."""
        env = dict(zip(self.data, row, strict=True))
        if not T.compiled(residue.guard)(env):
            return
        if residue.target is None:
            raise _Refuted(f"an assertion fails after an explored state, by {residue.name}")
        after = tuple(T.compiled(v)(env) for v in residue.values)
        for turn in self._turns(following, residue.target):
            cover = self.covers.get(turn.control(residue.target))
            row = turn.data(after)
            if cover is not None and (row in cover.concrete or self._truth(row, cover) in cover.closed):
                return
        if self.proof.closed and self.alike.closed(Abstract(residue.target, self._truth(after))):
            return
        raise _Refuted(f"a successor of an explored state by {residue.name} is not covered")

    def _turns(self, following: Sequence[Following], target: Control) -> list[Permutation]:
        """Ways to look at a successor: as it is, and as the exploration turned it into a state that stands for it."""
        if not self.proof.families:
            return [self.alike.identity]
        found = {self.alike.identity: None}
        for one in following:
            if one.turn is not None:
                turn = self.alike.permutation(one.turn)
                if turn not in found and turn.control(target) == one.state.control:
                    found[turn] = None
        return list(found)

    def _truth(self, row: Row, cover: _Cover | None = None) -> int:
        """The abstract state of concrete values, if any could be in the cover."""
        if cover is not None and not cover.closed:
            return -1
        env = dict(zip(self.data, row, strict=True))
        return sum(1 << k for k, p in enumerate(self.proof.predicates) if T.compiled(p)(env))

    def _step(
        self,
        values: tuple[Term, ...],
        condition: tuple[Term, ...],
        residue: _Residue,
        following: Sequence[Following],
        what: str,
    ) -> None:
        """Every state after the rule is covered. First with the likely members of the cover, then with all."""
        known = dict(zip(self.data, values, strict=True)) if values else {}
        assertions = [*condition, T.substitute(residue.guard, known)]
        if residue.target is None:
            self._must_fail(assertions, f"an assertion fails after {what}, by {residue.name}")
            return
        news = tuple(T.substitute(u, known) for u in residue.values)
        views = [
            (cover, dict(zip(self.data, turn.data(news), strict=True)), control)
            for turn in self._turns(following, residue.target)
            if (cover := self.covers.get(control := turn.control(residue.target))) is not None
        ]
        near: list[Term] = []
        for cover, after, control in views:
            likely = [f for f in following if f.state.control == control]
            states = dict.fromkeys(f.state for f in likely if f.state in self.proof.states)
            near += [T.not_(T.substitute(self._shape(s), after)) for s in states]
            cubes = {f.abstract.bits: None for f in likely if f.matched and f.abstract.bits in cover.closed}
            near += self._outside(after, cubes)
        if not self._possible([*assertions, *near]):
            return
        every: list[Term] = []
        for cover, after, _ in views:
            every += self._outside(after, cover.closed)
            every += [T.not_(T.substitute(self._shape(s), after)) for s in cover.symbolic]
            for row in sorted(cover.concrete):
                same = (T.eq(after[v], T.const(x, v.sort)) for v, x in zip(self.data, row, strict=True))
                every.append(T.not_(T.and_(T.TRUE, *same)))
        instances = [T.substitute(p, dict(zip(self.data, news, strict=True))) for p in self.proof.predicates]
        self._must_stay(
            [*assertions, *near, *every],
            instances,
            instances,
            residue.target,
            f"{what} by {residue.name} is not covered",
        )

    def _outside(self, after: Mapping[Term, Term], cubes: Mapping[int, None]) -> list[Term]:
        instances = [T.substitute(p, after) for p in self.proof.predicates] if cubes else []
        return [_clause(instances, bits) for bits in cubes]

    def _shape(self, state: State) -> Term:
        found = self._shapes.get(state)
        if found is None:
            found = self._shapes[state] = formula_of(state, self.data)
        return found

    # ---------------------------------------------------------------- the closed set

    def _closed(self) -> None:
        """From no abstract state of the closed set a rule leads outside of it, or to a failing assertion."""
        before = [_switch(p) for p in self.proof.predicates]
        base = [T.eq(s, p) for s, p in zip(before, self.proof.predicates, strict=True)]
        work: dict[tuple[Term, ...], list[tuple[Control, _Residue]]] = {}
        members: dict[Control, dict[int, None]] = {}
        for state in self.proof.closed:
            members.setdefault(state.control, {})[state.bits] = None
        for control in members:
            for residue in self._from(control):
                work.setdefault(residue.values, []).append((control, residue))
        cubes: dict[tuple[int, ...], Term] = {}
        for values, group in work.items():
            after = dict(zip(self.data, values, strict=True))
            instances = [T.substitute(p, after) for p in self.proof.predicates]
            switches = [i if i.op is T.CONST else _switch(i) for i in instances]
            meaning = [T.eq(s, i) for s, i in zip(switches, instances, strict=True) if s not in before]
            definitions = [*base, *dict.fromkeys(m for m in meaning if m is not T.TRUE)]
            same = sum(1 << k for k, switch in enumerate(switches) if switch is before[k])
            for control, residue in group:
                self.tick()
                chosen = tuple(members[control])
                inside = cubes.get(chosen)
                if inside is None:
                    inside = cubes[chosen] = T.or_(T.FALSE, *(T.not_(_clause(before, bits)) for bits in chosen))
                assertions = [*definitions, inside, residue.guard]
                if residue.target is None:
                    self._must_fail(assertions, f"{residue.name}: an assertion fails")
                    continue
                # What no predicate that keeps its truth rules out already.
                kept = {bits & same for bits in chosen}
                cover = self._cover(residue.target)
                assertions += [_clause(switches, bits) for bits in cover.closed if bits & same in kept]
                where = f"{residue.name}: leads out of the closed set"
                self._must_stay(assertions, instances, switches, residue.target, where)

    # ---------------------------------------------------------------- questions

    def _must_fail(self, assertions: Sequence[Term], what: str) -> None:
        if self._possible(assertions):
            raise _Refuted(what)

    def _must_stay(
        self, assertions: list[Term], instances: Sequence[Term], switches: Sequence[Term], target: Control, what: str
    ) -> None:
        """Whatever satisfies the assertions lies in orbits of the closed set. ``instances`` are the predicates after
        the rule, ``switches`` what stands for them."""
        cover = self._cover(target)
        excluded: set[int] = set()
        while (model := self._model(assertions)) is not None:
            bits = sum(1 << k for k, p in enumerate(instances) if T.compiled(p)(model))
            if bits in excluded or not self.alike.closed(Abstract(target, bits)):
                raise _Refuted(what)
            excluded.add(bits)
            cover.closed[bits] = None
            assertions.append(_clause(switches, bits))

    def _possible(self, assertions: Sequence[Term]) -> bool:
        return self._model(assertions) is not None

    def _model(self, assertions: Sequence[Term]) -> Mapping[Term, Any] | None:
        if T.FALSE in assertions:
            return None
        self.tick()
        answer = self.solver.check(
            [a for a in assertions if a is not T.TRUE], timeout=self.left(), steps=PATIENCE, want_core=False
        )
        if isinstance(answer, Unknown):
            raise _Refuted(f"the solver gave up: {answer.reason}")
        return answer.model if isinstance(answer, Sat) else None


def _reads(rule: Rule, control: Sequence[Term], data: Sequence[Term]) -> tuple[int, ...]:
    """The control variables that matter for the rule's guard and for what it does to data."""
    free = T.free_variables(rule.guard).union(*(T.free_variables(rule.values.get(v, v)) for v in data))
    return tuple(k for k, v in enumerate(control) if v in free)


def _row(state: State) -> Row | None:
    """The values of a state, if they are all known."""
    if state.condition or any(v.op is not T.CONST for v in state.values):
        return None
    return tuple(v.data for v in state.values)


def _clause(instances: Sequence[Term], bits: int) -> Term:
    """Not this valuation of the predicates."""
    return T.or_(T.FALSE, *(T.not_(p) if bits >> k & 1 else p for k, p in enumerate(instances)))


def _switch(formula: Term) -> Term:
    return T.var(f"switch {formula.id}", T.BOOL)
