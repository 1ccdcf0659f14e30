"""Commands and terminators with other variables in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.records import fields, replace
from antumbra.terms import Term

Item = TypeVar("Item", bound="P.Command | P.Terminator")


def renamed(item: Item, mapping: Mapping[Term, Term]) -> Item:
    """A command or terminator with variables replaced, where it reads and where it writes them."""
    changes: dict[str, Any] = {}
    for field in fields(item):
        value: Any = getattr(item, field.name)
        if isinstance(value, Term):
            changes[field.name] = _renamed(value, mapping)
        elif isinstance(value, tuple):
            parts = cast("tuple[Any, ...]", value)
            if parts and isinstance(parts[0], Term):
                changes[field.name] = tuple(_renamed(part, mapping) for part in parts)
    return replace(item, **changes) if changes else item


def _renamed(term: Term, mapping: Mapping[Term, Term]) -> Term:
    if term.op is T.VAR:
        return mapping.get(term, term)
    # most of a large mapping is about other terms
    own = {v: mapping[v] for v in T.free_variables(term) if v in mapping}
    return T.substitute(term, own) if own else term
