"""The independent check of a proof: explored states and the closed set together are an inductive invariant.

Nothing of the exploration is believed. With a solver of its own, this re-checks from the transition system alone that
every initial state is covered, that every successor of a covered state is covered, and that no covered state violates
the property. Concrete states are executed; symbolic ones become formulas in which inputs are free.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from antumbra import terms as T
from antumbra.engines.abstract import linear
from antumbra.engines.abstract.constraints import eliminate
from antumbra.engines.abstract.states import Abstract, State
from antumbra.engines.abstract.system import Transition, TransitionSystem
from antumbra.solvers import Sat, Unknown, Unsat
from antumbra.solvers.enumeration import Enumerator
from antumbra.terms import Term

#: seconds for one query
PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a system is safe: the predicates, the explored symbolic states and their successors, the closed set."""

    check: str  #: safe-fragment, inductive-invariant, post-fixpoint or exhaustive (every reachable state was explored)
    predicates: tuple[Term, ...]
    states: Mapping[State, Sequence[tuple[int, State, Abstract, bool]]]
    closed: Mapping[Abstract, None]
    roots: Sequence[tuple[State, Abstract]]


class _Refuted(Exception):  # noqa: N818
    """A part of the proof does not hold, and which."""


@dataclass(slots=True)
class _Cover:
    """The covered states of one valuation of the control variables."""

    concrete: set[tuple[Any, ...]] = field(default_factory=set[tuple[Any, ...]])
    symbolic: list[State] = field(default_factory=list[State])
    closed: dict[int, None] = field(default_factory=dict[int, None])


def confirm(system: TransitionSystem, proof: Proof, tick: Callable[[], None]) -> str | None:
    """None if the proof holds, else what is wrong with it."""
    try:
        _Check(system, proof, tick).run()
    except _Refuted as reason:
        return str(reason)
    return None


class _Check:
    def __init__(self, system: TransitionSystem, proof: Proof, tick: Callable[[], None]) -> None:
        self.system = system
        self.proof = proof
        self.tick = tick
        self.solver = Enumerator(lambda: PATIENCE)
        self.goal = T.and_(T.TRUE, *(p.good for p in system.properties))
        self.covers: dict[tuple[int, ...], _Cover] = {}
        self.shapes: dict[State, Term] = {}
        self.residues: dict[tuple[int, ...], list[Transition]] = {}
        self.opened: dict[tuple[int, tuple[Term, ...]], bool] = {}
        for state in proof.states:
            cover = self.covers.setdefault(state.control, _Cover())
            if _is_concrete(state):
                cover.concrete.add(tuple(v.data for v in state.values))
            else:
                cover.symbolic.append(state)
        for abstract in proof.closed:
            self.covers.setdefault(abstract.control, _Cover()).closed[abstract.bits] = None

    def run(self) -> None:
        for transition in self.system.initial:
            self._covered({}, (), transition, [s for s, _ in self.proof.roots], "an initial state")
        for state, following in self.proof.states.items():
            self.tick()
            known = self._variables(state.control, state.values)
            self._good(known, state.condition)
            if self._executed(state):
                continue
            children = [after for _, after, _, _ in following]
            for transition in self._possible(state.control):
                self._covered(known, state.condition, transition, children, "a successor of an explored state")
        for abstract in self.proof.closed:
            self.tick()
            known = self._variables(abstract.control, self.system.data)
            condition = tuple(p if abstract.bits >> k & 1 else T.not_(p) for k, p in enumerate(self.proof.predicates))
            self._good(known, condition)
            for transition in self._possible(abstract.control):
                self._covered(known, condition, transition, (), "a successor of an abstract state")

    def _possible(self, control: tuple[int, ...]) -> list[Transition]:
        """Transitions that the control values alone do not rule out."""
        found = self.residues.get(control)
        if found is None:
            known = {v: T.const(c, v.sort) for v, c in zip(self.system.control, control, strict=True)}
            found = self.residues[control] = [t for t in self.system.transitions if self._open(t, known)]
        return found

    def _open(self, transition: Transition, known: Mapping[Term, Term]) -> bool:
        reads = T.free_variables(transition.guard)
        key = (id(transition), tuple(known[v] for v in self.system.control if v in reads))
        found = self.opened.get(key)
        if found is None:
            found = self.opened[key] = T.substitute(transition.guard, known) is not T.FALSE
        return found

    def _variables(self, control: tuple[int, ...], values: Sequence[Term]) -> dict[Term, Term]:
        known = {v: T.const(c, v.sort) for v, c in zip(self.system.control, control, strict=True)}
        known.update(zip(self.system.data, values, strict=True))
        return known

    def _good(self, known: Mapping[Term, Term], condition: Sequence[Term]) -> None:
        goal = T.substitute(self.goal, known)
        if goal is not T.TRUE:
            self._must_fail([*condition, T.not_(goal)], "a state in the proof violates the property")

    def _covered(
        self,
        known: Mapping[Term, Term],
        condition: Sequence[Term],
        transition: Transition,
        hints: Sequence[State],
        what: str,
    ) -> None:
        guard = T.substitute(transition.guard, known)
        if guard is T.FALSE:
            return
        news = {v: T.substitute(transition.updates.get(v, v), known) for v in (*self.system.control, *self.system.data)}
        control = tuple(int(news[v].data) for v in self.system.control)
        values = tuple(news[v] for v in self.system.data)
        cover = self.covers.get(control, _Cover())
        if not condition and all(v.op is T.CONST for v in values) and guard is T.TRUE:
            if tuple(v.data for v in values) in cover.concrete or self._bits(values) in cover.closed:
                return
            raise _Refuted(f"{what} by {transition.name} is not covered")
        after = dict(zip(self.system.data, values, strict=True))
        likely = list(dict.fromkeys(s for s in hints if s.control == control and s in self.proof.states))
        self._must_fail_covered(
            [*condition, guard], after, cover, likely, f"{what} by {transition.name} is not covered"
        )

    def _executed(self, state: State) -> bool:
        """Run every transition from a concrete state, where none takes an input; False if that cannot be done."""
        possible = self._possible(state.control)
        if not _is_concrete(state) or any(self._takes_input(t) for t in possible):
            return False
        env: dict[Term, Any] = dict(zip(self.system.control, state.control, strict=True))
        env.update((v, w.data) for v, w in zip(self.system.data, state.values, strict=True))
        for transition in possible:
            if not T.compiled(transition.guard)(env):
                continue
            after = {**env, **{v: T.compiled(u)(env) for v, u in transition.updates.items()}}
            cover = self.covers.get(tuple(int(after[v]) for v in self.system.control), _Cover())
            row = tuple(after[v] for v in self.system.data)
            if row not in cover.concrete and (not cover.closed or self._truth(after) not in cover.closed):
                raise _Refuted(f"a successor of an explored state by {transition.name} is not covered")
        return True

    def _takes_input(self, transition: Transition) -> bool:
        inputs = frozenset(transition.inputs)
        return any(T.free_variables(x) & inputs for x in (transition.guard, *transition.updates.values()))

    def _bits(self, values: Sequence[Term]) -> int:
        return self._truth({v: w.data for v, w in zip(self.system.data, values, strict=True)})

    def _truth(self, env: Mapping[Term, Any]) -> int:
        bits = 0
        for number, predicate in enumerate(self.proof.predicates):
            if T.compiled(predicate)(env):
                bits |= 1 << number
        return bits

    def _must_fail_covered(
        self, assertions: list[Term], after: Mapping[Term, Term], cover: _Cover, likely: Sequence[State], what: str
    ) -> None:
        """No state ``after`` lies outside the cover. First with the likely members, then with all."""
        instances = [T.substitute(p, after) for p in self.proof.predicates]
        outside = [self._outside(instances, bits) for bits in cover.closed]
        near = [T.not_(T.substitute(self._shape(s), after)) for s in likely]
        if not isinstance(self._ask([*assertions, *near, *outside]), Sat):
            return
        if not cover.symbolic and not cover.concrete:
            raise _Refuted(what)
        every = [T.not_(T.substitute(self._shape(s), after)) for s in cover.symbolic]
        for row in sorted(cover.concrete):
            same = [T.eq(after[v], T.const(x, v.sort)) for v, x in zip(self.system.data, row, strict=True)]
            every.append(T.not_(T.and_(T.TRUE, *same)))
        self._must_fail([*assertions, *outside, *every], what)

    def _outside(self, instances: Sequence[Term], bits: int) -> Term:
        return T.or_(T.FALSE, *(T.not_(p) if bits >> k & 1 else p for k, p in enumerate(instances)))

    def _shape(self, state: State) -> Term:
        found = self.shapes.get(state)
        if found is None:
            found = self.shapes[state] = _formula(state, self.system.data)
        return found

    def _must_fail(self, assertions: Sequence[Term], what: str) -> None:
        if isinstance(self._ask(assertions), Sat):
            raise _Refuted(what)

    def _ask(self, assertions: Sequence[Term]) -> Sat | Unsat:
        if T.FALSE in assertions:
            return Unsat(())
        self.tick()
        answer = self.solver.check([a for a in assertions if a is not T.TRUE])
        if isinstance(answer, Unknown):
            raise _Refuted(f"the solver gave up: {answer.reason}")
        return answer


def _is_concrete(state: State) -> bool:
    return not state.condition and all(v.op is T.CONST for v in state.values)


def _formula(state: State, data: Sequence[Term]) -> Term:
    """The set of a symbolic state as a formula over the variables: its symbolic constants are solved or quantified."""
    equations = [(v, w) for v, w in zip(data, state.values, strict=True)]
    solved: dict[Term, Term] = {}
    rest: list[Term] = []
    for variable, value in equations:
        value = T.substitute(value, solved)
        constants = [c for c in sorted(T.free_variables(value), key=lambda c: c.id) if str(c.data).startswith("$")]
        target: Term | None = None
        answer = variable
        if value.op is T.VAR and constants:
            target = value
        elif value.sort is T.INT:
            entries, constant = linear.form_of(value)
            for name, factor in entries:
                if name in constants and factor in (1, -1):
                    others = tuple((v, -c * factor) for v, c in entries if v is not name)
                    target = name
                    answer = T.add(
                        T.mul(T.sub(variable, T.integer(constant)), T.integer(factor)), linear.sum_of(others)
                    )
                    break
        if target is None:
            rest.append(T.eq(variable, value))
            continue
        solved = {k: T.substitute(v, {target: answer}) for k, v in solved.items()}
        solved[target] = answer
    literals = tuple(linear.normal(T.substitute(x, solved)) for x in (*state.condition, *rest))
    left = sorted({c for x in literals for c in T.free_variables(x) if str(c.data).startswith("$")}, key=lambda c: c.id)
    hidden: list[Term] = []
    for name in left:
        shorter = eliminate(literals, name) if name.sort is T.INT else None
        if shorter is None:
            hidden.append(name)
        else:
            literals = shorter
    body = T.and_(T.TRUE, *literals)
    still = [c for c in hidden if c in T.free_variables(body)]
    return T.exists(still, body) if still else body
