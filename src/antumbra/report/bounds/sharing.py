"""Conditions that others have in common: said once, by a name. Disjoint pieces repeat all those before them."""

from __future__ import annotations

from collections.abc import Iterable

from antumbra import terms as T
from antumbra.terms import Term

#: operators of a part that is worth a name
LEAST = 4


def shared_parts(conditions: Iterable[Term]) -> list[Term]:
    """Parts, below connectives, that more than one condition has; each after those that stand in it."""
    seen: dict[Term, int] = {}
    for condition in conditions:
        for part in _parts(condition):
            seen[part] = seen.get(part, 0) + 1
    found = {part for part, count in seen.items() if count > 1 and _is_large(part)}
    order: dict[Term, None] = {}
    for part in (part for part in seen if part in found):
        order |= dict.fromkeys(inner for inner in T.subterms(part) if inner in found)
    return list(order)


def _parts(condition: Term) -> dict[Term, None]:
    """What connectives join, and what those join; not the condition itself."""
    found: dict[Term, None] = {}
    stack = [condition]
    while stack:
        term = stack.pop()
        if term.op in (T.AND, T.OR, T.NOT):
            new = [part for part in term.args if part not in found]
            found |= dict.fromkeys(new)
            stack += reversed(new)
    return found


def _is_large(part: Term) -> bool:
    return any(count >= LEAST for count, _ in enumerate(T.subterms(part)))
