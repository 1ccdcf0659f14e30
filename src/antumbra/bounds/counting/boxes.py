"""Conditions in which every comparison is about one variable: counted and drawn from by arithmetic.

One variable after the other is decided: its values fall into classes that make the same comparisons true, and what is
left of the condition for each class is about the other variables. What is the same is met again as the same term, so
that a union of boxes costs what its borders cost, and independent parts do not multiply. The result is a layered graph
from the condition to TRUE whose edges are sets of values: paths times values are models.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Any, Final

from antumbra import terms as T
from antumbra.bounds.counting.truth import LEAST, is_connective, size_of, top_of, truth_of, value_at
from antumbra.records import dataclass, field
from antumbra.solvers.chain.domains import Bounds, intersection, normal
from antumbra.terms import Term

#: subterms that may be built anew before a condition is left to a solver
_WORK: Final = 400_000
#: how far draws go where a set of integers has no end
_FAR: Final = 1000


@dataclass(frozen=True, slots=True)
class _Edge:
    before: Term
    values: Bounds


@dataclass(slots=True)
class _Layer:
    variable: Term
    edges: dict[Term, list[_Edge]] = field(default_factory=dict[Term, list[_Edge]])


class Boxes:
    """The models of a condition over ``variables``, of which alone it speaks. Make it with :func:`boxes_of`."""

    def __init__(self, condition: Term, layers: Sequence[_Layer]) -> None:
        self._condition: Final = condition
        self._layers: Final = layers

    def count(self) -> int | None:
        """How many; None: infinitely many."""
        return self._ways(near=False)[-1].get(T.TRUE, 0)

    def _ways(self, *, near: bool) -> list[dict[Term, int | None]]:
        """For each layer, how many values of the variables so far lead to each remaining condition."""
        found: list[dict[Term, int | None]] = [{self._condition: 1}]
        for layer in self._layers:
            before, here = found[-1], dict[Term, int | None]()
            for after, edges in layer.edges.items():
                total: int | None = 0
                for edge in edges:
                    values = _near(edge.values, layer.variable) if near else edge.values
                    size, ways = size_of(values, layer.variable.sort), before[edge.before]
                    total = None if total is None or size is None or ways is None else total + ways * size
                here[after] = total
            found.append(here)
        return found

    def draws(self, random: Random) -> Iterator[dict[Term, Any]]:
        """Models without end, each as likely as any other, if there are any; where there are infinitely many, of those
        near the borders."""
        ways = self._ways(near=True)
        if not ways[-1].get(T.TRUE):
            return
        while True:
            model: dict[Term, Any] = {}
            at = T.TRUE
            for number in range(len(self._layers), 0, -1):
                layer, before = self._layers[number - 1], ways[number - 1]
                sort = layer.variable.sort
                edges = [_Edge(edge.before, _near(edge.values, layer.variable)) for edge in layer.edges[at]]
                weights = [(before[edge.before] or 0) * (size_of(edge.values, sort) or 0) for edge in edges]
                edge = edges[_chosen(weights, random)]
                model[layer.variable] = drawn(edge.values, layer.variable, random)
                at = edge.before
            yield {layer.variable: model[layer.variable] for layer in self._layers}


def boxes_of(condition: Term, variables: Sequence[Term]) -> Boxes | None:
    """None: a comparison is about two variables, or is not understood, or there are too many."""
    work = _WORK
    truths: dict[Term, Bounds | None] = {}
    layers: list[_Layer] = []
    states = [condition]
    for variable in variables:
        top = top_of(variable.sort)
        if top is None:
            return None
        layer = _Layer(variable)
        for state in states:
            work -= 1
            if variable not in T.free_variables(state):
                layer.edges.setdefault(state, []).append(_Edge(state, (0, top)))
                continue
            atoms = _atoms(state, variable, truths)
            if atoms is None:
                return None
            size = T.size(state)
            for truth, values in _classes(atoms, top):
                work -= size
                if work < 0:
                    return None
                after = T.replace_parts(state, truth)
                if after is not T.FALSE:
                    layer.edges.setdefault(after, []).append(_Edge(state, values))
        layers.append(layer)
        states = list(layer.edges)
    return Boxes(condition, layers)


def _atoms(condition: Term, variable: Term, truths: dict[Term, Bounds | None]) -> dict[Term, Bounds] | None:
    """The largest parts that speak of this variable alone, and where they hold; None: it occurs elsewhere too."""
    found: dict[Term, Bounds] = {}
    work = [condition]
    seen: set[Term] = set()
    while work:
        part = work.pop()
        free = T.free_variables(part)
        if part in seen or variable not in free:
            continue
        seen.add(part)
        if len(free) == 1:
            if part not in truths:
                truths[part] = truth_of(part, variable)
            values = truths[part]
            if values is not None:
                found[part] = values
                continue
        if not is_connective(part):
            return None
        work += part.args
    return found


def _classes(atoms: dict[Term, Bounds], top: int) -> Iterator[tuple[dict[Term, Term], Bounds]]:
    """Values that agree on every atom: which are true, and the values."""
    borders = sorted({0, top, *(border for values in atoms.values() for border in values)})
    classes: dict[tuple[bool, ...], list[tuple[int, int]]] = {}
    # of each atom how many of its borders are behind: an odd number is inside
    behind = dict.fromkeys(atoms, 0)
    for low, end in pairwise(borders):
        for atom, values in atoms.items():
            while behind[atom] < len(values) and values[behind[atom]] <= low:
                behind[atom] += 1
        inside = tuple(bool(count % 2) for count in behind.values())
        classes.setdefault(inside, []).append((low, end))
    for inside, intervals in classes.items():
        yield dict(zip(atoms, map(T.boolean, inside), strict=True)), normal(intervals)


def _near(values: Bounds, variable: Term) -> Bounds:
    """Integers without end: those near what borders there are, or near zero."""
    if size_of(values, variable.sort) is not None or not values:
        return values
    top = top_of(variable.sort)
    borders = [border for border in values if 0 < border != top] or [-LEAST]
    return intersection(values, (min(borders) - _FAR, max(borders) + _FAR))


def _chosen(weights: Sequence[int], random: Random) -> int:
    place = random.randrange(sum(weights))
    return next(number for number, end in enumerate(accumulate(weights)) if place < end)


def drawn(values: Bounds, variable: Term, random: Random) -> int | bool:
    """One of the values at these positions, of which there is one at least; near a border where there is no end."""
    values = _near(values, variable)
    place = random.randrange(sum(values[1::2]) - sum(values[::2]))
    for low, end in zip(values[::2], values[1::2], strict=True):
        if place < end - low:
            return value_at(low + place, variable.sort)
        place -= end - low
    raise RuntimeError("a place beyond the values")
