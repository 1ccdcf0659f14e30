"""What the nodes of a list own: an object, or a list that ends with null, that nothing else leads to."""

from __future__ import annotations

from collections.abc import Callable

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.proofs.memory.world import World
from antumbra.proofs.shapes.pointing import Pointing, Reference, exact, words
from antumbra.proofs.state import Link, Object, Owned, Segment, State
from antumbra.records import replace
from antumbra.terms import Term

Options = tuple[Term, ...]
#: an object that is no list has no links
NO_LINK = Link(-1, None)
#: what two words may be together; empty if anything, None if they are too different
Together = Callable[[Options, Options], Options | None]


def is_node(item: Object) -> bool:
    """Can it be a node of a list?"""
    return (
        item.region is Region.HEAP
        and item.alive is T.TRUE
        and item.size.op is T.CONST
        and item.content.array is None
        and item.base.op is T.VAR
    )


def owned_at(
    world: World, state: State, holder: Segment, offset: int, pointing: Pointing, known: dict[Term, Options]
) -> tuple[Owned, int] | None:
    """What a node or part (as a part) owns by a word, and its number (0: none); None if that is not to be told."""
    for place, owned in holder.owned:
        if place == offset:
            return owned, 0
    values = next((v for place, width, v in holder.cells if place == offset and 8 * width == world.pointer.width), ())
    if len(values) != 1:
        return None
    if values[0] is world.null:
        return Owned(None, single=True, maybe=True), 0
    found = exact(values[0])
    number = 0 if found is None else pointing.owner.get(found[0], 0)
    if found is None or holder.number not in state.objects:
        return None
    if pointing.references.get(found[0], []) != [Reference(holder.number, offset, found[1])]:
        return None
    part = _part(world, state, number, found, pointing, known)
    return None if part is None else (Owned(part, single=part.link is NO_LINK, maybe=False), number)


def _part(
    world: World,
    state: State,
    number: int,
    found: tuple[Term, int],
    pointing: Pointing,
    known: dict[Term, Options],
) -> Segment | None:
    null = world.null
    segment = state.segments.get(number)
    if segment is not None:
        closed = all(value.op is T.CONST for _, _, values in segment.cells for value in values)
        whole = found == (segment.first, segment.link.at) and not pointing.references.get(segment.last)
        if not (closed and whole and segment.after is null and segment.before is null):
            return None
        return replace(segment, number=0, first=null, last=null, name="", location=None)
    item = state.objects.get(number)
    if item is None or not is_node(item) or found[1]:
        return None
    cells: list[tuple[int, int, Options]] = []
    default = item.content.default if item.content.default.op is T.CONST else None
    for offset, width, word in words(item.content):
        values = known.get(word, (word,))
        if all(value.op is T.CONST for value in values):
            cells.append((offset, width, values))
        elif pointing.owner.keys().isdisjoint(T.free_variables(word)):
            default = None
        else:
            return None
    align = world.align(item.base)
    return Segment(0, item.size, align, NO_LINK, null, null, null, null, tuple(cells), default)


def as_list(part: Segment, link: Link, null: Term) -> Segment | None:
    """One object as a list of one node, if its links are null."""
    places = {link.next} if link.back is None else {link.next, link.back}
    said = {offset: values for offset, _, values in part.cells}
    if any(said.get(place) != (null,) for place in places):
        return None
    cells = tuple(cell for cell in part.cells if cell[0] not in places)
    return replace(part, link=link, cells=cells)


def joined(one: Owned, other: Owned, null: Term, together: Together, *, loose: bool) -> Owned | None:
    """What stands for both."""
    maybe = one.maybe or other.maybe
    if one.part is None or other.part is None:
        some = one if other.part is None else other
        return Owned(some.part, some.single, maybe) if loose or one.part is other.part else None
    mine, yours = one.part, other.part
    if one.single and not other.single:
        mine = as_list(mine, yours.link, null)
    elif other.single and not one.single:
        yours = as_list(yours, mine.link, null)
    if mine is None or yours is None or mine.link != yours.link or mine.size is not yours.size:
        return None
    if mine.owned != yours.owned:
        return None
    default = mine.default if mine.default is yours.default else None
    held = {(offset, width): values for offset, width, values in yours.cells}
    cells: list[tuple[int, int, Options]] = []
    for offset, width, values in mine.cells:
        found = together(values, held.pop((offset, width), ()))
        if found is None:
            return None
        if found:
            cells.append((offset, width, found))
        else:
            default = None
    if any(together((), values) is None for values in held.values()):
        return None
    part = replace(
        mine,
        cells=tuple(cells),
        default=None if held else default,
        least=min(mine.least, yours.least),
        align=min(mine.align, yours.align),
    )
    return Owned(part, one.single and other.single, maybe)
