"""Heap objects that are alive at the end of a run, and whether global memory still leads to them.

A pointer that is a term leads to some of the objects whose addresses occur in it, but not to all at once: which, the
path's conditions decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.records import dataclass
from antumbra.semantics.memory.objects import Object
from antumbra.semantics.memory.pages import PAGE_BITS
from antumbra.semantics.memory.reachable import contents, pointees
from antumbra.semantics.state import State
from antumbra.solvers import PathCondition
from antumbra.terms import Term

#: the checks that are about heap objects at the end of a run
LEAKS: Final = frozenset({"valid-memtrack", "valid-memcleanup"})


@dataclass(frozen=True, slots=True)
class Lost:
    """An object that nothing leads to, for the inputs of the path."""

    item: Object
    path: PathCondition


@dataclass(frozen=True, slots=True)
class Undecided:
    """An object of which that could not be found out."""

    item: Object


def alive(state: State) -> list[Object]:
    """Heap objects that were not freed."""
    return [item for item in state.objects.all() if item.alive and item.region is Region.HEAP]


def lost(state: State, items: Sequence[Object]) -> Lost | Undecided | None:
    """The first of the objects that may be lost; None if all are surely reached."""
    machine = state.machine
    roots = [item for item in state.objects.all() if item.alive and item.region is Region.GLOBAL]
    reached, values = _closure(state, roots, state.variables, symbolic=True)
    gone = next((item for item in items if item.base not in reached), None)
    if gone is not None:
        return Lost(gone, state.path)
    while True:
        surely, certain = _closure(state, roots, state.variables, symbolic=False)
        doubtful = [item for item in items if item.base not in surely]
        if not doubtful:
            return None
        more = [item for item in doubtful if machine.must(state, T.or_(*_pointing(state, item, certain)))]
        if not more:
            break
        roots += more
    item = doubtful[0]
    if all(_is_pointer(state, value) or not pointees(state, value) for value in values):
        path = machine.chain.assume(state.path, T.not_(T.or_(*_pointing(state, item, values))))
        if isinstance(path, PathCondition):
            return Lost(item, path)
    return Undecided(item)


def _closure(
    state: State, roots: Sequence[Object], variables: Iterable[Any], *, symbolic: bool
) -> tuple[set[int], list[Any]]:
    """Bases of the objects that can be reached, and the values on the way; through terms only if asked."""
    reached = {item.base for item in roots}
    work = list(roots)
    values: list[Any] = []
    pending = list(variables)
    while work or pending:
        for value in pending:
            values.append(value)
            for item in pointees(state, value) if symbolic or value.__class__ is int else ():
                if item.base not in reached:
                    reached.add(item.base)
                    work.append(item)
        pending = contents(state, work.pop()) if work else []
    return reached, values


def _is_pointer(state: State, value: Any) -> bool:
    return value.__class__ is Term and value.sort is T.bv_sort(state.machine.pointer_width)


def _pointing(state: State, item: Object, values: Iterable[Any]) -> list[Term]:
    """That a value points into an object, for each of them that is a pointer."""
    sort = T.bv_sort(state.machine.pointer_width)
    base, size = T.const(item.base, sort), T.const(item.pages << PAGE_BITS, sort)
    concrete = any(v.__class__ is int and (found := state.objects.find(v)) and found.base == item.base for v in values)
    found_ = [T.bvult(T.bvsub(v, base), size) for v in dict.fromkeys(values) if _is_pointer(state, v)]
    return [T.boolean(concrete), *found_]
