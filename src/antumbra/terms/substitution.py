"""Terms built anew: with other terms in place of variables, or by the simplifying constructors. No recursion."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra.terms.leaves import var
from antumbra.terms.making import make
from antumbra.terms.operators import BINDERS, LAMBDA, VAR, bound_variables
from antumbra.terms.term import SortError, Term
from antumbra.terms.traverse import free_variables


def substitute(term: Term, replacement: Mapping[Term, Term]) -> Term:
    """All replacements at once, simplifying; bound variables are renamed where they would capture.

    Keys are variables. Each scope (the root's, or that of a binder that meets a replaced variable)
    has its own table of results.
    """
    return Substitution(replacement).of(term)


class _Scope:
    __slots__ = ("done", "keys", "replacement")

    def __init__(self, replacement: dict[Term, Term]) -> None:
        self.replacement = replacement
        self.keys = frozenset(replacement)
        self.done: dict[Term, Term] = dict(replacement)


class Substitution:
    """One substitution, for any number of terms: what they share is done once. A stack of (term, scope); a binder's own
    scope hangs at (binder, outer scope)."""

    def __init__(self, replacement: Mapping[Term, Term]) -> None:
        for key, value in replacement.items():
            if key.op is not VAR or key.sort is not value.sort:
                raise SortError("only a variable can be replaced, by a term of its sort")
        self._root = _Scope(dict(replacement))
        self._inner: dict[tuple[Term, int], tuple[_Scope, tuple[Term, ...]]] = {}
        self._keep: list[_Scope] = []

    def of(self, term: Term) -> Term:
        root = self._root
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


def replace_parts(term: Term, known: Mapping[Term, Term]) -> Term:
    """A term with parts of any kind replaced, simplifying. Binders are left as they are."""
    done = dict(known)
    stack = [term]
    while stack:
        top = stack[-1]
        if top in done:
            stack.pop()
            continue
        if not top.args or top.op in BINDERS:
            done[top] = top
            continue
        pending = [a for a in top.args if a not in done]
        if pending:
            stack += pending
        else:
            done[top] = make(top.op, tuple(done[a] for a in top.args), top.data)
    return done[term]


def simplify(term: Term, done: dict[Term, Term] | None = None) -> Term:
    """A term that was interned as it stood (by a reader, say), built again by the simplifying constructors. ``done``:
    keeps what was built, for other terms that share it."""
    done = {} if done is None else done
    stack = [term]
    while stack:
        top = stack[-1]
        if top in done:
            stack.pop()
            continue
        pending = [a for a in top.args if a not in done]
        if pending:
            stack += pending
        else:
            done[top] = make(top.op, tuple(done[a] for a in top.args), top.data) if top.args else top
    return done[term]
