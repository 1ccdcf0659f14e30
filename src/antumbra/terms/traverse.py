"""Walking terms: subterms, size, free variables. All loops, no recursion."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.terms.operators import BINDERS, VAR, bound_variables
from antumbra.terms.term import Term

_NONE: frozenset[Term] = frozenset()


def subterms(*roots: Term) -> Iterator[Term]:
    """Every distinct subterm once, arguments before the terms that use them."""
    seen: set[Term] = set()
    for root in roots:
        stack: list[Term | None] = [root]
        path: list[Term] = []
        while stack:
            term = stack.pop()
            if term is None:
                yield path.pop()
            elif term not in seen:
                seen.add(term)
                if term.args:
                    path.append(term)
                    stack.append(None)
                    stack.extend(reversed(term.args))
                else:
                    yield term


def size(term: Term) -> int:
    """How many distinct subterms a term has, itself included."""
    return sum(1 for _ in subterms(term))


def free_variables(term: Term) -> frozenset[Term]:
    """The variables that occur free. Kept on every subterm, so asking again costs nothing."""
    if term.free is not None:
        return term.free
    if term.op is VAR:
        # not kept: a variable would refer to itself, and only the collector of cycles could free it
        return frozenset((term,))
    stack = [term]
    while stack:
        top = stack[-1]
        if top.free is not None or top.op is VAR:
            stack.pop()
            continue
        pending = [a for a in top.args if a.free is None and a.op is not VAR]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        top.free = _union(top)
    return term.free or _NONE


def _union(term: Term) -> frozenset[Term]:
    """Free variables from the arguments', which are known; shares an argument's set where it is the whole."""
    result = _NONE
    for a in term.args:
        free = frozenset((a,)) if a.op is VAR else a.free
        if free is None:
            raise RuntimeError("free variables of an argument are not known")
        if not result:
            result = free
        elif not free <= result:
            result = free if result <= free else result | free
    return result - frozenset(bound_variables(term)) if term.op in BINDERS else result
