"""What points where: words of a state, and the objects and parts of lists that they lead to."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.state import Object, Segment, State
from antumbra.records import dataclass
from antumbra.terms import Term


def exact(term: Term) -> tuple[Term, int] | None:
    """A variable and the number that is added to it, if a term is no more than that."""
    if term.op is T.VAR:
        return term, 0
    if term.op is T.BVADD and len(term.args) == 2:
        one, other = term.args
        if one.op is T.CONST:
            one, other = other, one
        if one.op is T.VAR and other.op is T.CONST:
            return one, other.data
    return None


def plus(term: Term, number: int) -> Term:
    return T.bvadd(term, T.const(number, term.sort)) if number else term


def words(content: Content) -> Iterator[tuple[int, int, Term]]:
    """The words that were written: offset, bytes, value. Of a word that is there in part each byte is one."""
    done = -1
    for offset in sorted(content.cells):
        if offset <= done:
            continue
        word, place = content.cells[offset]
        width = word.sort.width // 8
        if place == 0 and all(content.cells.get(offset + i) == (word, i) for i in range(width)):
            yield offset, width, word
            done = offset + width - 1
        else:
            yield offset, 1, content.word(offset, 1)


def terms_of(content: Content) -> Iterator[Term]:
    """All that an object holds."""
    yield content.default
    if content.array is not None:
        yield content.array
    yield from dict.fromkeys(word for word, _ in content.cells.values())


def terms_of_segment(segment: Segment) -> Iterator[Term]:
    yield segment.before
    yield segment.after
    for _, _, values in segment.cells:
        yield from values


@dataclass(frozen=True, slots=True)
class Reference:
    """A word that an address occurs in: ``holder`` is the number of an object or part (0: a variable), ``place`` the
    offset there (of a part: that of its link, or -1). ``offset``: how far from the address it leads; None if it is no
    more than made of it."""

    holder: int
    place: int
    offset: int | None


class Pointing:
    """The references of a state, by the variables that they are made of."""

    def __init__(self, state: State) -> None:
        self.owner: dict[Term, int] = {}
        for number, item in state.objects.items():
            if item.base.op is T.VAR:
                self.owner[item.base] = number
        for number, segment in state.segments.items():
            self.owner[segment.first] = number
            self.owner[segment.last] = number
        self.references: dict[Term, list[Reference]] = {}
        self._leads: dict[int, dict[int, None]] = {}
        for frame in state.frames:
            for value in frame.values.values():
                self._note(value, 0, -1)
        for value in state.variables.values():
            self._note(value, 0, -1)
        for number, item in state.objects.items():
            self._object(number, item)
        for number, segment in state.segments.items():
            link = segment.link
            self._note(segment.after, number, link.next)
            if link.back is not None:
                self._note(segment.before, number, link.back)
            for _, _, values in segment.cells:
                for value in values:
                    self._note(value, number, -1)

    def _object(self, number: int, item: Object) -> None:
        self._note(item.content.default, number, -1)
        if item.content.array is not None:
            self._note(item.content.array, number, -1)
        for offset, _, word in words(item.content):
            self._note(word, number, offset)

    def _note(self, term: Term, holder: int, place: int) -> None:
        if term.op is T.CONST:
            return
        found = exact(term)
        for variable in T.free_variables(term):
            to = self.owner.get(variable)
            if to is None:
                continue
            offset = found[1] if found is not None else None
            self.references.setdefault(variable, []).append(Reference(holder, place, offset))
            self._leads.setdefault(holder, {})[to] = None

    def reached(self, state: State) -> set[int]:
        """Objects and parts that variables and statics lead to, and statics."""
        found = {number for number, item in state.objects.items() if item.base not in self.owner or is_static(item)}
        work = [*sorted(found), 0]
        while work:
            for number in self._leads.get(work.pop(), ()):
                if number not in found:
                    found.add(number)
                    work.append(number)
        return found


def kept(state: State) -> bool:
    """Do global variables and statics lead to all that is on the heap, by pointers and nothing else?"""
    alone = state.fork()
    alone.frames = []
    pointing = Pointing(alone)
    if any(each.offset is None for references in pointing.references.values() for each in references):
        return False
    reached = pointing.reached(alone)
    heap = [number for number, item in state.objects.items() if item.region is Region.HEAP]
    return all(number in reached for number in (*heap, *state.segments))


def is_static(item: Object) -> bool:
    return item.region in (Region.GLOBAL, Region.CONSTANT, Region.CODE)
