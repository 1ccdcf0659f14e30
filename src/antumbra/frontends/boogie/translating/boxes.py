"""Boxes: what a polymorphic map has as indices and elements whose type depends on its type parameters.

A box is a datatype with a constructor for each type that is put into one, and one more for all other types: two maps
may differ there.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from antumbra import terms as T
from antumbra.frontends.boogie.checking import types as t
from antumbra.terms import Sort, Term
from antumbra.terms.datatypes import Constructor

_numbers = count()


class Boxes:
    """The boxes of one program. ``assume`` takes axioms, ``weak`` reasons why they say less than the program."""

    def __init__(self, assume: Callable[[Term], None], weak: list[str]) -> None:
        self._assume = assume
        self._weak = weak
        self.sort = T.datatypes.datatype_sort("$Box", f"program {next(_numbers)}")
        T.datatypes.define(self.sort, [("other", [("number", T.INT)]), ("another", [("number", T.INT)])])
        self._constructors: dict[Any, Constructor] = {}
        self._open: dict[Any, tuple[Any, Any]] = {}

    def boxed(self, value: Term, type_: t.Type, sort: Sort) -> Term:
        if t.variables(type_):
            return T.apply_(self._functions(type_, sort)[0], (value,))
        return T.construct(self._constructor(type_, sort), (value,))

    def unboxed(self, box: Term, type_: t.Type, sort: Sort) -> Term:
        """What is in a box; an unknown function of it if that is of another type."""
        if t.variables(type_):
            return T.apply_(self._functions(type_, sort)[1], (box,))
        constructor = self._constructor(type_, sort)
        made = T.is_(constructor, box)
        found = T.field(constructor, 0, box)
        if made is T.TRUE:
            return found
        other = T.apply_(T.function(f"$unbox {t.show(type_)}", (self.sort,), sort), (box,))
        return T.ite(made, found, other)

    def _constructor(self, type_: t.Type, sort: Sort) -> Constructor:
        key = t.key(type_)
        found = self._constructors.get(key)
        if found is None:
            found = self._constructors[key] = T.datatypes.extend(self.sort, t.show(type_), [("value", sort)])
        return found

    def _functions(self, type_: t.Type, sort: Sort) -> tuple[Any, Any]:
        """For a type that may be any: its values may be in the boxes of other types."""
        key = t.key(type_)
        found = self._open.get(key)
        if found is None:
            name = t.exact_name(type_)
            box = T.function(f"$box {name}", (sort,), self.sort)
            unbox = T.function(f"$unbox {name}", (self.sort,), sort)
            found = self._open[key] = (box, unbox)
            x = T.var("x!box", sort)
            inside = T.apply_(box, (x,))
            self._assume(T.forall([x], T.eq(T.apply_(unbox, (inside,)), x), [[inside]]))
            self._weak.append(f"boxes of the type {t.show(type_)}, which may be any")
        return found
