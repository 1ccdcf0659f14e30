"""Values of terms in concrete executions, arrays that are defined by a rule (copies and fills of memory) included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from antumbra import terms as T
from antumbra.terms import Term
from antumbra.terms.values import ArrayValue

#: elements of an array that one rule may set
MOST_ELEMENTS: Final = 1 << 16


def evaluator(term: Term) -> Callable[[Mapping[Term, Any]], Any]:
    """The same, for many values."""
    return partial(value_of, term) if _is_special(term) else T.compiled(term)


def value_of(term: Term, values: Mapping[Term, Any]) -> Any:
    """Raises EvaluationError where there is no finite value."""
    if not _is_special(term):
        return T.compiled(term)(values)
    known: dict[Term, Any] = {}
    for part in T.subterms(term):
        if part.op is T.LAMBDA:
            known[part] = _array(part, values)
        elif part.op is T.APPLY:
            raise T.EvaluationError("a function without a meaning")
    return T.evaluate(term, values, known=known)


_special: Final[dict[Term, bool]] = {}


def _is_special(term: Term) -> bool:
    """Has it a rule, or a function that means what axioms allow?"""
    if term.sort.kind != "array" and term.op is T.VAR:
        return False
    found = _special.get(term)
    if found is None:
        found = _special[term] = any(part.op in (T.LAMBDA, T.APPLY) for part in T.subterms(term))
    return found


def _array(rule: Term, values: Mapping[Term, Any]) -> ArrayValue:
    """The rule at every index where it may differ from what it is elsewhere."""
    bound = T.bound_variables(rule)
    if len(bound) != 1:
        raise T.EvaluationError("a rule with several indices")
    index, body = bound[0], rule.args[-1]
    mask = (1 << index.sort.width) - 1
    wanted: set[int] = set()
    for part in T.subterms(body):
        wanted.update(i & mask for i in _indices(part, index, values))
        if len(wanted) > MOST_ELEMENTS:
            raise T.EvaluationError("a rule for too many elements")
    elsewhere = next(i for i in range(len(wanted) + 1) if i not in wanted)

    def at(i: int) -> Any:
        return value_of(body, {**values, index: i})

    default = at(elsewhere)
    found = {i: at(i) for i in sorted(wanted)}
    return ArrayValue(rule.sort, default, {i: v for i, v in found.items() if v != default})


def _indices(part: Term, index: Term, values: Mapping[Term, Any]) -> Iterator[int]:
    """Where a part of a rule may tell indices apart: ranges, elements of arrays, single places."""
    if index not in T.free_variables(part):
        return
    if part.op in (T.BVULT, T.BVULE) and index not in T.free_variables(part.args[1]):
        start = (-value_of(part.args[0], {**values, index: 0})) & (1 << index.sort.width) - 1
        count = value_of(part.args[1], values) + (part.op is T.BVULE)
        if count > MOST_ELEMENTS:
            raise T.EvaluationError("a rule for too many elements")
        yield from range(start, start + count)
    elif part.op is T.SELECT and index in T.free_variables(part.args[1]):
        offset = value_of(part.args[1], {**values, index: 0})
        array = value_of(part.args[0], values)
        yield from (key - offset for key in array.entries)
    elif part.op is T.EQ:
        sides = [side for side in part.args if index not in T.free_variables(side)]
        others = [side for side in part.args if index in T.free_variables(side)]
        if len(sides) != 1 or others[0].sort is not index.sort:
            raise T.EvaluationError("a rule that is not understood")
        yield value_of(sides[0], values) - value_of(others[0], {**values, index: 0})
    elif part.sort is T.BOOL and part.op not in (T.AND, T.OR, T.NOT, T.ITE):
        raise T.EvaluationError("a rule that is not understood")
