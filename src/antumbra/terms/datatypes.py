"""Algebraic datatypes: sorts with constructors, and the values of them.

A sort is made first and defined afterwards, since constructors may take values of their own datatype and of others
that are defined together. Values are interned: compared and hashed by identity, however deep they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final
from weakref import WeakValueDictionary

from antumbra.terms.sorts import Sort


class Constructor:
    """One way to build values of a datatype. Compared by identity."""

    __slots__ = ("datatype", "fields", "name", "number", "sorts")

    def __init__(
        self, datatype: Sort, number: int, name: str, fields: tuple[str, ...], sorts: tuple[Sort, ...]
    ) -> None:
        self.datatype: Final = datatype
        #: position in the datatype
        self.number: Final = number
        self.name: Final = name
        #: names of fields, unique in the datatype's constructor
        self.fields: Final = fields
        self.sorts: Final = sorts

    def __repr__(self) -> str:
        return self.name


class DatatypeValue:
    """A constructor applied to values. Made by :func:`datatype_value` only."""

    __slots__ = ("__weakref__", "constructor", "fields")

    def __init__(self, constructor: Constructor, fields: tuple[Any, ...]) -> None:
        self.constructor: Final = constructor
        self.fields: Final = fields

    def __repr__(self) -> str:
        return f"{self.constructor.name}{self.fields!r}"

    def __reduce__(self) -> tuple[object, ...]:
        return (datatype_value, (self.constructor, self.fields))


_sorts: dict[tuple[str, str], Sort] = {}
_names: dict[str, int] = {}
_by_name: dict[str, Sort] = {}
_constructors: dict[Sort, tuple[Constructor, ...]] = {}
_values: WeakValueDictionary[tuple[Any, ...], DatatypeValue] = WeakValueDictionary()


def datatype_sort(name: str, shape: str) -> Sort:
    """The datatype of this name and shape: a text that tells it from others of the same name."""
    sort = _sorts.get((name, shape))
    if sort is None:
        used = _names[name] = _names.get(name, 0) + 1
        while used > 1 and f"{name}'{used}" in _by_name:
            used += 1
        # solvers know sorts by their names
        sort = _sorts[name, shape] = Sort("datatype", name=name if used == 1 else f"{name}'{used}")
        _by_name[sort.name] = sort
    return sort


def named(name: str) -> Sort | None:
    """The datatype that solvers know by this name."""
    return _by_name.get(name)


def is_defined(sort: Sort) -> bool:
    return sort in _constructors


def define(sort: Sort, constructors: Iterable[tuple[str, Sequence[tuple[str, Sort]]]]) -> None:
    """Give a datatype its constructors: (name, (field, sort) …). Once."""
    if sort in _constructors:
        raise ValueError(f"{sort!r} is defined already")
    _constructors[sort] = tuple(
        Constructor(sort, number, name, tuple(f for f, _ in fields), tuple(s for _, s in fields))
        for number, (name, fields) in enumerate(constructors)
    )


def extend(sort: Sort, name: str, fields: Sequence[tuple[str, Sort]]) -> Constructor:
    """One more constructor for a datatype that no solver has seen yet and that has at least two."""
    known = constructors_of(sort)
    if len(known) < 2:
        raise ValueError(f"{sort!r} may have been taken for a datatype with one constructor")
    made = Constructor(sort, len(known), name, tuple(f for f, _ in fields), tuple(s for _, s in fields))
    _constructors[sort] = (*known, made)
    return made


def constructors_of(sort: Sort) -> tuple[Constructor, ...]:
    """Raises ValueError for a sort that is no defined datatype."""
    found = _constructors.get(sort)
    if found is None:
        raise ValueError(f"{sort!r} is not a defined datatype")
    return found


def datatype_value(constructor: Constructor, fields: Sequence[Any]) -> DatatypeValue:
    key = (constructor, *fields)
    value = _values.get(key)
    if value is None:
        value = _values[key] = DatatypeValue(constructor, tuple(fields))
    return value


def related(sort: Sort) -> list[Sort]:
    """The datatypes that values of a sort may contain, in a fixed order; itself included if it is one."""
    found: dict[Sort, None] = {}
    stack = [sort]
    while stack:
        top = stack.pop()
        if top.kind == "array" and top.element is not None:
            stack += [top.element, *top.index]
        elif top.kind == "datatype" and top not in found:
            found[top] = None
            stack += [s for c in reversed(constructors_of(top)) for s in reversed(c.sorts)]
    return list(found)


def _contained(sort: Sort) -> list[Sort]:
    """Datatypes in the fields of a datatype, once for each field."""
    found: list[Sort] = []
    stack = [s for c in constructors_of(sort) for s in c.sorts]
    while stack:
        top = stack.pop()
        if top.kind == "array" and top.element is not None:
            stack += [top.element, *top.index]
        elif top.kind == "datatype":
            found.append(top)
    return found


def inside_out(sort: Sort) -> list[Sort]:
    """The datatypes related to one, those that another contains before it as far as they do not contain each other."""
    done: dict[Sort, None] = {}
    seen = {sort}
    stack: list[tuple[Sort, list[Sort]]] = [(sort, _contained(sort))]
    while stack:
        top, rest = stack[-1]
        if rest:
            inner = rest.pop()
            if inner not in seen:
                seen.add(inner)
                stack.append((inner, _contained(inner)))
        else:
            done[top] = None
            stack.pop()
    return list(done)


def mutual(sort: Sort) -> list[list[Sort]]:
    """The datatypes related to one in groups that contain each other, groups before those that contain them."""
    numbers: dict[Sort, int] = {}
    lowest: dict[Sort, int] = {}
    waiting: list[Sort] = []  # Tarjan's stack
    inside: set[Sort] = set()
    groups: list[list[Sort]] = []
    work: list[tuple[Sort, list[Sort]]] = []

    def enter(datatype: Sort) -> None:
        numbers[datatype] = lowest[datatype] = len(numbers)
        waiting.append(datatype)
        inside.add(datatype)
        work.append((datatype, _contained(datatype)))

    enter(sort)
    while work:
        top, rest = work[-1]
        if rest:
            inner = rest.pop()
            if inner not in numbers:
                enter(inner)
            elif inner in inside:
                lowest[top] = min(lowest[top], numbers[inner])
            continue
        work.pop()
        if work:
            outer = work[-1][0]
            lowest[outer] = min(lowest[outer], lowest[top])
        if lowest[top] == numbers[top]:
            at = len(waiting) - 1
            while waiting[at] is not top:
                at -= 1
            groups.append(waiting[at:])
            inside.difference_update(waiting[at:])
            del waiting[at:]
    return groups


def unfolded_size(sort: Sort) -> int:
    """Fields of a value that is written out down to the first repetition of a datatype."""
    sizes: dict[Sort, int] = {}
    for datatype in inside_out(sort):
        sizes[datatype] = 1 + sum(sizes.get(inner, 1) for inner in _contained(datatype))
    return sizes[sort]


def buildable(sort: Sort) -> dict[Sort, Constructor]:
    """For the datatypes related to a sort that have values: the constructor of a smallest one."""
    datatypes = inside_out(sort) if sort.kind == "datatype" else related(sort)
    first: dict[Sort, Constructor] = {}
    growing = True
    while growing:
        growing = False
        for datatype in datatypes:
            if datatype in first:
                continue
            for constructor in constructors_of(datatype):
                if all(_innermost(s) in first for s in constructor.sorts if _innermost(s).kind == "datatype"):
                    first[datatype] = constructor
                    growing = True
                    break
    return first


def _innermost(sort: Sort) -> Sort:
    """The sort of the elements of maps of maps."""
    while sort.kind == "array" and sort.element is not None:
        sort = sort.element
    return sort
