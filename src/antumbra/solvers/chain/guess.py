"""Guess a model: keep the path's model and change one variable of the goal.

With all others fixed, each constraint on that variable is a condition over one variable, so the values
that satisfy all of them are mostly known exactly (:mod:`antumbra.solvers.chain.preimage`). Where they are
not, the usual suspects are tried: 0, ±1, the extremes, constants of the constraints and values of
the other variables, each ±1. Of an interval we take the middle, or keep a distance from its finite end: the
next guess will want to put another value in between. Conditions on bits or bytes of a word come first: there the
path's value is tried with other bits in these places.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from antumbra.solvers.chain import trie
from antumbra.solvers.chain.domains import Bounds, Domain, intersection
from antumbra.solvers.chain.independence import group_of
from antumbra.solvers.chain.path import PathCondition
from antumbra.solvers.chain.preimage import Inexact, Preimage
from antumbra.solvers.chain.query import Query
from antumbra.solvers.chain.shape import Condition, VariableNote
from antumbra.terms.operators import CONST, EQ, NOT, VAR
from antumbra.terms.term import Term

#: a variable in more constraints than this is not varied
USES_LIMIT: Final = 64
#: occurrences of variables in the conditions that are projected before a solver is the better idea
EFFORT: Final = 300
#: room left between a guessed value and the end of an interval
GAP: Final = 1024
SUSPECTS: Final = 60
SAMPLES: Final = 40
#: terms that may be evaluated to try values of one variable
EVALUATIONS: Final = 1_000_000
#: lists of conditions that are remembered
REMEMBERED: Final = 100_000
#: conditions that tell whether those on a variable are about its bits
LOOKED_AT: Final = 4
#: 2^32 over the golden ratio
GOLDEN: Final = 2654435769


def guess(query: Query, others: Others) -> tuple[VariableNote, Any] | None:
    """One variable and a value for it that satisfy the query with the path's model otherwise."""
    pinned = _pinned(query, others)
    if pinned is not None:
        return pinned
    known: dict[Term, Any] = {}
    effort = 0
    for note in query.focus:
        if note.pseudo:
            continue
        conditions, opaque = _conditions(query, note)
        if not conditions or (opaque and not note.is_bool):
            continue
        effort += sum(len(condition.variables) for condition in conditions)
        if effort > EFFORT:
            return None
        value = _flip(query, note, conditions) if opaque else _vary(query, note, conditions, known)
        if value is not None:
            return note, value
    return None


class Others:
    """Of the conditions on a variable, those that do more than to exclude one value.

    A long ``else if`` or ``switch`` excludes thousands. Remembered for each end of a list of conditions, so that a
    path that grows does not look at its conditions again.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, Any]] = {}

    def of(self, uses: Any) -> Any:
        """A list like ``uses``, which is linked: (condition, rest) or None."""
        pending: list[Any] = []
        result: Any = None
        while uses is not None:
            known = self._known.get(id(uses))
            if known is not None:
                result = known[1]
                break
            pending.append(uses)
            uses = uses[1]
        if len(self._known) > REMEMBERED:
            self._known.clear()
        for node in reversed(pending):
            if not _excludes(node[0]):
                result = (node[0], result)
            self._known[id(node)] = (node, result)  # the node itself, so that its number stays its own
        return result


def _excludes(condition: Condition) -> bool:
    """Is it that its only variable is not some constant?"""
    term = condition.term
    if term.op is not NOT or term.args[0].op is not EQ:
        return False
    variable, constant = term.args[0].args
    return variable.op is VAR and constant.op is CONST


def _pinned(query: Query, others: Others) -> tuple[VariableNote, Any] | None:
    """A goal that leaves its variable one value: however many conditions there are, to look is cheaper than to ask."""
    goal = query.goal
    if goal is None or goal.term.op is not EQ or len(goal.variables) != 1:
        return None
    note = goal.variables[0]
    variable, constant = goal.term.args
    path = query.path
    entry = trie.get(path.entries, note.number)
    if variable is not note.term or constant.op is not CONST or note.pseudo or entry is None:
        return None
    found = group_of(path.entries, entry)
    domain = query.domain(note)
    if (found is not None and found[1].opaque) or (domain is not None and int(constant.data) not in domain):
        return None
    if trie.get(path.known, goal.negation.number) is not None:
        return None  # it is one of the values that are excluded
    values: dict[Term, Any] = {variable: constant.data}
    uses = others.of(entry.uses)
    while uses is not None:
        condition, uses = uses
        for other in condition.variables:
            if other.term not in values:
                values[other.term] = path.value(other)
        if condition.opaque or not condition.holds(values):
            return None
    return note, constant.data


def _conditions(query: Query, note: VariableNote) -> tuple[list[Condition], bool]:
    """All conditions on a variable, none if they are too many; and whether only a solver vouches for its group."""
    path = query.path
    entry = trie.get(path.entries, note.number)
    conditions: list[Condition] = [] if query.goal is None else [query.goal]
    opaque = False
    if entry is not None:
        found = group_of(path.entries, entry)
        opaque = found is not None and found[1].opaque
        uses = entry.uses
        while uses is not None:
            constraint, uses = uses
            conditions.append(constraint)
            if len(conditions) > USES_LIMIT:
                return [], opaque
    return conditions, opaque or any(condition.opaque for condition in conditions)


def _flip(query: Query, note: VariableNote, conditions: list[Condition]) -> bool | None:
    """The other value of a Boolean variable, if all its conditions hold under it whatever functions mean."""
    path = query.path
    domain = query.domain(note)
    value = not path.value(note)
    if domain is None or int(value) not in domain:
        return None
    for condition in conditions:
        values = {v.term: path.value(v) for v in condition.variables}
        values[note.term] = value
        if not condition.true_in(values):
            return None
    return value


def _vary(query: Query, note: VariableNote, conditions: list[Condition], known: dict[Term, Any]) -> Any:
    """``known``: values of terms under the path's model."""
    path = query.path
    values: dict[Term, Any] = {}
    for condition in conditions:
        for other in condition.variables:
            if other.term not in values:
                values[other.term] = path.value(other)
    domain = query.domain(note)
    if domain is None:
        return _try_suspects(note, conditions, values, None, path)
    if any(any(condition.bits(note.term)) for condition in conditions[:LOOKED_AT]):
        near = _near(note, conditions, values, domain)
        if near is not None:
            return near
    exact, left = _project(note, conditions, values, domain.bounds, known)
    if exact is None:
        return None
    if not left:
        value = choose(exact, 1 << (note.term.width or 1))
        return bool(value) if note.is_bool else value
    return _try_suspects(note, left, values, exact, path)


def _near(note: VariableNote, conditions: list[Condition], values: dict[Term, Any], domain: Domain) -> int | None:
    """A value that differs from the path's where a condition on bits is not satisfied, and nowhere else.

    Sets of such values have thousands of pieces.
    """
    term = note.term
    value = values[term]
    for candidate in (*_with_other_top(domain.bounds, value), *_with_other_bits(term, conditions[0], value)):
        if candidate in domain:
            values[term] = candidate
            if all(condition.holds(values) for condition in conditions):
                return candidate
    values[term] = value
    return None


def _with_other_top(bounds: Bounds, value: int) -> Iterator[int]:
    """A value outside a set moved into its first intervals, its low bits kept: conditions on bits do not notice."""
    if bisect_right(bounds, value) & 1:
        return
    for i in range(0, min(len(bounds), 8), 2):
        unit = 1 << ((bounds[i + 1] - bounds[i]).bit_length() - 1)
        yield bounds[i] + (value - bounds[i]) % unit


def _with_other_bits(term: Term, goal: Condition, value: int) -> Iterator[int]:
    """The variable's own value but for the bits that a goal on flags or on a byte of a word looks at."""
    slices, masks = goal.bits(term)
    for low, width in slices:
        rest = value & ~(((1 << width) - 1) << low)
        for constant in goal.constants:
            if constant.sort.kind == "bv" and constant.width <= width:
                yield from (rest | (constant.data + step) % (1 << width) << low for step in (0, 1, -1))
    yield from (value ^ mask for mask in masks)


def _project(
    note: VariableNote,
    conditions: list[Condition],
    values: dict[Term, Any],
    bounds: Bounds,
    known: dict[Term, Any],
) -> tuple[Bounds | None, list[Condition]]:
    """The values of one variable that satisfy the conditions, and the conditions that are left to try."""
    left: list[Condition] = []
    for condition in conditions:
        search = Preimage(note.term, (bounds[0], bounds[-1] - 1), values, known)
        try:
            truth = search.truth(condition.term)
        except Inexact:
            left.append(condition)
            continue
        bounds = intersection(bounds, truth)
        if not bounds:
            return None, left
    return bounds, left


def choose(bounds: Bounds, top: int) -> int:
    """An element of a non-empty set: with room on both sides, but not far from 0 where that is free."""
    low, end = bounds[0], bounds[1]
    for i in range(2, len(bounds), 2):
        if bounds[i + 1] - bounds[i] > end - low:
            low, end = bounds[i], bounds[i + 1]
    if end - low <= 2 * GAP:
        return (low + end - 1) // 2
    half = top // 2
    open_low, open_end = low in (0, half), end in (half, top)
    if open_low and open_end:
        return 0 if low == 0 else end - GAP
    if open_low:
        return end - GAP
    if open_end:
        return low + GAP
    return (low + end - 1) // 2


def _try_suspects(
    note: VariableNote, conditions: list[Condition], values: dict[Term, Any], bounds: Bounds | None, path: PathCondition
) -> Any:
    """The first of the usual suspects, then of a fixed sample of the set, that satisfies the conditions."""
    term = note.term
    mask = term.sort.mask or 1
    tried: set[Any] = {path.value(note)}
    attempts = EVALUATIONS // sum(condition.size for condition in conditions)
    checks = [condition.holds for condition in conditions] if attempts else []
    for candidate in islice(_candidates(term, conditions, values, bounds), attempts):
        if bounds is not None:
            candidate &= mask
            if bisect_right(bounds, candidate) & 1 == 0:
                continue
            if note.is_bool:
                candidate = bool(candidate)
        if candidate in tried:
            continue
        tried.add(candidate)
        values[term] = candidate
        if all(holds(values) for holds in checks):
            return candidate
    values[term] = path.value(note)
    return None


def _candidates(
    term: Term, conditions: list[Condition], values: dict[Term, Any], bounds: Bounds | None
) -> Iterator[Any]:
    yield from _suspects(term, conditions, values)[:SUSPECTS]
    if bounds is not None:
        yield from _sample(bounds)


def _sample(bounds: Bounds) -> Iterator[int]:
    """Elements spread evenly over a set, the same every time: multiples of the golden ratio."""
    ends: list[int] = []
    size = 0
    for i in range(0, len(bounds), 2):
        size += bounds[i + 1] - bounds[i]
        ends.append(size)
    for k in range(SAMPLES):
        at = k * GOLDEN % (1 << 32) * size >> 32
        piece = bisect_right(ends, at)
        yield bounds[2 * piece + 1] - (ends[piece] - at)


def _suspects(term: Term, conditions: list[Condition], values: dict[Term, Any]) -> list[Any]:
    sort = term.sort
    if sort.kind == "bool":
        return [0, 1]
    constants = _constants(conditions)
    if sort.kind not in ("bv", "int"):
        # floats, reals and others: values of the same sort seen elsewhere, no neighbours
        seen = [c.data for c in constants if c.sort is sort]
        return [*seen, *(value for other, value in values.items() if other.sort is sort)]
    half = 1 << (sort.width - 1) if sort.mask else 1
    base = [0, 1, -1, half, half - 1]
    for value in (
        *(c.data for c in constants if c.sort.kind in ("bv", "int")),
        *(value for other, value in values.items() if other is not term and other.sort.kind in ("bv", "int")),
    ):
        base.extend((value, value + 1, value - 1))
    return base


def _constants(conditions: list[Condition]) -> list[Term]:
    found: dict[Term, None] = {}
    for condition in conditions:
        for constant in condition.constants:
            found[constant] = None
    return list(found)
