"""UR, the baseline: concrete model checking with one table of abstract states for all paths, and refinement.

After Pasareanu, Pelanek and Visser, "Predicate abstraction with under-approximation refinement". It takes one concrete
initial state and no inputs.
"""

from __future__ import annotations

from collections.abc import Callable

from antumbra import terms as T
from antumbra.engines.abstract.exploring.abstraction import Abstraction
from antumbra.engines.abstract.exploring.states import Following
from antumbra.engines.abstract.exploring.symbolic_exec import Edge, Model
from antumbra.engines.abstract.systems.system import TransitionSystem


def unfit_for_ur(system: TransitionSystem) -> str:
    """What the baseline would need, if it cannot take this system."""
    if len(system.initial) != 1 or any(u.op is not T.CONST for u in system.initial[0].updates.values()):
        return "a single initial state"
    if any(
        T.free_variables(x) & frozenset(t.inputs) for t in system.transitions for x in (t.guard, *t.updates.values())
    ):
        return "no inputs"
    return ""


def concrete_exec(space: Abstraction, most: int, tick: Callable[[], None]) -> Model:
    """Depth-first over concrete states; one whose abstract state was met before, anywhere, is not explored."""
    model = Model()
    _, start = space.initial()[0]
    ((state, abstract),) = space.split(start, feasible=True)
    model.initial[abstract] = None
    model.abstract[abstract] = None
    model.roots.append(Following(0, state, abstract, False))
    model.states[state] = []
    if space.bad(abstract):
        model.error = (0,)
        return model
    path = [(state, abstract, iter(space.enabled(abstract)), 0)]
    while path:
        tick()
        state, abstract, pending, _ = path[-1]
        move = next(pending, None)
        if move is None:
            path.pop()
            continue
        ((after, target),) = space.split(space.apply(state, move, 0), feasible=True)
        edge = Edge(abstract, move.number, target, target)
        model.edges.setdefault(edge, move)
        model.loops.add(edge)
        matched = target in model.abstract
        model.states[state].append(Following(move.number, after, target, matched))
        if matched:
            model.stops.setdefault(target)
            continue
        model.abstract[target] = None
        if len(model.states) > most:
            raise MemoryError(f"more than {most} concrete states")
        model.states.setdefault(after, [])
        if space.bad(target):
            model.error = (*(number for _, _, _, number in path), move.number)
            return model
        path.append((after, target, iter(space.enabled(target)), move.number))
    return model
