"""Queries without maps and functions: each read of a map and each application of a function is an unknown of its own.

What contradicts itself so contradicts itself. Assertions of programs that log accesses to memory mostly hold because of
the indices, whatever was read; without maps they are pure bit-vectors, which Bitwuzla decides in milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra.terms import operators as o
from antumbra.terms.leaves import var
from antumbra.terms.making import make
from antumbra.terms.sorts import BOOL, Sort
from antumbra.terms.term import Term
from antumbra.terms.traverse import subterms


class Blur:
    """Remembers the unknown of each read, so that the same read is the same unknown in all queries."""

    def __init__(self) -> None:
        self._unknowns: dict[Term, Term] = {}
        #: assertion → itself without maps and functions; None where that leaves more than bit-vectors
        self._known: dict[Term, Term | None] = {}

    def of(self, assertions: Sequence[Term]) -> dict[Term, Term] | None:
        """Blurred assertion → assertion; None if there is nothing to blur that only Z3 takes, or too much is left."""
        hard = False
        result: dict[Term, Term] = {}
        for assertion in assertions:
            if assertion not in self._known:
                self._known[assertion] = self._blurred(assertion)
            found = self._known[assertion]
            if found is None:
                return None
            hard = hard or (found is not assertion and _beyond_bitwuzla(assertion))
            result.setdefault(found, assertion)
        return result if hard else None

    def _blurred(self, assertion: Term) -> Term | None:
        done: dict[Term, Term] = {}
        stack = [assertion]
        while stack:
            top = stack[-1]
            if top in done:
                stack.pop()
                continue
            if top.op in _HIDDEN or (top.op is o.EQ and top.args[0].sort.kind == "array"):
                done[top] = self._unknown(top)
            elif not top.args:
                done[top] = top
            else:
                pending = [a for a in top.args if a not in done]
                if pending:
                    stack += pending
                    continue
                done[top] = make(top.op, tuple(done[a] for a in top.args), top.data)
            if not _simple(done[top].sort):
                return None
        return done[assertion]

    def _unknown(self, term: Term) -> Term:
        found = self._unknowns.get(term)
        if found is None:
            found = self._unknowns[term] = var(f"#read {len(self._unknowns)}", term.sort)
        return found


_HIDDEN: Final = frozenset((o.SELECT, o.APPLY, *o.BINDERS))


def _simple(sort: Sort) -> bool:
    return sort is BOOL or sort.kind == "bv"


def _beyond_bitwuzla(assertion: Term) -> bool:
    """Has it functions, quantifiers, or maps of maps?"""
    return any(
        t.op is o.APPLY
        or t.op in o.BINDERS
        or (t.sort.kind == "array" and t.sort.element is not None and t.sort.element.kind == "array")
        for t in subterms(assertion)
    )
