"""The parts of a state, one by one, from what procedures hold to what that leads to.

Two states of the same shape are passed in the same order, word for word.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.shapes.pointing import exact, is_static, words
from antumbra.proofs.state import Object, Segment, State
from antumbra.records import replace
from antumbra.terms import Term

Key = tuple[object, ...]


class Detail(Enum):
    """Which numbers make states different, so that they are not made one."""

    ALL = "all"
    HEAP = "in nodes"
    NONE = "none"


class Passing:
    """One pass over a state. ``key`` is its shape afterwards, ``words`` what is not part of the shape: the words that
    ``change`` was given; what it gives stands there afterwards."""

    def __init__(self, state: State, null: Term, detail: Detail, change: Callable[[Term], Term] | None = None) -> None:
        self._state = state
        self._null = null
        self._detail = detail
        self._change = change
        self._owner: dict[Term, tuple[int, str]] = {}
        for number, item in state.objects.items():
            if item.base.op is T.VAR:
                self._owner[item.base] = number, "start"
        for number, segment in state.segments.items():
            self._owner[segment.first] = number, "first"
            self._owner[segment.last] = number, "last"
        #: objects and parts that were come to, in this order
        self.places: dict[int, int] = {}
        self._waiting: list[int] = []
        self._key: list[object] = []
        self.words: list[Term] = []
        self._pass()
        self.key: Key = tuple(self._key)

    def _pass(self) -> None:
        state = self._state
        in_variables = self._detail is Detail.ALL
        for i, frame in enumerate(state.frames):
            values: dict[Term, Term] = {}
            for x in sorted(frame.values, key=lambda v: v.id):
                self._key.append(x)
                values[x] = self._word(frame.values[x], in_variables)
            if self._change is not None:
                state.frames[i] = replace(frame, values=values)
        for x in sorted(state.variables, key=lambda v: v.id):
            state.variables[x] = self._word(state.variables[x], in_variables)
        for number, item in list(state.objects.items()):
            if item.region is Region.GLOBAL:
                self._key.append(number)
                self._object(item, in_variables)
        for number in self._waiting:
            if number in state.segments:
                self._segment(state.segments[number])
            else:
                item = state.objects[number]
                self._key.append((item.size, item.region, item.alive, item.depth, item.scoped))
                heap = self._detail is not Detail.NONE if item.region is Region.HEAP else in_variables
                self._object(item, heap)

    def _word(self, term: Term, numbers: bool) -> Term:
        found = None if term.op is T.CONST else exact(term)
        owned = None if found is None else self._owner.get(found[0])
        if found is not None and owned is not None:
            number, end = owned
            if not self._static(number):
                if number not in self.places:
                    self.places[number] = len(self.places)
                    self._waiting.append(number)
                number = -1 - self.places[number]
            self._key.append((number, end, found[1]))
            return term
        if term is self._null or (numbers and term.op is T.CONST):
            self._key.append(term)
            return term
        self._key.append(term.sort)
        self.words.append(term)
        return term if self._change is None else self._change(term)

    def _static(self, number: int) -> bool:
        item = self._state.objects.get(number)
        return item is not None and is_static(item)

    def _object(self, item: Object, numbers: bool) -> None:
        content = item.content
        if content.array is not None:
            self._key.append("array")
            array = self._word(content.array, numbers)
            if self._change is not None:
                made = Content(content.default, None, array)
                self._state.objects[item.number] = replace(item, content=made)
            return
        default = self._word(content.default, True)
        found: list[tuple[int, Term]] = []
        for offset, width, word in words(content):
            self._key.append((offset, width))
            found.append((offset, self._word(word, numbers)))
        if self._change is not None:
            self._state.objects[item.number] = replace(item, content=Content(default).with_words(found))

    def _segment(self, segment: Segment) -> None:
        self._key.append((segment.size, segment.align, segment.link, segment.default, segment.least, segment.owned))
        before, after = self._word(segment.before, True), self._word(segment.after, True)
        cells: list[tuple[int, int, tuple[Term, ...]]] = []
        for offset, width, values in segment.cells:
            self._key.append((offset, width, len(values)))
            cells.append((offset, width, tuple(self._word(value, True) for value in values)))
        if self._change is not None:
            made = replace(segment, before=before, after=after, cells=tuple(cells))
            self._state.segments[segment.number] = made
