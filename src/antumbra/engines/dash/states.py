"""The states of tests, linked to those before them, and their symbolic execution (execute_symbolic).

A test is one chain of states, through calls and returns. What a state is symbolically (the thesis's symbolic map and
path constraint) is computed when it is first asked for, from the state before it, and kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from antumbra import terms as T
from antumbra.engines.dash.evaluation import evaluator
from antumbra.engines.dash.regions.graph import Region
from antumbra.engines.dash.systems.guards import under
from antumbra.engines.dash.systems.system import Edge, Place, System
from antumbra.records import dataclass
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Symbolic:
    """Variables in terms of inputs, the condition under which executions come here, and how many inputs they had."""

    values: Mapping[Term, Term]
    path: PathCondition
    inputs: int


class ExecutionError(Exception):
    """A concrete and a symbolic execution disagree: an error of ours, or a question that a solver did not answer."""


def input_symbol(number: int, sort: T.Sort) -> Term:
    """The variable that stands for the so manieth input of an execution."""
    return T.var(f"i{number} {sort!r}", sort)


class Leap(Protocol):
    """Many steps of a test at once, from its first state."""

    def symbolic(self, chain: Chain, before: Symbolic, step: int) -> Symbolic:
        """After so many of them."""
        ...


class State:
    """``values``: of the variables, at places of the graph under analysis; None elsewhere.

    ``how``: an edge was passed, a procedure was entered, or it returned to ``caller``. A state with a ``leap`` comes
    many steps after its parent.
    """

    __slots__ = ("caller", "depth", "edge", "how", "leap", "parent", "place", "region", "symbolic", "system", "values")

    def __init__(
        self,
        place: Place,
        values: Mapping[Term, Any] | None,
        parent: State | None,
        edge: Edge | None,
        how: Literal["start", "step", "enter", "return"] = "step",
        caller: State | None = None,
        system: System | None = None,
    ) -> None:
        self.place = place
        self.values = values
        self.parent = parent
        self.edge = edge
        self.how = how
        self.caller = caller
        self.system = system
        self.leap: Leap | None = None
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.region: Region | None = None
        self.symbolic: Symbolic | None = None


def instantiate(edge: Edge, inputs: int) -> tuple[dict[Term, Term], int]:
    """The variables of an edge's inputs → the symbols of an execution that has had so many inputs."""
    return {
        given.variable: input_symbol(inputs + i, given.variable.sort) for i, given in enumerate(edge.inputs)
    }, inputs + len(edge.inputs)


def execute_symbolic(chain: Chain, state: State) -> Symbolic:
    """The symbolic map and path condition of a state, by executing the edges that its test has taken."""
    pending: list[State] = []
    at: State | None = state
    while at is not None and at.symbolic is None:
        pending.append(at)
        at = at.parent
    for one in reversed(pending):
        one.symbolic = _next(chain, one)
    if state.symbolic is None:
        raise ExecutionError("a test without a beginning")
    return state.symbolic


def _next(chain: Chain, state: State) -> Symbolic:
    parent, edge = state.parent, state.edge
    if parent is None or parent.symbolic is None:
        raise ExecutionError("a test without a beginning")
    before = parent.symbolic
    if state.leap is not None:
        return state.leap.symbolic(chain, before, state.depth)
    if edge is None:
        raise ExecutionError("a test without a beginning")
    if state.how == "enter":
        return Symbolic(entered(edge, state.system, before.values), before.path, before.inputs)
    if state.how == "return":
        caller = state.caller
        if caller is None or caller.symbolic is None or state.system is None:
            raise ExecutionError("a return without a call")
        values = returned(edge, state.system, caller.symbolic.values, before.values)
        return Symbolic(values, before.path, before.inputs)
    return passed(chain, edge, before)


def passed(chain: Chain, edge: Edge, before: Symbolic) -> Symbolic:
    """After an edge that a test has taken."""
    symbols, inputs = instantiate(edge, before.inputs)
    known: Mapping[Term, Term] = {**before.values, **symbols} if symbols else before.values
    path = before.path
    for guard in edge.guards:
        condition = under(guard, known)
        if condition is T.TRUE:
            continue
        side = chain.assume(path, condition)
        if not isinstance(side, PathCondition):
            raise ExecutionError(f"a test has taken {edge!r}, which its condition excludes")
        path = side
    if not edge.updates:
        return Symbolic(before.values, path, inputs)
    values = dict(before.values)
    values.update((v, under(t, known)) for v, t in edge.updates.items())
    return Symbolic(values, path, inputs)


def entered(edge: Edge, system: System | None, values: Mapping[Term, Term]) -> dict[Term, Term]:
    """The variables where a callee begins, from those of its caller: parameters and global variables."""
    if edge.call is None or system is None:
        raise ExecutionError("no call to enter")
    given = [under(argument, values) for argument in edge.call.arguments]
    kept = {v: t for v, t in values.items() if v in system.globals}
    return {**kept, **dict(zip(system.procedure.parameters, given, strict=False))}


def entered_values(edge: Edge, system: System, values: Mapping[Term, Any]) -> dict[Term, Any]:
    """The same of a concrete execution."""
    if edge.call is None:
        raise ExecutionError("no call to enter")
    kept = {v: x for v, x in values.items() if v in system.globals}
    given = [evaluator(argument)(values) for argument in edge.call.arguments]
    return {**kept, **dict(zip(system.procedure.parameters, given, strict=False))}


def returned(edge: Edge, callee: System, caller: Mapping[Term, Any], values: Mapping[Term, Any]) -> dict[Term, Any]:
    """The variables behind a call, from the caller's before it and the callee's at its exit."""
    if edge.call is None:
        raise ExecutionError("no call to return from")
    found = dict(caller)
    found.update((v, values[v]) for v in callee.modifies if v in values)
    found.update((t, values[r]) for t, r in zip(edge.call.targets, callee.results, strict=False))
    return found
