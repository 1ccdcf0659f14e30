"""Two pointers: are they equal, is one below the other, how far are they apart?

Into one object they relate as their places in our layout do; else as their numbers.
"""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.program.spacing import address_limit, is_roomy, lowest_address
from antumbra.program.widths import is_pointer
from antumbra.semantics.memory.addresses import home, in_layout, number_of, strictly_inside
from antumbra.semantics.memory.objects import Content, Object
from antumbra.semantics.memory.pages import PAGE_BITS
from antumbra.semantics.memory.resolution import by_structure
from antumbra.semantics.runtime import from_term, ite, to_term
from antumbra.semantics.state import State
from antumbra.terms import Term

#: bytes of two constants that are compared
MOST_COMPARED = 64
#: alternatives of a symbolic pointer that are told apart one by one
MOST_ALTERNATIVES = 16


def same_address(state: State, left: Any, right: Any, site: int) -> Any:
    """Are two pointers equal?"""
    if left.__class__ is int and right.__class__ is int:
        decided = _same(state, left, right)
        _log(state, left, right, decided is not None)
        if decided is not None:
            return decided
    else:
        _log(state, left, right, False)
        if _one_object(state, left, right):
            return from_term(T.eq(*_terms(state, left, right)))
        distinct = _alternatives(state, left, right, site)
        if distinct is not None:
            return distinct
    return from_term(T.eq(*_terms(state, number_of(state, left, site), number_of(state, right, site))))


def below(state: State, left: Any, right: Any, site: int) -> Any:
    """Is a pointer less than another?"""
    if _as_places(state, left, right) and _no_wrap(state, left, right):
        return from_term(T.bvult(*_terms(state, left, right)))
    return from_term(T.bvult(*_terms(state, number_of(state, left, site), number_of(state, right, site))))


def distance(state: State, left: Any, right: Any, site: int) -> Any:
    """``left - right`` in bytes."""
    if _as_places(state, left, right):
        return from_term(T.bvsub(*_terms(state, left, right)))
    return from_term(T.bvsub(*_terms(state, number_of(state, left, site), number_of(state, right, site))))


def _terms(state: State, left: Any, right: Any) -> tuple[Term, Term]:
    sort = T.bv_sort(state.machine.pointer_width)
    return to_term(left, sort), to_term(right, sort)


def _log(state: State, left: Any, right: Any, decided: bool) -> None:
    """For engines that read what was executed: the places, if they alone decided."""
    if state.machine.compiler.trace:
        state.log.append((left, right) if decided else None)


def _same(state: State, left: int, right: int) -> bool | None:
    """Equality of places, where that is equality of pointers; None where it is not."""
    if left == right or not left or not right or state.fixed is not None:
        return left == right
    one, other = home(state, left), home(state, right)
    if one is None or other is None:
        return None if in_layout(state, left) or in_layout(state, right) else False
    if one.base == other.base:
        return False
    if one.region is Region.CONSTANT and other.region is Region.CONSTANT:
        # equal ones may be one object, and the end of a string may be another string
        starts = left == one.base and right == other.base
        return False if starts and _unlike(state, one, other) else None
    return False if strictly_inside(one, left) and strictly_inside(other, right) else None


def _unlike(state: State, one: Object, other: Object) -> bool:
    """Is a byte of two constants surely different, so that they do not begin at the same address?"""
    if one.content is not Content.ZERO or other.content is not Content.ZERO:
        return False
    if one.size.__class__ is not int or other.size.__class__ is not int:
        return False
    for offset in range(min(one.size, other.size, MOST_COMPARED)):
        bytes_ = _known_byte(state, one.base + offset), _known_byte(state, other.base + offset)
        if None not in bytes_ and bytes_[0] != bytes_[1]:
            return True
    return False


def _known_byte(state: State, place: int) -> int | None:
    """A byte of an object whose unwritten bytes are zero; None for a part of a pointer."""
    cell = state.pages[place >> PAGE_BITS].covering(place)
    if cell is None:
        return 0
    start, width, value = cell
    if is_pointer(width) or value.__class__ is not int:
        return None
    return value >> 8 * (place - start) & 255


def _as_places(state: State, left: Any, right: Any) -> bool:
    """Do two pointers relate as their places in our layout do?"""
    if state.fixed is not None:
        _log(state, left, right, True)
        return True
    if left.__class__ is int and right.__class__ is int:
        one, other = home(state, left), home(state, right)
        if one is None or other is None:
            decided = one is other and not in_layout(state, left) and not in_layout(state, right)
        else:
            decided = one.base == other.base
        _log(state, left, right, decided)
        return decided
    _log(state, left, right, False)
    return _one_object(state, left, right)


def _no_wrap(state: State, left: Any, right: Any) -> bool:
    """Do two pointers into one object, or not far outside, have the order of their places wherever it lies?

    Where objects are near each other, a pointer that is computed has to stay (``addresses.stay``).
    """
    width = state.machine.pointer_width
    if state.fixed is not None or not is_roomy(width):
        return True
    before, limit = lowest_address(width), address_limit(width)
    for pointer in (left, right):
        if pointer.__class__ is Term:
            base = _only_base(state, pointer) or 0
            shifted = T.bvsub(pointer, T.const(base - before, pointer.sort))
            if not state.machine.must(state, T.bvult(shifted, T.const(limit + before, pointer.sort))):
                return False
    return True


def _one_object(state: State, left: Any, right: Any) -> bool:
    one, other = _only_base(state, left), _only_base(state, right)
    return one is not None and one == other


def _only_base(state: State, pointer: Any) -> int | None:
    """The object that a pointer was surely made from."""
    if pointer.__class__ is int:
        item = home(state, pointer)
        return None if item is None else item.base
    targets = by_structure(state, pointer)
    return targets[0].item.base if targets is not None and len(targets) == 1 and targets[0].condition is True else None


def _alternatives(state: State, left: Any, right: Any, site: int) -> Any:
    """Equality of choices of pointers, alternative by alternative; None if they are no choices, or too many."""
    if left.__class__ is int or (left.op is not T.ITE and right.__class__ is Term):
        left, right = right, left
    if left.op is T.CONST or (right.__class__ is int and right == 0):
        return from_term(T.eq(*_terms(state, left, right))) if right == 0 else None
    leaves = _leaves(left)
    if leaves is None:
        return None
    result: Any = None
    for condition, leaf in leaves:
        if leaf.__class__ is int and right.__class__ is int:
            same = _same(state, leaf, right)
            if same is None:
                same = from_term(T.eq(*_terms(state, number_of(state, leaf, site), number_of(state, right, site))))
        elif _one_object(state, leaf, right) or (leaf.__class__ is int and leaf == 0):
            same = from_term(T.eq(*_terms(state, leaf, right)))
        else:
            same = from_term(T.eq(*_terms(state, number_of(state, leaf, site), number_of(state, right, site))))
        result = same if result is None else ite(T.BOOL, condition, same, result)
    return result


def _leaves(pointer: Term) -> list[tuple[Any, Any]] | None:
    """The alternatives of a choice with their conditions, the one that needs none first."""
    if pointer.op is not T.ITE:
        return None
    found: list[tuple[Any, Any]] = []
    work: list[tuple[Term, Term]] = [(T.TRUE, pointer)]
    while work:
        condition, term = work.pop()
        if len(found) + len(work) > MOST_ALTERNATIVES:
            return None
        if term.op is T.ITE:
            choice, left, right = term.args
            work.append((T.and_(condition, choice), left))
            work.append((T.and_(condition, T.not_(choice)), right))
        else:
            found.append((from_term(condition), from_term(term)))
    return found
