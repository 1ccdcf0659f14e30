"""Arrays and maps, uninterpreted functions and binders, simplified as they are built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from antumbra.terms.leaves import const, var
from antumbra.terms.operators import (
    ADD,
    APPLY,
    CONST,
    CONST_ARRAY,
    EXISTS,
    FORALL,
    LAMBDA,
    SELECT,
    STORE,
    VAR,
    FunctionDeclaration,
)
from antumbra.terms.simplify.bv import always_different
from antumbra.terms.sorts import BOOL, Sort
from antumbra.terms.substitution import substitute
from antumbra.terms.term import Op, SortError, Term, intern
from antumbra.terms.traverse import free_variables
from antumbra.terms.values import ArrayValue, element_of


def _different(a: Term, b: Term) -> bool:
    """Whether two indices differ in every model, seen at once."""
    if a is b:
        return False
    if a.op is CONST and b.op is CONST:
        return True  # interned: equal values would be equal terms
    if a.sort.mask:
        return always_different(a, b)
    x, c = (a.args[0], a.args[1].data) if a.op is ADD and a.args[1].op is CONST else (a, 0)
    y, d = (b.args[0], b.args[1].data) if b.op is ADD and b.args[1].op is CONST else (b, 0)
    return x is y and c != d


def _check_indices(array: Term, indices: tuple[Term, ...]) -> None:
    sort = array.sort
    if sort.kind != "array" or tuple(i.sort for i in indices) != sort.index:
        raise SortError(f"{sort!r} cannot be indexed by ({', '.join(repr(i.sort) for i in indices)})")


def _key(indices: tuple[Term, ...]) -> Any:
    """The key of constant indices in an ArrayValue, None when one is not constant."""
    for index in indices:
        if index.op is not CONST:
            return None
    return indices[0].data if len(indices) == 1 else tuple(i.data for i in indices)


def select(array: Term, *indices: Term) -> Term:
    _check_indices(array, indices)
    while array.op is STORE:
        stored = array.args[1:-1]
        if stored == indices:
            return array.args[-1]
        if not any(map(_different, stored, indices)):
            break
        array = array.args[0]
    op = array.op
    if op is CONST:
        value: ArrayValue = array.data
        key = _key(indices)
        if key is not None or not value.entries:
            return const(value.get(key), element_of(array.sort))
    elif op is CONST_ARRAY:
        return array.args[0]
    elif op is LAMBDA:
        return substitute(array.args[0], dict(zip(array.data, indices, strict=True)))
    return intern(SELECT, (array, *indices))


def store(array: Term, *rest: Term) -> Term:
    """store(a, i..., v)."""
    indices, value = rest[:-1], rest[-1]
    _check_indices(array, indices)
    if value.sort is not array.sort.element:
        raise SortError(f"{array.sort!r} does not hold {value.sort!r}")
    if array.op is STORE and array.args[1:-1] == indices:
        array = array.args[0]
    if array.op is CONST:
        key = _key(indices)
        if key is not None and value.op is CONST:
            return const(array.data.set(key, value.data), array.sort)
        if value.op is CONST and not array.data.entries and array.data.default == value.data:
            return array
    elif array.op is CONST_ARRAY and array.args[0] is value:
        return array
    if value.op is SELECT and value.args[0] is array and value.args[1:] == indices:
        return array
    return intern(STORE, (array, *rest))


def const_array(sort: Sort, value: Term) -> Term:
    """The array of this sort that holds ``value`` everywhere."""
    if value.sort is not sort.element:
        raise SortError(f"{sort!r} does not hold {value.sort!r}")
    if value.op is CONST:
        return const(ArrayValue(sort, value.data, {}), sort)
    return intern(CONST_ARRAY, (value,), sort)


def apply_(declaration: FunctionDeclaration, arguments: Sequence[Term]) -> Term:
    if not declaration.arguments:
        return var(declaration.name, declaration.result)
    return intern(APPLY, tuple(arguments), declaration)


def _quantify(op: Op, variables: Sequence[Term], body: Term, triggers: Sequence[Sequence[Term]]) -> Term:
    if body.sort is not BOOL:
        raise SortError(f"a quantifier does not take {body.sort!r}")
    for variable in variables:
        if variable.op is not VAR:
            raise SortError("a binder takes variables")
    if body.op is CONST:
        return body
    free = free_variables(body)
    used = tuple(v for v in variables if v in free)
    if not used:
        return body
    kept = [tuple(group) for group in triggers if group]
    if len(used) < len(variables):
        # a trigger with a variable that is gone can never match
        gone = frozenset(variables) - frozenset(used)
        kept = [group for group in kept if not any(free_variables(t) & gone for t in group)]
    return intern(op, (body, *(t for group in kept for t in group)), (used, tuple(len(group) for group in kept)))


def forall(variables: Sequence[Term], body: Term, triggers: Sequence[Sequence[Term]] = ()) -> Term:
    return _quantify(FORALL, variables, body, triggers)


def exists(variables: Sequence[Term], body: Term, triggers: Sequence[Sequence[Term]] = ()) -> Term:
    return _quantify(EXISTS, variables, body, triggers)


def lambda_(variables: Sequence[Term], body: Term) -> Term:
    """The array (map) that holds ``body`` at the index ``variables``."""
    return intern(LAMBDA, (body,), tuple(variables))


def groups(lengths: Sequence[int], args: tuple[Term, ...]) -> list[tuple[Term, ...]]:
    """The triggers of a quantifier from its arguments (the body first)."""
    result: list[tuple[Term, ...]] = []
    at = 1
    for length in lengths:
        result.append(args[at : at + length])
        at += length
    return result


def triggers_of(quantifier: Term) -> list[tuple[Term, ...]]:
    """The triggers of a quantifier."""
    return groups(quantifier.data[1], quantifier.args)
