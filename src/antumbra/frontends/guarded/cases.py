"""Values that depend on which element is meant: choices, and how they are kept out of arithmetic.

``a[k]`` is a choice among the elements. Engines compare sums of variables, so a comparison of choices becomes a choice
of comparisons, as long as there are not too many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from antumbra import terms as T
from antumbra.terms import Term

#: combinations of elements in one comparison, or in what one transition assigns
MOST_CASES = 64


def chosen(choices: Sequence[tuple[Term, Term]]) -> Term:
    """The value whose condition holds. Where none does the last one: ``defined`` says that this is an error."""
    found = choices[-1][1]
    for where, value in reversed(choices[:-1]):
        found = T.ite(where, value, found)
    return found


def cases(term: Term) -> list[tuple[Term, Term]] | None:
    """The values of a number without choices in them, each with its condition; None if there are too many."""
    done: dict[Term, list[tuple[Term, Term]]] = {}
    stack = [term]
    while stack:
        node = stack[-1]
        numbers = [a for a in node.args if a.sort is T.INT]
        missing = [a for a in numbers if a not in done]
        if missing:
            stack += missing
            continue
        stack.pop()
        found = _cases(node, [done[a] for a in numbers])
        if len(found) > MOST_CASES:
            return None
        done[node] = found
    return done[term]


def _cases(node: Term, args: Sequence[list[tuple[Term, Term]]]) -> list[tuple[Term, Term]]:
    if not args:
        return [(T.TRUE, node)]
    if node.op is T.ITE:
        condition = node.args[0]
        sides = [(condition, args[0]), (T.not_(condition), args[1])]
        every = [(T.and_(side, where), value) for side, each in sides for where, value in each]
    else:
        every = [
            (T.and_(T.TRUE, *(where for where, _ in each)), T.make(node.op, tuple(v for _, v in each), node.data))
            for each in product(*args)
        ]
    return [(where, value) for where, value in every if where is not T.FALSE]


def lifted(compare: Callable[[Term, Term], Term], left: Term, right: Term) -> Term:
    """The comparison of two values, with no choice inside."""
    if left.sort is not T.INT:
        return compare(left, right)
    one, two = cases(left), cases(right)
    if one is None or two is None or len(one) * len(two) > MOST_CASES or len(one) * len(two) == 1:
        return compare(left, right)
    return T.or_(T.FALSE, *(T.and_(a, b, compare(x, y)) for a, x in one for b, y in two))
