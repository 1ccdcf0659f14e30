"""Does a state stand for all that another one stands for?

Objects are matched along pointers, each with another one, and parts of lists with one node or part after the other. An
unknown of the state that is to stand for the other means what is found in its place there. What then has to be equal,
and what is known of the unknowns, the solver is asked about.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.shapes.folding import Folder
from antumbra.proofs.shapes.owning import as_list, is_node
from antumbra.proofs.shapes.pointing import exact, is_static, plus, words
from antumbra.proofs.state import Object, Owned, Segment, State, conditions_of
from antumbra.terms import Term


def covers(judge: Judge, folder: Folder, general: State, state: State) -> bool:
    """``general`` and ``state`` are at the same place of the same procedures."""
    if _Covering(judge, folder, general, state, longest=False).holds():
        return True
    return bool(general.segments) and _Covering(judge, folder, general, state, longest=True).holds()


def _owned(item: Object) -> bool:
    """Does somebody have to free it?"""
    return item.region is Region.HEAP


class _Differs(Exception):  # noqa: N818 - an answer, not an error
    pass


def _ends(state: State) -> dict[Term, tuple[int, bool]]:
    """Addresses, with what they are of, and whether they are where a part begins (a node is both ends of itself)."""
    found: dict[Term, tuple[int, bool]] = {}
    for number, item in state.objects.items():
        if item.base.op is T.VAR:
            found[item.base] = number, True
    for number, segment in state.segments.items():
        found[segment.first] = number, True
        found[segment.last] = number, False
    return found


class _Covering:
    """``longest``: a part takes as many nodes as fit it, else one."""

    def __init__(self, judge: Judge, folder: Folder, general: State, state: State, *, longest: bool) -> None:
        self._judge = judge
        self._folder = folder
        self._longest = longest
        self._general = general
        self._state = state
        self._mine, self._yours = _ends(general), _ends(state)
        #: what unknowns of the general state mean
        self._meaning: dict[Term, Term] = {}
        self._equal: list[tuple[Term, Term]] = []
        self._known: list[Term] = []
        #: of the general state with those of the other; and those that are taken
        self._pairs: dict[int, int] = {}
        self._taken: set[int] = set()
        self._waiting: list[tuple[Object, Object]] = []
        #: ends of parts, and what begins or ends there
        self._starts: dict[tuple[int, bool], int] = {}
        self._done: set[int] = set()

    def holds(self) -> bool:
        try:
            self._roots()
            self._follow()
        except _Differs:
            return False
        general = self._general
        if any(n not in self._pairs and not is_static(i) for n, i in general.objects.items()):
            return False
        if len(self._done) < len(general.segments):
            return False
        if self._folder.leaks and any(
            number not in self._taken
            for number in (*self._state.segments, *(n for n, i in self._state.objects.items() if _owned(i)))
        ):
            return False
        return self._follows()

    def _follows(self) -> bool:
        """Does what is known of the general state follow?"""
        wanted = list(self._known)
        for term, value in self._equal:
            meant = self._meant(term)
            if meant is None:
                return False
            if meant is not value:
                if value.sort.kind == "array":
                    return False
                wanted.append(T.eq(meant, value))
        for condition in conditions_of(self._general.condition):
            meant = self._meant(condition)
            if meant is None:
                return False
            wanted.append(meant)
        return self._judge.certain(self._state, T.and_(*wanted)) if wanted else True

    def _meant(self, term: Term) -> Term | None:
        free = T.free_variables(term)
        if not all(v in self._meaning for v in free):
            return None
        return T.substitute(term, {v: self._meaning[v] for v in free})

    # ------------------------------------------------------------ words

    def _roots(self) -> None:
        general, state = self._general, self._state
        for item in general.objects.values():
            if is_static(item) and item.base.op is T.VAR:
                self._meaning[item.base] = item.base
        for mine, yours in zip(general.frames, state.frames, strict=True):
            for x, value in mine.values.items():
                if x not in yours.values:
                    raise _Differs
                self._match(value, yours.values[x])
        for x, value in general.variables.items():
            self._match(value, state.variables[x])
        for number, item in general.objects.items():
            if item.region is Region.GLOBAL:
                self._content(item.content, state.objects[number].content)

    def _match(self, mine: Term, yours: Term) -> None:
        if mine.op is T.CONST:
            if yours.op is T.CONST and yours is not mine:
                raise _Differs
            self._equal.append((mine, yours))
            return
        found = exact(mine)
        end = None if found is None else self._mine.get(found[0])
        if found is None or end is None:
            if mine.op is T.VAR:
                self._bind(mine, yours)
            elif mine.op is yours.op is T.FP_FROM_BV and mine.args[0].op is T.VAR:
                self._bind(mine.args[0], yours.args[0])
            else:
                self._equal.append((mine, yours))
            return
        there = exact(yours)
        other = None if there is None else self._yours.get(there[0])
        if there is None or other is None or there[1] != found[1]:
            raise _Differs
        if end[0] in self._general.segments:
            if other[1] is not end[1] and other[0] in self._state.segments:
                raise _Differs
            if self._starts.setdefault(end, other[0]) != other[0]:
                raise _Differs
        elif other[0] in self._state.segments:
            raise _Differs
        else:
            self._pair(self._general.objects[end[0]], self._state.objects[other[0]])

    def _bind(self, unknown: Term, value: Term) -> None:
        if (unknown in self._judge.world.marks or value in self._judge.world.marks) and unknown is not value:
            raise _Differs
        known = self._meaning.setdefault(unknown, value)
        if known is not value:
            self._equal.append((unknown, value))

    def _pair(self, mine: Object, yours: Object) -> None:
        known = self._pairs.get(mine.number)
        if known is not None:
            if known != yours.number:
                raise _Differs
            return
        if is_static(mine) or is_static(yours):
            if mine.number != yours.number:
                raise _Differs
            return
        if yours.number in self._taken:
            raise _Differs
        self._pairs[mine.number] = yours.number
        self._taken.add(yours.number)
        self._meaning[mine.base] = yours.base
        self._waiting.append((mine, yours))

    def _follow(self) -> None:
        while True:
            while self._waiting:
                self._object(*self._waiting.pop())
            end = next((end for end in self._starts if end[0] not in self._done), None)
            if end is None:
                break
            self._done.add(end[0])
            self._part(self._general.segments[end[0]], forward=end[1])
        for (number, first), found in self._starts.items():
            segment = self._general.segments[number]
            meant = exact(self._meaning[segment.first if first else segment.last])
            if meant is None or self._yours.get(meant[0], (0, True))[0] != found:
                raise _Differs

    def _object(self, mine: Object, yours: Object) -> None:
        world = self._judge.world
        same = (mine.region, mine.depth, mine.scoped, mine.alive) == (
            yours.region,
            yours.depth,
            yours.scoped,
            yours.alive,
        )
        if not same or (world.marks and mine.region is Region.STACK and mine.number != yours.number):
            raise _Differs
        if world.align(yours.base) % world.align(mine.base):
            raise _Differs
        self._match(mine.size, yours.size)
        self._content(mine.content, yours.content)

    def _content(self, mine: Content, yours: Content) -> None:
        if mine.array is not None:
            self._match(mine.array, yours.as_array())
            return
        if yours.array is not None:
            if mine.cells:
                raise _Differs
            self._match(mine.default, yours.array)
            return
        for offset, width, word in words(mine):
            self._match(word, yours.word(offset, width))
        if yours.cells.keys() <= mine.cells.keys():
            self._match(mine.default, yours.default)
        else:
            self._match(mine.default, yours.as_array())

    # ------------------------------------------------------------ parts of lists

    def _part(self, mine: Segment, *, forward: bool) -> None:
        """One node or part after the other, as long as they fit: at least one."""
        link = mine.link
        number: int | None = self._starts[mine.number, forward]
        until = self._starts.get((mine.number, not forward))
        found: list[Segment] = []
        while number is not None and number not in self._taken:
            yours = self._folder.as_part(self._state, number, link)
            if yours is None or yours.size is not mine.size or yours.align % mine.align:
                break
            before = len(self._equal), len(self._known), dict(self._meaning), dict(self._starts), len(self._waiting)
            pairs, taken = dict(self._pairs), set(self._taken)
            try:
                self._nodes(mine, yours)
            except _Differs:
                del self._equal[before[0] :], self._known[before[1] :], self._waiting[before[4] :]
                self._meaning, self._starts = before[2], before[3]
                self._pairs, self._taken = pairs, taken
                break
            self._taken.add(number)
            found.append(yours)
            if number == until or not (self._longest or until is not None):
                break
            number = self._next(yours, forward=forward)
            if number != until and number in self._starts.values():
                break  # another part begins there
        if not found or sum(each.least for each in found) < mine.least:
            raise _Differs
        first, last = (found[0], found[-1]) if forward else (found[-1], found[0])
        self._meaning[mine.first], self._meaning[mine.last] = first.first, last.last
        if link.back is not None:
            self._match(mine.before, first.before)
        self._match(mine.after, last.after)

    def _next(self, yours: Segment, *, forward: bool) -> int | None:
        """The neighbour that begins where this one says that the list goes on, and knows that it does."""
        link = yours.link
        found = exact(yours.after if forward else yours.before)
        end = None if found is None else self._yours.get(found[0])
        if found is None or end is None or found[1] != link.at:
            return None
        number = end[0]
        if number in self._state.segments and end[1] is not forward:
            return None
        if link.back is None:
            return number if forward else None
        other = self._folder.as_part(self._state, number, link)
        if other is None:
            return None
        back = other.before if forward else other.after
        return number if back is plus(yours.last if forward else yours.first, link.at) else None

    def _nodes(self, mine: Segment, yours: Segment) -> None:
        """Is every node of the one a node as the other has them?"""
        if mine.default is not None and yours.default is not mine.default:
            raise _Differs
        said = {(offset, width): values for offset, width, values in yours.cells}
        item = self._state.objects.get(yours.number)
        for offset, width, values in mine.cells:
            written: tuple[Term, ...] | None = said.get((offset, width))
            if written is not None:
                options = written
            elif item is not None:
                options = (item.content.word(offset, width),)
            else:
                raise _Differs
            if len(values) > 1:
                for option in options:
                    self._known.append(T.or_(*(T.eq(option, value) for value in values)))
                    if self._known[-1] is T.FALSE:
                        raise _Differs
            elif len(options) > 1:
                raise _Differs
            else:
                for value, option in zip(values, options, strict=True):
                    self._match(value, option)
        theirs = dict(yours.owned)
        if not theirs.keys() <= dict(mine.owned).keys():
            raise _Differs
        null = self._judge.world.null
        width = null.sort.width // 8
        for offset, owned in mine.owned:
            if offset in theirs:
                self._owned_alike(owned, theirs[offset])
            elif item is not None:
                self._owned(owned, item.content.word(offset, width))
            elif said.get((offset, width)) != (null,) or not owned.maybe:
                raise _Differs
        if mine.default is not None:
            # what else was written would have to be what the default says
            named = {offset + i for offset, width, _ in mine.cells for i in range(width)}
            named |= {offset + i for offset, _ in mine.owned for i in range(width)}
            if any(offset + i not in named for offset, width, _ in yours.cells for i in range(width)):
                raise _Differs

    # ------------------------------------------------------------ what nodes own

    def _owned_alike(self, mine: Owned, yours: Owned) -> None:
        """Is all that nodes of the other state may own what they may own here?"""
        if yours.maybe and not mine.maybe:
            raise _Differs
        part, other = mine.part, yours.part
        if other is None:
            return
        if part is not None and yours.single and not mine.single:
            other = as_list(other, part.link, self._judge.world.null)
        if part is None or other is None or other.link != part.link or other.size is not part.size:
            raise _Differs
        if other.align % part.align or other.least < part.least:
            raise _Differs
        self._nodes(part, other)

    def _owned(self, mine: Owned, word: Term) -> None:
        """Does a word of a node lead to what nodes own?"""
        null = self._judge.world.null
        if word is null:
            if not mine.maybe:
                raise _Differs
            return
        found = exact(word)
        end = None if found is None else self._yours.get(found[0])
        part = mine.part
        if found is None or end is None or part is None or not end[1]:
            raise _Differs
        number: int | None = end[0]
        if mine.single:
            if found[1] or number in self._taken:
                raise _Differs
            self._single(part, number)
            return
        if found[1] != part.link.at:
            raise _Differs
        least, before = 0, null
        while number is not None:
            yours = None if number in self._taken else self._folder.as_part(self._state, number, part.link)
            if yours is None or yours.size is not part.size or yours.align % part.align:
                raise _Differs
            if part.link.back is not None and yours.before is not before:
                raise _Differs
            self._nodes(part, yours)
            self._taken.add(number)
            least, before = least + yours.least, plus(yours.last, part.link.at)
            if yours.after is null:
                break
            number = self._next(yours, forward=True)
        if number is None or least < part.least:
            raise _Differs

    def _single(self, part: Segment, number: int) -> None:
        item = self._state.objects.get(number)
        if item is None or not is_node(item) or item.size is not part.size:
            raise _Differs
        if self._judge.world.align(item.base) % part.align:
            raise _Differs
        for offset, width, values in part.cells:
            word = item.content.word(offset, width)
            self._known.append(T.or_(*(T.eq(word, value) for value in values)))
            if self._known[-1] is T.FALSE:
                raise _Differs
        if part.default is not None:
            named = {offset + i for offset, width, _ in part.cells for i in range(width)}
            if item.content.default is not part.default or not item.content.cells.keys() <= named:
                raise _Differs
        self._taken.add(number)
