"""The objects that a symbolic address can point into.

It is resolved by its structure (``constant + x``, ite) where that tells, else by asking the solver. That the address is
valid at all is checked first, and assumed after.
"""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.program.spacing import is_roomy, lowest_address, starts_around
from antumbra.program.widths import is_pointer
from antumbra.records import dataclass
from antumbra.semantics.memory.objects import Object
from antumbra.semantics.memory.pages import NULL_PAGE, PAGE_BITS
from antumbra.semantics.memory.problems import describe, problem
from antumbra.semantics.runtime import from_term, to_term
from antumbra.semantics.state import State
from antumbra.terms import Term

#: how many objects one pointer may reach before the path is given up
MOST_OBJECTS = 64
#: how far behind an object a pointer is still known to be made from it; much less than what is between objects
BEHIND = 1 << 32


@dataclass(frozen=True, slots=True)
class Target:
    """One object that an address may point into, under a condition."""

    condition: Any  # bool or term
    item: Object
    offset: Term


@dataclass(frozen=True, slots=True)
class Several:
    """An access that can hit several objects: the state must fork, one condition (bool or term) each."""

    conditions: list[Any]


def inside(item: Object, offset: Term, width: Any) -> Term:
    """The condition that ``width`` bytes at ``offset`` lie in the object."""
    sort = offset.sort
    if is_pointer(width):
        width = int(width)
    if width.__class__ is int and item.size.__class__ is int:
        if width > item.size:
            return T.FALSE
        return T.bvule(offset, T.const(item.size - width, sort))
    size, length = to_term(item.size, sort), to_term(width, sort)
    return T.and_(T.bvule(length, size), T.bvule(offset, T.bvsub(size, length)))


def require_inside(state: State, item: Object, offset: int, width: int, site: int) -> None:
    """A concrete offset into an object of symbolic size."""
    pointer = T.bv_sort(state.machine.pointer_width)
    condition = inside(item, T.const(offset, pointer), width)
    state.machine.require(
        state, condition, "valid-deref", lambda _: f"access at offset {offset} of {describe(item)}", site
    )


def resolve(state: State, address: Term, width: Any, site: int, *, write: bool) -> list[Target]:
    """The objects an access can be inside of. Reports the inputs for which it is in none."""
    candidates = by_structure(state, address)
    unknown = candidates is None
    if candidates is None:
        candidates = _by_solver(state, address, site)
    usable = [
        c
        for c in candidates
        if c.item.alive and c.item.region is not Region.CODE and not (write and c.item.region is Region.CONSTANT)
    ]
    targets = [
        Target(from_term(T.and_(to_term(c.condition, T.BOOL), inside(c.item, c.offset, width))), c.item, c.offset)
        for c in usable
    ]
    valid = T.or_(*(to_term(t.condition, T.BOOL) for t in targets)) if targets else T.FALSE

    def explain(model: Any) -> str:
        place = T.evaluate(address, model)
        size = T.evaluate(width, model) if width.__class__ is Term else width
        return problem(state.objects.find(place), place, size, write=write)

    if unknown and not targets:
        # the path says which address is bad: a library's object that is not known here is not
        not_null = T.bvuge(address, T.const(NULL_PAGE, address.sort))
        state.machine.require(state, not_null, "valid-deref", explain, site)
    state.machine.require(state, valid, "valid-deref", explain, site)
    if len(targets) > 1:
        targets = [t for t in targets if state.machine.possible(state, to_term(t.condition, T.BOOL))]
    return targets


def by_structure(state: State, address: Term) -> list[Target] | None:
    """Leaves ``constant + x`` of the address, each with the object that the constant points into."""
    result: list[Target] = []
    work: list[tuple[Term, Term, Term | None]] = [(T.TRUE, address, None)]
    while work:
        condition, term, rest = work.pop()
        if len(result) + len(work) > MOST_OBJECTS:
            return None
        if term.op is T.ITE:
            choice, left, right = term.args
            work.append((T.and_(condition, T.not_(choice)), right, rest))
            work.append((T.and_(condition, choice), left, rest))
            continue
        constant, other = _split(term)
        if constant is not None and (item := _base_object(state, constant)) is not None:
            whole = term if rest is None else T.bvadd(term, rest)
            offset = T.bvsub(whole, T.const(item.base, whole.sort))
            result.append(Target(from_term(condition), item, offset))
        elif other is not None and constant is not None and other.op is T.ITE:
            step = T.const(constant, term.sort)
            work.append((condition, other, step if rest is None else T.bvadd(step, rest)))
        elif term.op is T.BVADD and (part := _pointer_part(state, term)) is not None:
            pointer, step = part
            work.append((condition, pointer, step if rest is None else T.bvadd(step, rest)))
        elif term.op is T.CONST and term.data < NULL_PAGE:
            continue  # a null pointer: no object, so the validity check excludes it
        else:
            return None
    return result


def _base_object(state: State, constant: int) -> Object | None:
    """The object that a constant in an address was made from. Small numbers are offsets, not addresses of code."""
    item = state.objects.find(constant)
    if item is None:
        return around(state, constant)
    return None if item.region is Region.CODE else item


def around(state: State, place: int) -> Object | None:
    """The object that a place outside all objects was made from: the only one that is not far. Known on 64 bits."""
    width = state.machine.pointer_width
    before = lowest_address(width)
    if place < state.machine.first_address - before or not is_roomy(width):
        return None
    for page in starts_around(place):
        item = state.objects.by_page.get(page)
        if item is None or item.region is Region.CODE:
            continue
        if -before <= place - item.base < (item.pages << PAGE_BITS) + BEHIND:
            return item
    return None


def _split(term: Term) -> tuple[int | None, Term | None]:
    """``constant + other`` of a sum, a constant, or nothing."""
    if term.op is T.CONST:
        return term.data, None
    if term.op is T.BVADD:
        for constant, other in (term.args, term.args[::-1]):
            if constant.op is T.CONST:
                return constant.data, other
    return None, None


def _pointer_part(state: State, total: Term) -> tuple[Term, Term] | None:
    """In ``a + b``, the side whose leaves are addresses of objects, and the other side."""
    for pointer, step in (total.args, total.args[::-1]):
        inner = pointer
        while inner.op is T.ITE:
            inner = inner.args[1] if inner.args[1].op is not T.CONST or inner.args[1].data else inner.args[2]
        constant, _ = _split(inner)
        if constant is not None and _base_object(state, constant) is not None:
            return pointer, step
    return None


def _by_solver(state: State, address: Term, site: int) -> list[Target]:
    """Ask for values of the address until all objects that it can reach are known."""
    result: list[Target] = []
    excluded: list[Term] = []
    while True:
        model = state.machine.some_model(state, T.and_(*excluded) if excluded else T.TRUE, site)
        if model is None:
            return result
        place = T.evaluate(address, model)
        item = state.objects.find(place)
        if item is None or not item.alive:
            # not an object: exclude the whole page, so that the next answer is another place
            page = T.const(place >> PAGE_BITS << PAGE_BITS, address.sort)
            excluded.append(T.bvugt(T.bvsub(address, page), T.const((1 << PAGE_BITS) - 1, address.sort)))
            if place < NULL_PAGE:
                continue
            # wild addresses are too many to list; that one exists is all the validity check needs
            return [*result, *_all_objects(state, address, result)]
        offset = T.bvsub(address, T.const(item.base, address.sort))
        result.append(Target(True, item, offset))
        if len(result) > MOST_OBJECTS:
            state.machine.give_up(state, f"pointer with more than {MOST_OBJECTS} objects", site)
        # its guard page too: an address there is in no object
        excluded.append(T.bvuge(offset, T.const((item.pages + 1) << PAGE_BITS, address.sort)))


def _all_objects(state: State, address: Term, known: list[Target]) -> list[Target]:
    """Every other live object that an unconstrained pointer can reach."""
    have = {target.item.base for target in known}
    result: list[Target] = []
    for item in state.objects.all():
        if item.base in have or not item.alive or item.region is Region.CODE:
            continue
        offset = T.bvsub(address, T.const(item.base, address.sort))
        if len(result) + len(known) > MOST_OBJECTS:
            state.machine.give_up(state, f"pointer with more than {MOST_OBJECTS} objects", 0)
        result.append(Target(True, item, offset))
    return result
