"""The memory of tests in machine code: what goes into it, and the rows that come out of it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from antumbra import terms as T
from antumbra.engines.dash.native.layout import ROW_WORDS, Area, Frame, Head, Layout, Row
from antumbra.engines.dash.native.translation import text_of
from antumbra.engines.dash.native.writing import Stop
from antumbra.engines.dash.systems.system import Edge, Place, System
from antumbra.records import dataclass
from antumbra.terms import Term
from antumbra.terms.native.expressions import words_of
from antumbra.terms.native.machine_code import Compiled, NoCode

#: steps until Python has a look whether it is interrupted
SLICE: Final = 1 << 22
#: words of memory, and characters of code: what LLVM compiles in some two seconds
MOST_WORDS: Final = 1 << 23
MOST_TEXT: Final = 3_000_000
_FOREVER: Final = 1 << 62


class Code:
    """The function of some systems, and where everything is in its memory. Raises NoCode."""

    def __init__(self, systems: Mapping[str, System], ghosts: Mapping[str, Mapping[Term, Term]]) -> None:
        self.layout = Layout(systems, ghosts)
        if 4 * self.layout.row_words > ROW_WORDS or self.layout.words > MOST_WORDS:
            raise NoCode("there are too many variables")
        text = text_of(self.layout)
        if len(text) > MOST_TEXT:
            raise NoCode("the program is too large")
        self.compiled = Compiled(text)


@dataclass(frozen=True, slots=True)
class Beginning:
    """Of a test: the variables of a procedure, and which of them depend on inputs."""

    system: System
    values: Mapping[Term, Any]
    tainted: frozenset[Term]


class View:
    """Variables as a row, or memory itself, has them: the global ones at one word, a frame at another."""

    __slots__ = ("_frame", "_frame_at", "_globals_at", "_layout", "_words")

    def __init__(self, layout: Layout, words: memoryview, globals_at: int, frame: Frame, frame_at: int) -> None:
        self._layout = layout
        self._words = words
        self._globals_at = globals_at
        self._frame = frame
        self._frame_at = frame_at

    def values(self) -> dict[Term, Any]:
        """Of all variables that have one."""
        shared = self._layout.globals
        found = self._read(shared, self._globals_at - self._layout.globals_at, shared.variables)
        return found | self._read(self._frame.variables, self._frame_at, self._assigned())

    def some(self, variables: Sequence[Term]) -> dict[Term, Any]:
        """Of those variables that have one."""
        shared, mine = self._layout.globals, self._frame.variables
        found = self._read(shared, self._globals_at - self._layout.globals_at, [v for v in variables if v in shared.at])
        others = [v for v in variables if v not in shared.at and self._bit(self._frame.assigned, v)]
        return found | self._read(mine, self._frame_at, others)

    def ghosts(self) -> dict[Term, Any]:
        return self._read(self._frame.ghosts, self._frame_at, self._frame.ghosts.variables)

    def tainted(self, variable: Term) -> bool:
        number = self._layout.globals.number.get(variable)
        if number is not None:
            return bool(self._words[self._globals_at + number // 64] >> number % 64 & 1)
        return self._bit(self._frame.tainted, variable)

    def _bit(self, masks: int, variable: Term) -> bool:
        number = self._frame.variables.number[variable]
        return bool(self._words[self._frame_at + masks + number // 64] >> number % 64 & 1)

    def _assigned(self) -> list[Term]:
        return [v for v in self._frame.variables.variables if self._bit(self._frame.assigned, v)]

    def _read(self, area: Area, base: int, variables: Sequence[Term]) -> dict[Term, Any]:
        words, at = self._words, area.at
        found: dict[Term, Any] = {}
        for v in variables:
            begin = base + at[v]
            value = words[begin]
            for i in range(1, words_of(v.sort)):
                value |= words[begin + i] << 64 * i
            found[v] = bool(value) if v.sort is T.BOOL else value
        return found


@dataclass(frozen=True, slots=True)
class Written:
    """A row."""

    flags: int
    edges: int
    place: int
    depth: int
    edge: int
    view: View


class Machine:
    """One test at a time."""

    def __init__(self, code: Code) -> None:
        self.layout = code.layout
        # the function lives as long as this does
        self._compiled = code.compiled
        self._memory = (ctypes.c_uint64 * self.layout.words)()
        self._address = ctypes.addressof(self._memory)
        self.words = memoryview(self._memory).cast("B").cast("Q")

    def begin(self, beginning: Beginning) -> None:
        """Before the first step. No states are written until somebody says which."""
        layout, words = self.layout, self.words
        frame = layout.frames[beginning.system.procedure.name]
        words[: layout.rows] = memoryview(bytes(8 * layout.rows)).cast("Q")
        words[Head.POSITION] = layout.place_number[beginning.system.entry]
        words[Head.MOST_RELEVANT] = words[Head.MUTED] = words[Head.WANTED_AFTER] = words[Head.DENSE] = _FOREVER
        words[Head.WANTED_PLACE] = _FOREVER
        words[Head.MOST_ROWS] = ROW_WORDS // layout.row_words
        words[Head.FRAME] = layout.stack
        for place in beginning.system.places:
            words[layout.lasts + layout.place_number[place] * layout.last_words] = 0
        for i in range(layout.global_masks):
            words[layout.globals_at + i] = 0
        for i in range(frame.words):
            words[layout.stack + i] = 0
        for area, base, tainted, assigned in (
            (layout.globals, 0, layout.globals_at, None),
            (frame.variables, layout.stack, layout.stack + frame.tainted, layout.stack + frame.assigned),
        ):
            for v in area.variables:
                number = area.number[v]
                self._write(base + area.at[v], v.sort, beginning.values.get(v, 0))
                if v in beginning.tainted or v not in beginning.values:
                    words[tainted + number // 64] |= 1 << number % 64
                if assigned is not None and v in beginning.values:
                    words[assigned + number // 64] |= 1 << number % 64

    def _write(self, at: int, sort: T.Sort, value: Any) -> None:
        number = int(value)
        for i in range(words_of(sort)):
            self.words[at + i] = number >> 64 * i & (1 << 64) - 1

    def go_on(self, limit: int) -> Stop:
        """Up to so many steps since the beginning; rows that were there are gone."""
        words = self.words
        words[Head.ROWS] = 0
        words[Head.LIMIT] = min(limit, words[Head.EDGES] + SLICE)
        return Stop(self._compiled.run(self._address))

    def wants(self) -> Edge | None:
        """The edge that wants inputs."""
        number = self.words[Head.POSITION] - len(self.layout.places)
        return self.layout.edges[number] if number >= 0 else None

    def give(self, edge: Edge, values: Sequence[Any]) -> None:
        at = self.layout.inputs
        for given, value in zip(edge.inputs, values, strict=True):
            self._write(at, given.variable.sort, value)
            at += words_of(given.variable.sort)

    def written(self) -> Iterator[Written]:
        """The rows, in the order of steps."""
        layout, words = self.layout, self.words
        for i in range(words[Head.ROWS]):
            at = layout.rows + i * layout.row_words
            place = words[at + Row.PLACE]
            globals_at = at + len(Row)
            frame = layout.frames[layout.places[place].procedure]
            view = View(layout, words, globals_at, frame, globals_at + layout.global_words)
            yield Written(
                words[at + Row.FLAGS], words[at + Row.EDGES], place, words[at + Row.DEPTH], words[at + Row.EDGE], view
            )

    def last(self, place: Place) -> tuple[int, View] | None:
        """The last state at a place, at the bottom, and its step."""
        layout, words = self.layout, self.words
        at = layout.lasts + layout.place_number[place] * layout.last_words
        frame = layout.frames[place.procedure]
        view = View(layout, words, at + 1, frame, at + 1 + layout.global_words)
        return (words[at], view) if words[at] else None

    def now(self, system: System) -> View:
        """The variables at the bottom."""
        layout = self.layout
        return View(layout, self.words, layout.globals_at, layout.frames[system.procedure.name], layout.stack)
