"""Which objects an address may point into.

Where the address is made of one object's address (``base + offset``, or a choice of such) it belongs to that object,
wherever it lies: an access beside it is wrong, even if another object happens to lie there. Any other number is
compared with the addresses of all objects.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.proofs.memory.world import World
from antumbra.proofs.state import Object, State
from antumbra.records import dataclass
from antumbra.terms import Term

#: objects that an address may be a choice of, seen from its form
MOST_TARGETS = 200


@dataclass(frozen=True, slots=True)
class Target:
    """Where the guard holds an address is ``offset`` bytes from the start of an object.

    None: it points nowhere; then ``offset`` is the number itself, or the address of the object that is no more.
    """

    guard: Term
    item: Object | None
    offset: Term


class _Opaque(Exception):  # noqa: N818 - not an error
    """The form of an address does not say what it points to."""


def by_form(world: World, state: State, address: Term) -> list[Target] | None:
    """The targets of an address that is made of addresses; None where its form does not tell."""
    try:
        found = _targets(world, state, address, T.TRUE)
    except (_Opaque, RecursionError):
        return None
    together: dict[tuple[int, Term], Target] = {}
    for target in found:
        key = (0 if target.item is None else target.item.number, target.offset)
        known = together.get(key)
        guard = target.guard if known is None else T.or_(known.guard, target.guard)
        together[key] = Target(guard, target.item, target.offset)
    return list(together.values())


def _targets(world: World, state: State, address: Term, guard: Term) -> list[Target]:
    if address.op is T.CONST:
        number = world.static_at(address.data)
        if number is None:
            return [Target(guard, None, address)]
        item = state.objects.get(number)
        offset = address if item is None else T.bvsub(address, item.base)
        return [Target(guard, item, offset)]
    if address in world.of_base:
        item = state.objects.get(world.of_base[address])
        return [Target(guard, item, address if item is None else world.null)]
    if address.op is T.ITE:
        condition, one, other = address.args
        found = _targets(world, state, one, T.and_(guard, condition))
        found += _targets(world, state, other, T.and_(guard, T.not_(condition)))
        if len(found) > MOST_TARGETS:
            raise _Opaque
        return found
    if address.op in (T.BVADD, T.BVSUB):
        return _of_sum(world, state, address, guard)
    raise _Opaque


def _of_sum(world: World, state: State, address: Term, guard: Term) -> list[Target]:
    addends = _addends(address)
    pointers = [i for i, (part, positive) in enumerate(addends) if positive and _points(world, part)]
    if len(pointers) != 1 or any(not positive and _points(world, part) for part, positive in addends):
        raise _Opaque
    rest = world.null
    for i, (part, positive) in enumerate(addends):
        if i != pointers[0]:
            rest = T.bvadd(rest, part) if positive else T.bvsub(rest, part)
    found: list[Target] = []
    for target in _targets(world, state, addends[pointers[0]][0], guard):
        if target.item is None and target.offset in world.of_base:
            found.append(target)
            continue
        if target.item is None and target.offset is not world.null:
            # a number near an object and not in it: with the rest it may be
            raise _Opaque
        found.append(Target(target.guard, target.item, T.bvadd(target.offset, rest)))
    return found


def _addends(term: Term) -> list[tuple[Term, bool]]:
    found: list[tuple[Term, bool]] = []
    work = [(term, True)]
    while work:
        part, positive = work.pop()
        if part.op is T.BVADD:
            work += [(a, positive) for a in part.args]
        elif part.op is T.BVSUB:
            work += [(part.args[0], positive), (part.args[1], not positive)]
        else:
            found.append((part, positive))
    return found


def _points(world: World, part: Term) -> bool:
    """Is this addend an address, seen from its form?"""
    work = [part]
    while work:
        term = work.pop()
        if term in world.of_base:
            return True
        if term.op is T.CONST and world.static_at(term.data) is not None:
            return True
        if term.op is T.ITE:
            work += term.args[1:]
        elif term.op in (T.BVADD, T.BVSUB):
            work += term.args
    return False


def numeric(state: State, address: Term) -> list[tuple[Object, Term]]:
    """Every object that may be alive, with the distance of an address from its start."""
    return [
        (item, T.bvsub(address, item.base))
        for item in state.objects.values()
        if item.alive is not T.FALSE and item.region is not Region.CODE
    ]


def inside(item: Object, offset: Term, width: Term) -> Term:
    """Do ``width`` bytes at an offset lie in an object that lives?"""
    fits = T.and_(T.bvule(width, item.size), T.bvule(offset, T.bvsub(item.size, width)))
    return T.and_(item.alive, fits)
