"""Counterexamples: concrete values along a path of transitions, replayed step by step; and shorter ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from antumbra import terms as T
from antumbra.engines.abstract.exploring.abstraction import Abstraction, SolverGaveUp
from antumbra.engines.abstract.exploring.states import State, normalised
from antumbra.engines.abstract.exploring.symbolic_exec import constants_in
from antumbra.engines.abstract.systems import linear
from antumbra.engines.abstract.systems.system import Property, TransitionSystem
from antumbra.program.source import Location
from antumbra.records import dataclass
from antumbra.solvers import Sat, Unknown
from antumbra.solvers.backends.enumeration import Enumerator
from antumbra.terms import Term

Values = Mapping[Term, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One transition with the inputs it took and the values of all variables after it."""

    name: str
    inputs: tuple[tuple[str, int], ...]
    values: tuple[tuple[Term, int], ...]
    place: Location | None


@dataclass(frozen=True, slots=True)
class Trace:
    """``path`` and ``given`` are what ``replayed`` takes: transitions, the initial one first, and their inputs."""

    steps: tuple[Step, ...]
    violated: Property
    path: tuple[int, ...]
    given: tuple[Mapping[Term, int], ...]


class ReplayError(Exception):
    """A counterexample that does not run as it should: an error of ours."""


def concrete_trace(system: TransitionSystem, numbers: Sequence[int], solver: Enumerator) -> Trace:
    """Values for a path (the initial transition's number first) that ends in an error, already replayed."""
    transitions = [system.initial[numbers[0]], *(system.transitions[n] for n in numbers[1:])]
    state: dict[Term, Term] = {}
    assertions: list[Term] = []
    renamed: list[dict[Term, Term]] = []
    for at, transition in enumerate(transitions):
        names = {i: T.var(f"{i.data}@{at}", i.sort) for i in transition.inputs}
        renamed.append(names)
        here = {**state, **names}
        assertions.append(linear.normal(T.substitute(transition.guard, here)))
        state |= {v: linear.normal(T.substitute(u, here)) for v, u in transition.updates.items()}
    goal = T.and_(T.TRUE, *(p.good for p in system.properties))
    assertions.append(T.not_(linear.normal(T.substitute(goal, state))))
    answer = solver.check([a for a in assertions if a is not T.TRUE])
    if isinstance(answer, Unknown):
        raise SolverGaveUp(answer.reason)
    if not isinstance(answer, Sat):
        raise ReplayError("no values lead along the path of the counterexample")
    model = answer.model
    inputs = [{i: model[n] for i, n in names.items()} for names in renamed]
    return replayed(system, numbers, inputs)


def replayed(system: TransitionSystem, numbers: Sequence[int], inputs: Sequence[Mapping[Term, int]]) -> Trace:
    """Run the transitions one by one on concrete values. Raises ReplayError unless they end in an error."""
    transitions = [system.initial[numbers[0]], *(system.transitions[n] for n in numbers[1:])]
    values: dict[Term, int] = {}
    steps: list[Step] = []
    for transition, given in zip(transitions, inputs, strict=True):
        here = {**values, **given}
        if not T.evaluate(transition.guard, here):
            raise ReplayError(f"{transition.name} is not enabled in step {len(steps)}")
        values = {**values, **{v: T.evaluate(u, here) for v, u in transition.updates.items()}}
        shown = tuple((_input_name(i), int(x)) for i, x in given.items())
        ordered = tuple((v, int(values[v])) for v in (*system.control, *system.data))
        steps.append(Step(transition.name, shown, ordered, transition.place))
    for property_ in system.properties:
        if not T.evaluate(property_.good, values):
            return Trace(tuple(steps), property_, tuple(numbers), tuple(inputs))
    raise ReplayError("the last state of the counterexample violates nothing")


def _input_name(variable: Term) -> str:
    return str(variable.data).split(" ", 1)[-1]


def shorter(
    space: Abstraction, bound: int, most: int, patient: Callable[[], bool], tick: Callable[[], None]
) -> tuple[int, ...] | None:
    """The shortest path to an error with fewer than ``bound`` transitions, breadth first without abstraction."""
    queue: deque[tuple[State, tuple[int, ...]]] = deque()
    seen: set[State] = set()

    def visit(state: State, path: tuple[int, ...]) -> bool:
        state = normalised(state)
        if state in seen:
            return False
        seen.add(state)
        goal = _instance(space, state)
        if goal is not T.TRUE and space.minterms((*state.condition, T.not_(goal)), ()):
            return True
        queue.append((state, path))
        return False

    for number, state in space.initial():
        if (not state.condition or space.minterms(state.condition, ())) and visit(state, (number,)):
            return (number,)
    while queue and len(seen) < most and patient():
        tick()
        state, path = queue.popleft()
        if len(path) + 1 >= bound:
            break
        known = dict(zip(space.system.data, state.values, strict=True))
        for move in space.moves(state.control):
            after = space.apply(state, move, constants_in(state))
            if not move.open_guard:
                guard = linear.normal(T.substitute(move.guard, known))
                if guard is T.FALSE:
                    continue
                if guard is not T.TRUE:
                    parts = guard.args if guard.op is T.AND and linear.parts_of(guard) is None else (guard,)
                    after = State(after.control, after.values, (*after.condition, *parts))
            if after.condition != state.condition and not space.minterms(after.condition, ()):
                continue
            if visit(after, (*path, move.number)):
                return (*path, move.number)
    return None


def shorter_concrete(
    system: TransitionSystem, bound: int, most: int, tick: Callable[[], None]
) -> tuple[int, ...] | None:
    """The same for one initial state and no inputs: states are tuples of numbers, run by compiled terms."""
    order = (*system.control, *system.data)
    steps = [
        (number, T.compiled(t.guard), [(order.index(v), T.compiled(u)) for v, u in t.updates.items()])
        for number, t in enumerate(system.transitions)
    ]
    good = T.compiled(T.and_(T.TRUE, *(p.good for p in system.properties)))
    start = tuple(system.initial[0].updates[v].data for v in order)
    #: state → the one before it and the transition between them
    before: dict[tuple[int, ...], tuple[tuple[int, ...], int] | None] = {start: None}
    level = [start]
    depth = 1
    while level and depth < bound:
        following: list[tuple[int, ...]] = []
        for state in level:
            tick()
            env = dict(zip(order, state, strict=True))
            if not good(env):
                return (0, *_way(before, state))
            for number, guard, updates in steps:
                if guard(env):
                    news = list(state)
                    for place, update in updates:
                        news[place] = update(env)
                    after = tuple(news)
                    if after not in before:
                        before[after] = (state, number)
                        following.append(after)
        if len(before) > most:
            return None
        level, depth = following, depth + 1
    return None


def _way(before: Mapping[tuple[int, ...], tuple[tuple[int, ...], int] | None], state: tuple[int, ...]) -> list[int]:
    path: list[int] = []
    while (step := before[state]) is not None:
        state, number = step
        path.append(number)
    path.reverse()
    return path


def _instance(space: Abstraction, state: State) -> Term:
    known = {v: T.const(c, v.sort) for v, c in zip(space.system.control, state.control, strict=True)}
    known.update(zip(space.system.data, state.values, strict=True))
    return linear.normal(T.substitute(space.goal, known))
