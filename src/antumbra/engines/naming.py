"""The unknowns of a path as inputs of the program (program.inputs), and a path's condition over those."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import reduce

from antumbra import terms as T
from antumbra.program.inputs import InputName, InputPlace
from antumbra.records import replace
from antumbra.semantics.state import State, Unknown
from antumbra.solvers import PathCondition
from antumbra.terms import Sort, Term
from antumbra.terms.tightest import tightest

#: paths whose conditions are kept
MOST_PATHS = 2_000
#: bytes of a memory object in array form that get a name each; a larger one is an input as a whole
MOST_BYTES = 1024
_BYTE = T.bv_sort(8)


def input_names(unknowns: Sequence[Unknown]) -> dict[Term, Term]:
    """What the variables of a path are in canonical variables."""
    objects: dict[int, InputName] = {}
    meaning: dict[Term, Term] = {}
    for number, named in _numbered(unknowns):
        unknown = unknowns[number]
        if unknown.variable is None:
            objects[number] = named
        else:
            meaning[unknown.variable] = named.variable
    for unknown in unknowns:
        if unknown.variable is not None and unknown.group >= 0:
            meaning[unknown.variable] = _piece(objects[unknown.group], unknown.variable.sort, unknown)
    return meaning


def asked_inputs(unknowns: Sequence[Unknown]) -> tuple[InputName, ...]:
    """What a path has asked for, in order; of an object that became unknown as a whole, its bytes."""
    found: list[InputName] = []
    for number, named in _numbered(unknowns):
        unknown = unknowns[number]
        if unknown.variable is not None:
            found.append(named)
        else:
            size = min(unknown.width // 8, MOST_BYTES)
            found += [InputName(named.place, named.number, offset) for offset in range(size)]
    return tuple(found)


def _numbered(unknowns: Sequence[Unknown]) -> Iterator[tuple[int, InputName]]:
    """Unknowns that are no pieces of others, by their position."""
    asked: dict[InputPlace, int] = {}
    for number, unknown in enumerate(unknowns):
        variable = unknown.variable
        if variable is not None and unknown.group >= 0:
            continue
        place = _place(unknown, _BYTE if variable is None else variable.sort)
        asked[place] = asked.get(place, 0) + 1
        yield number, InputName(place, asked[place])


def condition_over_inputs(state: State, conditions: Sequence[Term]) -> Term:
    """The path's condition over canonical variables.

    Numbers that stand for the addresses of objects are no inputs, and keep their variables.
    """
    meaning = input_names(state.unknowns())
    return T.and_(T.TRUE, *(T.substitute(condition, meaning) for condition in conditions))


class TightConditions:
    """Conditions of paths without those that others imply. Paths that leave one loop have most of theirs in common: of
    the last ones it is known what their beginnings say."""

    def __init__(self) -> None:
        self._known: OrderedDict[PathCondition, Sequence[Term]] = OrderedDict()
        #: conditions that were looked at
        self.looked = 0

    def of(self, path: PathCondition) -> Sequence[Term]:
        own = [] if path.condition is None else [path.condition]
        return own if path.parent is None else tightest([*self._beginning(path.parent), *own])

    def _beginning(self, path: PathCondition) -> Sequence[Term]:
        new: list[Term] = []
        node: PathCondition | None = path
        while node is not None and node not in self._known:
            if node.condition is not None:
                new.append(node.condition)
            node = node.parent
        self.looked += len(new) + 1
        if node is path:
            return self._known[path]
        found = tightest([*(() if node is None else self._known[node]), *reversed(new)])
        self._known[path] = found
        if len(self._known) > MOST_PATHS:
            self._known.popitem(last=False)
        return found


def _place(unknown: Unknown, sort: Sort) -> InputPlace:
    return InputPlace(unknown.location, unknown.source, unknown.name, unknown.type_name, sort)


def _piece(whole: InputName, sort: Sort, piece: Unknown) -> Term:
    """Bytes of a memory object, as one number or as an array from offsets on."""
    size = piece.width // 8
    if sort.kind != "array":
        return _number(whole, piece.offset, size)
    element = sort.element
    if element is None or size > MOST_BYTES:
        return InputName(replace(whole.place, sort=sort), whole.number).variable
    width = element.width // 8
    array = T.array_value(sort, 0, {})
    for offset in range(0, size - width + 1, width):
        array = T.store(array, T.const(offset, sort.index[0]), _number(whole, piece.offset + offset, width))
    return array


def _number(whole: InputName, offset: int, size: int) -> Term:
    """Bytes side by side, the first the least significant."""
    parts = [InputName(whole.place, whole.number, offset + i).variable for i in reversed(range(size))]
    return reduce(T.concat, parts)
