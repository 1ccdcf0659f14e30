"""Predicate abstraction of symbolic states: abstract states, enabled moves, SPLITSTATE.

An abstract state is the values of the control variables and a bit for each predicate. Guards and properties are
Boolean combinations of predicates in use, so an abstract state decides them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product

from antumbra import terms as T
from antumbra.engines.abstract.exploring.states import Abstract, State, conjuncts, constant, normalised
from antumbra.engines.abstract.exploring.symmetry import Symmetry
from antumbra.engines.abstract.systems import linear
from antumbra.engines.abstract.systems.constraints import Facts
from antumbra.engines.abstract.systems.system import Transition, TransitionSystem
from antumbra.records import dataclass
from antumbra.solvers import Sat, Unknown
from antumbra.solvers.backends.enumeration import Enumerator
from antumbra.terms import Term


class SolverGaveUp(Exception):  # noqa: N818 - ends the analysis as unknown
    """A query has no answer, and why."""


@dataclass(frozen=True, slots=True)
class Move:
    """A transition from one valuation of the control variables: residues over data and inputs."""

    transition: Transition
    number: int
    guard: Term
    target: tuple[int, ...]
    updates: tuple[Term, ...]
    inputs: tuple[Term, ...]
    #: whether the guard speaks of inputs, so that an abstract state alone does not decide it
    open_guard: bool


@dataclass(slots=True)
class Counts:
    """How much was done; the paper's columns are made from these."""

    splits: int = 0
    enumerations: int = 0
    cached: int = 0
    exactness: int = 0
    closure: int = 0
    shared: int = 0


class Abstraction:
    """A transition system under a growing list of predicates."""

    def __init__(
        self,
        system: TransitionSystem,
        solver: Enumerator,
        tick: Callable[[], None],
        symmetry: Symmetry | None = None,
    ) -> None:
        self.system = system
        self.symmetry = symmetry
        self.solver = solver
        self.counts = Counts()
        self._tick = tick
        self.predicates: list[Term] = []
        self._numbers: dict[Term, int] = {}
        if symmetry is not None:
            symmetry.predicates, symmetry.numbers = self.predicates, self._numbers
        self._data_set = frozenset(system.data)
        self._supports: list[tuple[int, ...]] = []
        self._moves: dict[tuple[int, ...], list[Move]] = {}
        self._good: dict[tuple[int, ...], Term] = {}
        self._instances: dict[tuple[Term, tuple[Term, ...]], Term] = {}
        self._values: dict[tuple[Term, tuple[Term, ...]], Term] = {}
        self._models: dict[tuple[tuple[Term, ...], tuple[Term, ...]], list[tuple[bool, ...]]] = {}
        self._bits: dict[tuple[Term, ...], tuple[int, int]] = {}
        self._enabled: dict[Abstract, list[Move]] = {}
        self._bad: dict[Abstract, bool] = {}
        place = {v: k for k, v in enumerate(system.control)}
        #: for each transition: the control variables that its guard and its updates of data read
        self._reads = [
            (
                tuple(sorted(place[v] for v in T.free_variables(t.guard) if v in place)),
                tuple(
                    sorted({place[v] for d in system.data for v in T.free_variables(t.updates.get(d, d)) if v in place})
                ),
            )
            for t in system.transitions
        ]
        self._guards: dict[tuple[int, tuple[int, ...]], Term] = {}
        self._news: dict[tuple[int, tuple[int, ...]], tuple[Term, ...]] = {}
        self._domains = self._finite_domains()
        good = T.and_(T.TRUE, *(p.good for p in system.properties))
        self.goal = linear.normal(good)
        self.add(self._initial_predicates())

    # ---------------------------------------------------------------- predicates

    def add(self, atoms: Iterable[Term]) -> int:
        """Add predicates that are new, and their images under symmetry; returns how many."""
        added = 0
        if self.symmetry is not None:
            atoms = self.symmetry.closure(atoms)
        for atom in atoms:
            if atom not in self._numbers and T.free_variables(atom):
                self._numbers[atom] = len(self.predicates)
                self.predicates.append(atom)
                free = T.free_variables(atom)
                self._supports.append(tuple(k for k, v in enumerate(self.system.data) if v in free))
                added += 1
        if added:
            self._enabled.clear()
            self._bad.clear()
        return added

    def _finite_domains(self) -> dict[Term, list[Term]]:
        """The values that each control variable can take."""
        found: dict[Term, dict[Term, None]] = {v: {} for v in self.system.control}
        for transition in (*self.system.initial, *self.system.transitions):
            for variable, values in found.items():
                if variable in transition.updates:
                    values.setdefault(transition.updates[variable])
        return {v: list(values) for v, values in found.items()}

    def _initial_predicates(self) -> list[Term]:
        """The atoms of guards and of the property; where one mixes control and data, once for each control value."""
        found: dict[Term, None] = {}
        control = frozenset(self.system.control)
        for formula in (*(t.guard for t in self.system.transitions), self.goal):
            for atom in linear.atoms_of(formula):
                free = T.free_variables(atom)
                if not free <= self._data_set | control:
                    continue
                mixed = sorted(free & control, key=lambda v: v.id)
                if mixed and not free & self._data_set:
                    continue
                for choice in product(*(self._domains[v] for v in mixed)):
                    whole = linear.normal(T.substitute(atom, dict(zip(mixed, choice, strict=True))))
                    for part in linear.atoms_of(whole):
                        found.setdefault(part)
        return list(found)

    def literals(self, bits: int) -> list[Term]:
        return [p if bits >> k & 1 else T.not_(p) for k, p in enumerate(self.predicates)]

    # ---------------------------------------------------------------- control

    def moves(self, control: tuple[int, ...]) -> list[Move]:
        """What can happen from these control values, as far as they decide."""
        found = self._moves.get(control)
        if found is None:
            found = list[Move]()
            for number, transition in enumerate(self.system.transitions):
                guard = self._guard(number, transition, control)
                if guard is not T.FALSE:
                    found.append(self._move(transition, number, guard, control))
            self._moves[control] = found
        return found

    def _constants(self, control: tuple[int, ...]) -> dict[Term, Term]:
        return {v: T.const(c, v.sort) for v, c in zip(self.system.control, control, strict=True)}

    def _guard(self, number: int, transition: Transition, control: tuple[int, ...]) -> Term:
        """The guard's residue, kept by the control values that it reads: there are many more control states."""
        key = (number, tuple(control[k] for k in self._reads[number][0]))
        found = self._guards.get(key)
        if found is None:
            found = self._guards[key] = linear.normal(T.substitute(transition.guard, self._constants(control)))
        return found

    def _move(self, transition: Transition, number: int, guard: Term, control: tuple[int, ...]) -> Move:
        updates = transition.updates
        target = tuple(
            int(updates[v].data) if v in updates else c for v, c in zip(self.system.control, control, strict=True)
        )
        key = (number, tuple(control[k] for k in self._reads[number][1]))
        news = self._news.get(key)
        if news is None:
            known = self._constants(control)
            news = tuple(linear.normal(T.substitute(updates.get(v, v), known)) for v in self.system.data)
            self._news[key] = news
        used = T.free_variables(guard).union(*(T.free_variables(n) for n in news))
        inputs = tuple(i for i in transition.inputs if i in used)
        return Move(transition, number, guard, target, news, inputs, bool(T.free_variables(guard) & frozenset(inputs)))

    def enabled(self, state: Abstract) -> list[Move]:
        """The moves whose guard the abstract state does not refute."""
        found = self._enabled.get(state)
        if found is None:
            found = [m for m in self.moves(state.control) if m.open_guard or self._holds(m.guard, state.bits)]
            self._enabled[state] = found
        return found

    def bad(self, state: Abstract) -> bool:
        """Whether the states it stands for violate the property."""
        found = self._bad.get(state)
        if found is None:
            goal = self._good.get(state.control)
            if goal is None:
                goal = linear.normal(T.substitute(self.goal, self._constants(state.control)))
                self._good[state.control] = goal
            found = self._bad[state] = not self._holds(goal, state.bits)
        return found

    def _holds(self, formula: Term, bits: int) -> bool:
        if formula.op is T.CONST:
            return bool(formula.data)
        truth = {linear.switch(a): bool(bits >> self._numbers[a] & 1) for a in linear.atoms_of(formula)}
        return bool(T.compiled(linear.skeleton(formula))(truth))

    # ---------------------------------------------------------------- symbolic states

    def value(self, update: Term, values: tuple[Term, ...], extra: Mapping[Term, Term]) -> Term:
        """An update's value in a state."""
        if update.op is T.CONST:
            return update
        mapping = dict(zip(self.system.data, values, strict=True))
        mapping.update(extra)
        return linear.normal(T.substitute(update, mapping))

    def apply(self, state: State, move: Move, fresh: int) -> State:
        """EXEC: the state after a move, before it is split. Symbolic constants from ``fresh`` on are new."""
        extra = {i: constant(fresh + k, i.sort) for k, i in enumerate(move.inputs)}
        news: list[Term] = []
        for variable, old, update in zip(self.system.data, state.values, move.updates, strict=True):
            news.append(old if update is variable else self._update(update, state.values, extra))
        condition = state.condition
        if move.open_guard:
            condition = (*condition, *conjuncts(self.value(move.guard, state.values, extra)))
        return State(move.target, tuple(news), condition)

    def _update(self, update: Term, values: tuple[Term, ...], extra: Mapping[Term, Term]) -> Term:
        if update.op is T.CONST:
            return update
        if extra and T.free_variables(update) & extra.keys():
            return self.value(update, values, extra)
        key = (update, values)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self.value(update, values, {})
        return found

    def instance(self, number: int, values: tuple[Term, ...]) -> Term:
        """A predicate about a state's values."""
        predicate = self.predicates[number]
        support = self._supports[number]
        key = (predicate, tuple(values[k] for k in support))
        found = self._instances.get(key)
        if found is None:
            data = self.system.data
            found = linear.normal(T.substitute(predicate, {data[k]: values[k] for k in support}))
            self._instances[key] = found
        return found

    def split(self, state: State, *, feasible: bool) -> list[tuple[State, Abstract]]:
        """SPLITSTATE: one state for each valuation of the predicates that the state allows.

        ``feasible``: the path condition is known to be satisfiable.
        """
        self.counts.splits += 1
        if not feasible and not self.minterms(state.condition, ()):
            return []
        state = normalised(state)
        if not state.condition and all(v.op is T.CONST for v in state.values):
            return [(state, Abstract(state.control, self._concrete_bits(state.values)))]
        facts = Facts(state.condition)
        bits = 0
        unknown: dict[Term, list[tuple[int, bool]]] = {}
        for number in range(len(self.predicates)):
            atom = self.instance(number, state.values)
            if atom.op is T.CONST:
                if atom.data:
                    bits |= 1 << number
                continue
            known = facts.decides(atom)
            if known is None:
                base, sign = linear.positive(atom)
                unknown.setdefault(base, []).append((number, sign))
            elif known:
                bits |= 1 << number
        if not unknown:
            return [(state, Abstract(state.control, bits))]
        found: list[tuple[State, Abstract]] = []
        atoms = tuple(unknown)
        for truth in self.minterms(state.condition, atoms):
            here = bits
            extra: list[Term] = []
            for atom, holds in zip(atoms, truth, strict=True):
                extra.append(atom if holds else T.not_(atom))
                for number, sign in unknown[atom]:
                    if sign is holds:
                        here |= 1 << number
            after = normalised(State(state.control, state.values, (*state.condition, *extra))) if extra else state
            found.append((after, Abstract(state.control, here)))
        return found

    def _concrete_bits(self, values: tuple[Term, ...]) -> int:
        """The predicates about concrete values; kept, so that a new iteration only asks about new predicates."""
        known, bits = self._bits.get(values, (0, 0))
        if known < len(self.predicates):
            for number in range(known, len(self.predicates)):
                if self.instance(number, values).data:
                    bits |= 1 << number
            self._bits[values] = (len(self.predicates), bits)
        return bits

    def minterms(
        self, condition: tuple[Term, ...], atoms: tuple[Term, ...], most: int = 1 << 30
    ) -> list[tuple[bool, ...]]:
        """All truth values of the atoms under the condition; none if the condition cannot hold."""
        if T.FALSE in condition:
            return []
        if not atoms and not condition:
            return [()]
        key = (condition, atoms)
        found = self._models.get(key)
        if found is None:
            self._tick()
            self.counts.enumerations += 1
            answer = self.solver.minterms(condition, atoms, most) if atoms else self._feasible(condition)
            if isinstance(answer, Unknown):
                raise SolverGaveUp(answer.reason)
            if most < 1 << 30:
                return answer
            found = self._models[key] = answer
        else:
            self.counts.cached += 1
        return found

    def _feasible(self, condition: tuple[Term, ...]) -> list[tuple[bool, ...]] | Unknown:
        answer = self.solver.check(condition)
        if isinstance(answer, Unknown):
            return answer
        return [()] if isinstance(answer, Sat) else []

    def initial(self) -> list[tuple[int, State]]:
        """The initial states, before they are split, each with the number of its initial transition."""
        found: list[tuple[int, State]] = []
        for number, transition in enumerate(self.system.initial):
            names = {i: constant(k, i.sort) for k, i in enumerate(transition.inputs)}
            control = tuple(int(transition.updates[v].data) for v in self.system.control)
            values = tuple(linear.normal(T.substitute(transition.updates[v], names)) for v in self.system.data)
            guard = linear.normal(T.substitute(transition.guard, names))
            if guard is not T.FALSE:
                found.append((number, State(control, values, tuple(conjuncts(guard)))))
        return found
