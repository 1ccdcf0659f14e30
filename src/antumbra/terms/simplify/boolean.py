"""Boolean connectives, ite and equality, simplified as they are built.

Other theories add their rules to the dispatch tables here (:data:`NEGATIONS`, :data:`EQ_CONST_RULES`,
:data:`EQ_RULES`), keyed by operator: this file names no theory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from antumbra.terms.leaves import FALSE, TRUE, boolean, const
from antumbra.terms.operators import AND, CONST, DISTINCT, EQ, ITE, NOT, OR
from antumbra.terms.sorts import BOOL
from antumbra.terms.term import Op, SortError, Term, intern

#: operator → the negation of such a term, for operators whose negation is another operator
NEGATIONS: Final[dict[Op, Callable[[Term], Term]]] = {}
#: operator of the left side → rule for (left, constant), None when it has nothing to say
EQ_CONST_RULES: Final[dict[Op, Callable[[Term, Term], Term | None]]] = {}
#: operator of either side → rule for two terms, neither of them constant
EQ_RULES: Final[dict[Op, Callable[[Term, Term], Term | None]]] = {}
#: operator of the else arm → rule for (condition, then, else)
ITE_RULES: Final[dict[Op, Callable[[Term, Term, Term], Term | None]]] = {}

#: a nested conjunction with more members stays nested, so that adding to one a member at a time is linear
_FLATTEN_LIMIT: Final = 64
#: rounds of mutual reduction of the members: more would find more, in quadratic time
_PASSES: Final = 4
#: operators that the rules for junctions look at
_CONNECTIVES: Final = frozenset((AND, OR, NOT, CONST))


def not_(a: Term) -> Term:
    op = a.op
    if op is NOT:
        return a.args[0]
    if a is TRUE:
        return FALSE
    if a is FALSE:
        return TRUE
    rule = NEGATIONS.get(op)
    if rule is not None:
        return rule(a)
    return intern(NOT, (a,))


def and_(*members: Term) -> Term:
    """Conjunction: flattened, without repetition, in order of creation; FALSE when it holds a and not a."""
    if len(members) == 2:
        a, b = members
        if a is not b and a.op not in _CONNECTIVES and b.op not in _CONNECTIVES:
            return intern(AND, (a, b) if a.id < b.id else (b, a))
    return _junction(AND, OR, TRUE, FALSE, members)


def or_(*members: Term) -> Term:
    """Disjunction: see :func:`and_`."""
    if len(members) == 2:
        a, b = members
        if a is not b and a.op not in _CONNECTIVES and b.op not in _CONNECTIVES:
            return intern(OR, (a, b) if a.id < b.id else (b, a))
    return _junction(OR, AND, FALSE, TRUE, members)


def _junction(op: Op, dual: Op, unit: Term, absorbing: Term, members: Sequence[Term]) -> Term:
    _check_bools(members)
    pending: Sequence[Term] | None = members
    kept: dict[Term, None] = {}
    for _ in range(_PASSES):
        kept = {}
        for member in pending:
            if member.op is op and len(member.args) <= _FLATTEN_LIMIT:
                kept.update(dict.fromkeys(member.args))
            else:
                kept[member] = None
        kept.pop(unit, None)
        if absorbing in kept or any(member.op is NOT and member.args[0] in kept for member in kept):
            return absorbing
        pending = _reduced(dual, kept)
        if pending is None:
            break
    if len(kept) < 2:
        return next(iter(kept), unit)
    return intern(op, tuple(sorted(kept, key=_by_id)))


def _reduced(dual: Op, kept: dict[Term, None]) -> list[Term] | None:
    """In a conjunction: ``a or b`` goes when a is a member, and loses a when not a is one. None: no change.

    All at once is sound: what a member is reduced by is a part of it, so the reductions have an order.
    """
    if all(member.op is not dual for member in kept):
        return None
    negated = {member.args[0] for member in kept if member.op is NOT}
    result: list[Term] = []
    changed = False
    for member in kept:
        if member.op is dual:
            parts = member.args
            if any(p in kept for p in parts):
                changed = True
                continue
            left = [p for p in parts if p not in negated and not (p.op is NOT and p.args[0] in kept)]
            if len(left) < len(parts):
                changed = True
                member = _dual(dual, left)
        result.append(member)
    return result if changed else None


def _dual(dual: Op, parts: list[Term]) -> Term:
    return or_(*parts) if dual is OR else and_(*parts)


def _by_id(term: Term) -> int:
    return term.id


def _check_bools(members: Sequence[Term]) -> None:
    for member in members:
        if member.sort is not BOOL:
            raise SortError(f"a Boolean operator does not take {member.sort!r}")


def implies(a: Term, b: Term) -> Term:
    return or_(not_(a), b)


def xor(a: Term, b: Term) -> Term:
    if a.sort is not BOOL:
        raise SortError(f"xor does not take {a.sort!r}")
    return not_(eq(a, b))


def ite(condition: Term, then: Term, otherwise: Term) -> Term:
    if condition.sort is not BOOL or then.sort is not otherwise.sort:
        raise SortError(f"ite does not take ({condition.sort!r}, {then.sort!r}, {otherwise.sort!r})")
    if condition.op is NOT:
        condition, then, otherwise = condition.args[0], otherwise, then
    if then is otherwise or condition is TRUE:
        return then
    if condition is FALSE:
        return otherwise
    if then.op is ITE:
        if then.args[0] is condition:
            return ite(condition, then.args[1], otherwise)
        if then.args[2] is otherwise:
            return ite(and_(condition, then.args[0]), then.args[1], otherwise)
    if otherwise.op is ITE:
        if otherwise.args[0] is condition:
            return ite(condition, then, otherwise.args[2])
        if otherwise.args[1] is then:
            return ite(or_(condition, otherwise.args[0]), then, otherwise.args[2])
    if then.sort is BOOL:
        decided = _ite_bool(condition, then, otherwise)
        if decided is not None:
            return decided
    elif condition.op is EQ:
        # the arms agree where the condition says so
        x, y = condition.args
        if (then is x and otherwise is y) or (then is y and otherwise is x):
            return otherwise
    rule = ITE_RULES.get(otherwise.op)
    if rule is not None:
        result = rule(condition, then, otherwise)
        if result is not None:
            return result
    return intern(ITE, (condition, then, otherwise))


def _ite_bool(condition: Term, then: Term, otherwise: Term) -> Term | None:
    if then is TRUE or then is condition:
        return or_(condition, otherwise)
    if otherwise is FALSE or otherwise is condition:
        return and_(condition, then)
    if then is FALSE:
        return and_(not_(condition), otherwise)
    if otherwise is TRUE:
        return or_(not_(condition), then)
    if (then.op is NOT and then.args[0] is otherwise) or (otherwise.op is NOT and otherwise.args[0] is then):
        return eq(condition, then)
    return None


def eq(a: Term, b: Term) -> Term:
    """Equality of values (so NaN equals NaN, and +0.0 differs from -0.0)."""
    if a is b:
        return TRUE
    if a.sort is not b.sort:
        raise SortError(f"equality does not take ({a.sort!r}, {b.sort!r})")
    if a.op is CONST:
        if b.op is CONST:
            return boolean(a.data == b.data)
        a, b = b, a
    if a.sort is BOOL:
        return _eq_bool(a, b)
    if b.op is CONST:
        rule = EQ_CONST_RULES.get(a.op)
        if rule is not None:
            result = rule(a, b)
            if result is not None:
                return result
        return intern(EQ, (a, b))
    rule = EQ_RULES.get(a.op)
    if rule is not None:
        result = rule(a, b)
        if result is not None:
            return result
    rule = EQ_RULES.get(b.op)
    if rule is not None:
        result = rule(b, a)
        if result is not None:
            return result
    return intern(EQ, (a, b) if a.id < b.id else (b, a))


def _eq_bool(a: Term, b: Term) -> Term:
    if b is TRUE:
        return a
    if b is FALSE:
        return not_(a)
    if a.op is NOT:
        if b.op is NOT:
            return eq(a.args[0], b.args[0])
        return FALSE if a.args[0] is b else not_(eq(a.args[0], b))
    if b.op is NOT:
        return FALSE if b.args[0] is a else not_(eq(a, b.args[0]))
    return intern(EQ, (a, b) if a.id < b.id else (b, a))


def ne(a: Term, b: Term) -> Term:
    return not_(eq(a, b))


def distinct(*members: Term) -> Term:
    """All different."""
    if len(members) < 2:
        return TRUE
    sort = members[0].sort
    for member in members:
        if member.sort is not sort:
            raise SortError("distinct takes terms of one sort")
    if len(members) == 2:
        return not_(eq(members[0], members[1]))
    if len(set(members)) < len(members):
        return FALSE
    if all(member.op is CONST for member in members):
        return TRUE
    return intern(DISTINCT, members)


def _eq_ite_const(a: Term, k: Term) -> Term | None:
    """ite(c, k1, y) = k where k1 is constant. A chain of ites stays: the result would be as deep."""
    condition, then, otherwise = a.args
    if then.op is CONST and otherwise.op is not ITE:
        rest = eq(otherwise, k)
        return or_(condition, rest) if then is k else and_(not_(condition), rest)
    if otherwise.op is CONST and then.op is not ITE:
        rest = eq(then, k)
        return or_(not_(condition), rest) if otherwise is k else and_(condition, rest)
    return None


def _eq_ite(a: Term, b: Term) -> Term | None:
    """Equalities of an ite with one of its arms, or with an ite over the same condition."""
    condition, then, otherwise = a.args
    if then is b:
        return or_(condition, eq(otherwise, b))
    if otherwise is b:
        return or_(not_(condition), eq(then, b))
    if b.op is ITE and b.args[0] is condition:
        return ite(condition, eq(then, b.args[1]), eq(otherwise, b.args[2]))
    return None


EQ_CONST_RULES[ITE] = _eq_ite_const
EQ_RULES[ITE] = _eq_ite


def fold(op: Op, args: tuple[Term, ...], data: Any = None) -> Term:
    """The term for constant arguments computed, otherwise interned as it is."""
    for a in args:
        if a.op is not CONST:
            return intern(op, args, data)
    term_sort = op.sort_of(args, data)
    evaluate = op.evaluate
    if evaluate is None:
        return intern(op, args, data)
    return const(evaluate(term_sort, data, tuple(a.sort for a in args), *(a.data for a in args)), term_sort)
