"""Sorts of datatypes, one for each choice of type arguments that occurs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from antumbra import terms as T
from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.translating.unsupported import Unsupported
from antumbra.terms import Sort

#: instances of a polymorphic datatype that one value may contain
MOST_INSTANCES = 100


class Datatypes:
    """``sort_of`` gives the sorts of fields."""

    def __init__(self, sort_of: Callable[[t.Type], Sort]) -> None:
        self._sort_of = sort_of
        self._sorts: dict[Any, Sort] = {}

    def sort(self, type_: t.Constructed) -> Sort:
        """The sort of a datatype, defined together with all that it contains."""
        found = self._sorts.get(t.key(type_))
        if found is None:
            self._define(type_)
            found = self._sorts[t.key(type_)]
        return found

    def _define(self, type_: t.Constructed) -> None:
        group = _group(type_)
        shapes = {key: _shape(member) for key, member in group.items()}
        for key, member in group.items():
            # what a datatype is depends on those it contains: all their shapes, its own first
            shape = "; ".join([shapes[key], *sorted(shapes.values())])
            self._sorts.setdefault(key, T.datatypes.datatype_sort(t.exact_name(member), shape))
        for key, member in group.items():
            sort = self._sorts[key]
            if not T.datatypes.is_defined(sort):
                T.datatypes.define(
                    sort,
                    [(c.name, [(f.name, self._sort_of(field)) for f, field in fields]) for c, fields in _of(member)],
                )
        built = T.datatypes.buildable(self._sorts[t.key(type_)])
        for key, member in group.items():
            if self._sorts[key] not in built:
                raise Unsupported(f"the datatype {t.show(member)} without values", member.declaration.place)


def _of(type_: t.Constructed) -> Iterator[tuple[s.Constructor, list[tuple[s.Bound, t.Type]]]]:
    """Constructors with the types of their fields."""
    declaration: s.DatatypeDeclaration = type_.declaration
    mapping = dict(zip(declaration.variables or t.NO_VARIABLES, type_.arguments, strict=False))
    for c in declaration.constructors:
        yield c, [(f, t.substitute(f.type, mapping)) for f in c.fields]


def _shape(type_: t.Constructed) -> str:
    constructors = (
        f"{c.name}({', '.join(f'{f.name}: {t.exact_name(field)}' for f, field in fields)})" for c, fields in _of(type_)
    )
    return f"{t.exact_name(type_)} = {' | '.join(constructors)}"


def _group(type_: t.Constructed) -> dict[Any, t.Constructed]:
    """The datatype and all that its values may contain, by their keys."""
    found: dict[Any, t.Constructed] = {}
    instances: Counter[s.DatatypeDeclaration] = Counter()
    stack: list[t.Type] = [type_]
    while stack:
        top = t.prune(stack.pop())
        match top:
            case t.Map():
                stack += [*top.domain, top.range]
            case t.Constructed() if isinstance(top.declaration, s.DatatypeDeclaration):
                if t.key(top) in found:
                    continue
                found[t.key(top)] = top
                instances[top.declaration] += 1
                if instances[top.declaration] > MOST_INSTANCES:
                    raise Unsupported(f"the datatype {t.show(type_)} with endless instances", type_.declaration.place)
                stack += [field for _, fields in _of(top) for _, field in fields]
            case _:
                pass
    return found
