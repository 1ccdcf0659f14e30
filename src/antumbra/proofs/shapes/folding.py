"""Nodes become parts of lists, and what nobody can get at any more is forgotten.

Two neighbours become one part if nothing but the list itself leads to the place where they meet. All of this forgets:
the state afterwards stands for every memory that the one before stood for.
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.memory.world import World
from antumbra.proofs.shapes.owning import is_node, joined, owned_at
from antumbra.proofs.shapes.pointing import Pointing, Reference, exact, words
from antumbra.proofs.shapes.unfolding import substitute
from antumbra.proofs.state import Link, Owned, Segment, State, conditions_of
from antumbra.records import dataclass, replace
from antumbra.terms import Term

#: numbers that a word of all nodes may be one of, before it may be anything
MOST_VALUES = 4

#: nodes of a part that are counted
MOST_COUNTED = 2

Options = tuple[Term, ...]
Cells = tuple[tuple[int, int, Options], ...]


@dataclass(frozen=True, slots=True)
class Folder:
    """``loose``: nodes that hold different numbers become one part, too. ``leaks``: objects that nobody can get at any
    more matter."""

    world: World
    loose: bool
    leaks: bool

    def fold(self, state: State) -> None:
        """Changes the state."""
        self.forget_lost(state)
        while self._fold_one(state):
            pass
        self.forget_lost(state)

    # ------------------------------------------------------------ what is out of reach

    def forget_lost(self, state: State) -> None:
        pointing = Pointing(state)
        reached = pointing.reached(state)
        for number, item in list(state.objects.items()):
            if number not in reached:
                if self.leaks and item.region is Region.HEAP and item.alive is not T.FALSE:
                    raise NotUnderstood("a heap object may be lost", item.location)
                del state.objects[number]
        for number, segment in list(state.segments.items()):
            if number not in reached:
                if self.leaks:
                    raise NotUnderstood("heap objects may be lost", segment.location)
                del state.segments[number]

    # ------------------------------------------------------------ neighbours

    def _fold_one(self, state: State) -> bool:
        pointing, known = Pointing(state), options(state)
        for owning in (False, True):
            for link, left, right in self._neighbours(state, pointing):
                one, other = self.as_part(state, left, link), self.as_part(state, right, link)
                if one is None or other is None or not self._may_meet(state, pointing, link, left, right):
                    continue
                before, after = one, other
                owned: list[tuple[int, Owned]] = []
                taken: list[int] = []
                if owning:
                    before, after, owned, taken = self._owned(state, one, other, pointing, known)
                elif one.owned or other.owned:
                    continue
                cells = self._together(before, after, pointing, known, keeping=not owning)
                if cells is not None:
                    for number in taken:
                        state.objects.pop(number, None)
                        state.segments.pop(number, None)
                    self._unite(state, before, after, cells, owned)
                    return True
        return False

    def _owned(
        self, state: State, one: Segment, other: Segment, pointing: Pointing, known: dict[Term, Options]
    ) -> tuple[Segment, Segment, list[tuple[int, Owned]], list[int]]:
        """The two without what both own, that, and what stood for it."""
        owned: list[tuple[int, Owned]] = []
        objects: list[int] = []

        def together(mine: Options, yours: Options) -> Options | None:
            return self._values(mine, yours, pointing, known, keeping=False)

        world = self.world
        places = {offset for part in (one, other) for offset, _, _ in part.cells}
        places |= {offset for part in (one, other) for offset, _ in part.owned}
        for offset in sorted(places):
            mine = owned_at(world, state, one, offset, pointing, known)
            yours = owned_at(world, state, other, offset, pointing, known)
            if mine is None or yours is None or (mine[0].part is None and yours[0].part is None):
                continue
            both = joined(mine[0], yours[0], world.null, together, loose=self.loose)
            if both is not None:
                owned.append((offset, both))
                objects += [mine[1], yours[1]]
        taken = {offset for offset, _ in owned}
        return _without(one, taken), _without(other, taken), owned, objects

    def _neighbours(self, state: State, pointing: Pointing) -> Iterator[tuple[Link, int, int]]:
        for number, segment in state.segments.items():
            to = pointing.owner.get(_target(segment.after))
            if to is not None and to != number:
                yield segment.link, number, to
            if segment.link.back is not None:
                to = pointing.owner.get(_target(segment.before))
                if to is not None and to != number:
                    yield segment.link, to, number
        width = self.world.pointer.width // 8
        for number, item in state.objects.items():
            if not is_node(item):
                continue
            for offset, length, word in words(item.content):
                found = exact(word) if length == width else None
                to = None if found is None else pointing.owner.get(found[0])
                if found is None or to is None or to == number:
                    continue
                if to in state.segments:
                    link = state.segments[to].link
                    if link.next == offset and link.at == found[1]:
                        yield link, number, to
                    continue
                other = state.objects[to]
                if not is_node(other) or other.size is not item.size:
                    continue
                at = found[1]
                backs = [
                    place
                    for place, wide, back in words(other.content)
                    if wide == width and place != offset and exact(back) == (item.base, at)
                ]
                # of the two links of a list that can be walked both ways the first in a node counts as next
                if not backs:
                    yield Link(offset, None, at), number, to
                elif backs[0] > offset:
                    yield Link(offset, backs[0], at), number, to

    def _may_meet(self, state: State, pointing: Pointing, link: Link, left: int, right: int) -> bool:
        """Does nothing but the list lead to where the two meet?"""
        if left in state.segments and link.back is not None:
            onward = Reference(right, link.back, link.at)
            if any(r != onward for r in pointing.references.get(state.segments[left].last, ())):
                return False
        if right in state.segments:
            onward = Reference(left, link.next, link.at)
            return all(r == onward for r in pointing.references.get(state.segments[right].first, ()))
        return all(self._of_list(state, r, link, left) for r in pointing.references.get(state.objects[right].base, ()))

    @staticmethod
    def _of_list(state: State, reference: Reference, link: Link, left: int) -> bool:
        """Is a reference to a node the link of the left neighbour, or the link back of the right one?"""
        if reference.offset != link.at or reference.holder == 0:
            return False
        if reference.holder == left:
            return reference.place == link.next
        known = reference.holder in state.segments or is_node(state.objects[reference.holder])
        return link.back is not None and known and reference.place == link.back

    # ------------------------------------------------------------ what they hold

    def _together(
        self, one: Segment, other: Segment, pointing: Pointing, known: dict[Term, Options], *, keeping: bool
    ) -> tuple[Cells, Term | None] | None:
        """``keeping``: no pointer is forgotten."""
        if one.owned or other.owned:
            return None  # of what only one of them owns nothing would be known any more
        if one.size is not other.size or exact(one.after) != (other.first, one.link.at):
            return None
        if one.link.back is not None and exact(other.before) != (one.last, one.link.at):
            return None
        default = one.default if one.default is other.default else None
        mine, yours = _table(one, other), _table(other, one)
        found: list[tuple[int, int, tuple[Term, ...]]] = []
        for place in sorted({*mine, *yours}):
            values = self._values(mine.get(place, ()), yours.get(place, ()), pointing, known, keeping=keeping)
            if values is None:
                return None
            if values:
                found.append((*place, values))
            else:
                default = None  # it would say something of this word, too
        return tuple(found), default

    def _values(
        self, one: Options, other: Options, pointing: Pointing, known: dict[Term, Options], *, keeping: bool
    ) -> Options | None:
        """What a word of two neighbours may be; empty if anything, None if they are too different."""
        if one == other:
            return one
        one, other = (known.get(each[0], each) if len(each) == 1 else each for each in (one, other))
        if one == other:
            return one
        together = tuple(dict.fromkeys((*one, *other)))
        leads = any(not pointing.owner.keys().isdisjoint(T.free_variables(each)) for each in together)
        if self.loose and not (keeping and leads):
            few = one and other and len(together) <= MOST_VALUES and all(each.op is T.CONST for each in together)
            return tuple(sorted(together, key=lambda each: each.data)) if few else ()
        dull = not leads and all(each.op is not T.CONST for each in together)
        return () if dull else None

    def as_part(self, state: State, number: int, link: Link) -> Segment | None:
        """A part, or a node as a part of one: its address stands for both ends."""
        segment = state.segments.get(number)
        if segment is not None:
            return segment if segment.link == link else None
        item = state.objects[number]
        if not is_node(item):
            return None
        content = item.content
        places = (link.next,) if link.back is None else (link.next, link.back)
        width = self.world.pointer.width // 8
        links: dict[int, Term] = {}
        cells: list[tuple[int, int, tuple[Term, ...]]] = []
        for offset, length, word in words(content):
            if offset in places and length == width:
                links[offset] = word
            else:
                cells.append((offset, length, (word,)))
        for place in places:
            if place not in links:
                # never written as a whole: what it holds is known all the same
                if any(place <= offset < place + width for offset, _, _ in cells) or place + width > item.size.data:
                    return None
                links[place] = content.word(place, width)
        back = links[link.back] if link.back is not None else self.world.null
        default = content.default if content.default.op is T.CONST else None
        return Segment(
            number,
            item.size,
            self.world.align(item.base),
            link,
            item.base,
            item.base,
            back,
            links[link.next],
            tuple(cells),
            default,
            1,
            item.name,
            item.location,
        )

    def _unite(
        self,
        state: State,
        one: Segment,
        other: Segment,
        held: tuple[Cells, Term | None],
        owned: list[tuple[int, Owned]],
    ) -> None:
        world = self.world
        first, last = world.unknown("first", world.pointer), world.unknown("last", world.pointer)
        made = Segment(
            world.number(),
            one.size,
            min(one.align, other.align),
            one.link,
            first,
            last,
            one.before,
            other.after,
            held[0],
            held[1],
            min(MOST_COUNTED, one.least + other.least),
            one.name,
            one.location,
            tuple(owned),
        )
        for part in (one, other):
            state.segments.pop(part.number, None)
            state.objects.pop(part.number, None)
        state.segments[made.number] = made
        # a node of its own is both ends of itself
        names = {other.last: last, one.first: first}
        substitute(state, names)


def _without(part: Segment, offsets: set[int]) -> Segment:
    cells = tuple(cell for cell in part.cells if cell[0] not in offsets)
    return replace(part, cells=cells, owned=tuple(each for each in part.owned if each[0] not in offsets))


def options(state: State) -> dict[Term, Options]:
    """Unknowns that are one of a few numbers, with these: what conditions say that are about nothing else."""
    about: dict[Term, list[Term]] = {}
    for condition in conditions_of(state.condition):
        free = T.free_variables(condition)
        if len(free) == 1:
            about.setdefault(next(iter(free)), []).append(condition)
    found: dict[Term, Options] = {}
    for unknown, conditions in about.items():
        said = (_one_of(unknown, condition) for condition in conditions)
        numbers = next((each for each in said if each), None)
        if numbers:
            left = [n for n in numbers if all(T.substitute(c, {unknown: n}) is T.TRUE for c in conditions)]
            if left and len(left) <= MOST_VALUES:
                found[unknown] = tuple(sorted(left, key=lambda each: each.data))
    return found


def _one_of(unknown: Term, condition: Term) -> list[Term]:
    """The numbers that a disjunction says that an unknown is one of."""
    parts = condition.args if condition.op is T.OR else (condition,)
    found: list[Term] = []
    for part in parts:
        if part.op is not T.EQ or unknown not in part.args:
            return []
        found += [each for each in part.args if each.op is T.CONST]
    return found if len(found) == len(parts) else []


def _target(term: Term) -> Term:
    found = exact(term)
    return term if found is None else found[0]


def _table(one: Segment, other: Segment) -> dict[tuple[int, int], Options]:
    """What words of a part may be, also those that only the other one says something of."""
    found = {(offset, width): values for offset, width, values in one.cells}
    if one.default is not None:
        links = (one.link.next,) if one.link.back is None else (one.link.next, one.link.back)
        taken = {offset + i for offset, width, _ in one.cells for i in range(width)}
        taken |= {link + i for link in links for i in range(one.first.sort.width // 8)}
        content = Content(one.default)
        for offset, width, _ in other.cells:
            if taken.isdisjoint(range(offset, offset + width)):
                found[offset, width] = (content.word(offset, width),)
    return found
