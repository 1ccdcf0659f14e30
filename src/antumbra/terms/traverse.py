"""Walking terms: subterms, size, free variables, substitution, rebuilding. All loops, no recursion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from antumbra.terms.build import make
from antumbra.terms.leaves import var
from antumbra.terms.operators import BINDERS, LAMBDA, VAR, bound_variables
from antumbra.terms.term import SortError, Term

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
        # not kept: a variable that refers to itself could never be swept
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


def substitute(term: Term, replacement: Mapping[Term, Term]) -> Term:
    """All replacements at once, simplifying; bound variables are renamed where they would capture.

    Keys are variables. Each scope (the root's, or that of a binder that meets a replaced variable)
    has its own table of results.
    """
    for key, value in replacement.items():
        if key.op is not VAR or key.sort is not value.sort:
            raise SortError("only a variable can be replaced, by a term of its sort")
    return _Substitution().run(term, dict(replacement))


class _Scope:
    __slots__ = ("done", "keys", "replacement")

    def __init__(self, replacement: dict[Term, Term]) -> None:
        self.replacement = replacement
        self.keys = frozenset(replacement)
        self.done: dict[Term, Term] = dict(replacement)


class _Substitution:
    """One substitution: a stack of (term, scope); a binder's own scope hangs at (binder, outer scope)."""

    def __init__(self) -> None:
        self._inner: dict[tuple[Term, int], tuple[_Scope, tuple[Term, ...]]] = {}
        self._keep: list[_Scope] = []

    def run(self, term: Term, replacement: dict[Term, Term]) -> Term:
        root = _Scope(replacement)
        self._keep.append(root)
        stack: list[tuple[Term, _Scope]] = [(term, root)]
        while stack:
            top, scope = stack[-1]
            done = scope.done
            if top in done:
                stack.pop()
                continue
            if scope.keys.isdisjoint(free_variables(top)):
                done[top] = top
                stack.pop()
                continue
            inner, data = scope, top.data
            if top.op in BINDERS:
                inner, variables = self._binder(top, scope)
                data = variables if top.op is LAMBDA else (variables, top.data[1])
            results: list[Term] = []
            pending = False
            for a in top.args:
                result = inner.done.get(a)
                if result is None:
                    pending = True
                    stack.append((a, inner))
                else:
                    results.append(result)
            if not pending:
                done[top] = make(top.op, tuple(results), data)
                stack.pop()
        return root.done[term]

    def _binder(self, term: Term, scope: _Scope) -> tuple[_Scope, tuple[Term, ...]]:
        """The scope inside a binder, and its variables renamed apart from what comes in."""
        key = (term, id(scope))
        known = self._inner.get(key)
        if known is not None:
            return known
        variables = bound_variables(term)
        free = free_variables(term)
        mapping = {k: v for k, v in scope.replacement.items() if k in free}
        incoming: set[Term] = set()
        for value in mapping.values():
            incoming |= free_variables(value)
        renamed: list[Term] = []
        taken = incoming | free | set(variables)
        for variable in variables:
            fresh = variable
            if variable in incoming:
                number = 0
                while fresh in taken:
                    number += 1
                    fresh = var(f"{variable.data}!{number}", variable.sort)
                taken.add(fresh)
                mapping[variable] = fresh
            renamed.append(fresh)
        result = (_Scope(mapping), tuple(renamed))
        self._keep.append(result[0])
        self._inner[key] = result
        return result


def simplify(term: Term) -> Term:
    """A term that was interned as it stood (by a reader, say), built again by the simplifying constructors."""
    done: dict[Term, Term] = {}
    for t in subterms(term):
        done[t] = make(t.op, tuple(done[a] for a in t.args), t.data) if t.args else t
    return done[term]
