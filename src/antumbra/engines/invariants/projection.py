"""What a condition says of the variables that stay, when others are forgotten.

``projections`` gives conditions without the forgotten variables that the condition implies, or mostly does: they are
guesses, and whoever uses them checks them.
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.engines.invariants.linear import addends, total, twos
from antumbra.terms import Term

#: conditions larger than this are not looked at
LARGEST = 3_000
#: disjuncts that are kept apart
MOST_CASES = 24
#: steps of the search for them
MOST_STEPS = 2_000


def projections(condition: Term, kept: frozenset[Term]) -> Iterator[Term]:
    """Weaker conditions over ``kept`` alone, the stronger ones first."""
    if T.size(condition) > LARGEST:
        return
    cases = _cases(condition, kept)
    if cases is None:
        return
    given = [_given(case) for case in cases]
    for project in (_solved_for, _low_bits, _high_bits):
        parts = [T.and_(*project(case, kept)) for case in given]
        yield T.or_(*dict.fromkeys(parts))


def _cases(condition: Term, kept: frozenset[Term]) -> list[list[Term]] | None:
    """Disjunctive normal form; None if that has too many cases. A disjunction that says nothing of what is kept is
    left out."""
    done: list[list[Term]] = []
    work: list[tuple[dict[Term, None], list[Term], list[Term]]] = [({}, [], [condition])]
    steps = 0
    while work:
        literals, splits, rest = work.pop()
        alive = True
        while alive and (rest or splits):
            steps += 1
            if steps > MOST_STEPS:
                return None
            item = rest.pop() if rest else splits.pop()
            forms = _alternatives(item)
            if forms is None:
                alive = item is not T.FALSE and T.not_(item) not in literals
                literals[item] = None
                continue
            forms = [f for f in forms if not any(x is T.FALSE or T.not_(x) in literals for x in f)]
            if not forms:
                alive = False
            elif len(forms) == 1:
                rest += forms[0]
            elif any(all(x in literals for x in form) for form in forms) or kept.isdisjoint(T.free_variables(item)):
                pass
            elif rest:
                splits.append(item)
            else:
                work.extend((dict(literals), list(splits), list(form)) for form in forms[1:])
                rest = list(forms[0])
        if alive:
            done.append(list(literals))
        if len(done) + len(work) > MOST_CASES:
            return None
    return done


def _alternatives(term: Term) -> list[list[Term]] | None:
    """The ways in which a condition can be true; None for a literal."""
    match term.op, term.args:
        case T.AND, args:
            return [list(args)]
        case T.OR, args:
            return [[a] for a in args]
        case T.ITE, (c, a, b):
            return [[c, a], [T.not_(c), b]]
        case T.EQ, (a, b) if a.sort is T.BOOL:
            return [[a, b], [T.not_(a), T.not_(b)]]
        case T.NOT, (inner,):
            match inner.op, inner.args:
                case T.AND, args:
                    return [[T.not_(a)] for a in args]
                case T.OR, args:
                    return [[T.not_(a) for a in args]]
                case T.ITE, (c, a, b):
                    return [[c, T.not_(a)], [T.not_(c), T.not_(b)]]
                case T.EQ, (a, b) if a.sort is T.BOOL:
                    return [[a, T.not_(b)], [T.not_(a), b]]
                case _:
                    return None
        case _:
            return None


def _solved_for(literals: list[Term], kept: frozenset[Term]) -> Iterator[Term]:
    """Equations are solved for forgotten variables, which are replaced."""
    waiting = literals
    while True:
        found = next((solved for x in waiting if (solved := _solved(x, kept)) is not None), None)
        if found is None:
            break
        equation, variable, value, rest = found
        yield from rest
        waiting = [T.substitute(x, {variable: value}) for x in waiting if x is not equation]
    yield from _low_bits(waiting, kept)


def _given(literals: list[Term]) -> list[Term]:
    """Each literal as it is where the others hold."""
    result: list[Term] = []
    for literal in literals:
        if T.free_variables(literal) and any(t.op is T.ITE for t in T.subterms(literal)):
            known = {x: T.TRUE for x in literals if x is not literal}
            known |= {T.not_(x): T.FALSE for x in known}
            result.append(T.replace_parts(literal, known))
        else:
            result.append(literal)
    return result


def _difference(literal: Term) -> tuple[dict[Term, int], int, Term] | None:
    """An equation of bit-vectors as a sum that is zero."""
    if literal.op is not T.EQ or literal.args[0].sort.kind != "bv":
        return None
    found = addends(T.bvsub(*literal.args))
    return None if found is None else (*found, literal.args[0])


def _solved(literal: Term, kept: frozenset[Term]) -> tuple[Term, Term, Term, list[Term]] | None:
    """An equation solved for its only forgotten variable: (equation, variable, its value, what else follows).

    Where its factor is even, the value is right only if nothing overflowed.
    """
    found = _difference(literal)
    if found is None:
        return None
    parts, constant, like = found
    forgotten = [part for part in parts if not T.free_variables(part) <= kept]
    if len(forgotten) != 1 or forgotten[0].op is not T.VAR:
        return None
    variable = forgotten[0]
    factor = parts.pop(variable)
    shift = twos(factor, like.width)
    odd = factor >> shift
    inverse = -pow(odd, -1, 1 << like.width)
    value = total(((p, f * inverse) for p, f in parts.items()), constant * inverse, like)
    if not shift:
        return literal, variable, value, []
    low = T.eq(T.extract(shift - 1, 0, value), T.bv(0, shift))
    return literal, variable, T.bvlshr(value, T.const(shift, like.sort)), [low]


def _low_bits(literals: list[Term], kept: frozenset[Term]) -> Iterator[Term]:
    """What speaks of nothing forgotten; and of equations, their low bits where the forgotten variables do not show."""
    for literal in literals:
        if T.free_variables(literal) <= kept:
            yield literal
        elif (found := _difference(literal)) is not None:
            parts, constant, like = found
            staying = {part: f for part, f in parts.items() if T.free_variables(part) <= kept}
            bits = min((twos(f, like.width) for part, f in parts.items() if part not in staying), default=0)
            if bits and staying:
                yield T.eq(T.extract(bits - 1, 0, total(staying.items(), constant, like)), T.bv(0, bits))


def _high_bits(literals: list[Term], kept: frozenset[Term]) -> Iterator[Term]:
    """The same with the high bits of equations of one variable, as if the forgotten ones were too small to show there:
    rows of a table belong to one thread, whatever the column."""
    for literal in literals:
        if T.free_variables(literal) <= kept:
            yield literal
        elif (found := _difference(literal)) is not None:
            parts, _, like = found
            units = (1, (1 << like.width) - 1)
            subject = next((p for p, f in parts.items() if p in kept and f in units), None)
            if subject is None:
                continue
            sign = -1 if parts[subject] == 1 else 1
            row = {p: sign * f for p, f in parts.items() if p is not subject and T.free_variables(p) <= kept}
            low = min((twos(f, like.width) for f in row.values()), default=0)
            if 0 < low < like.width:
                high = like.width - 1
                yield T.eq(T.extract(high, low, subject), T.extract(high, low, total(row.items(), 0, like)))
