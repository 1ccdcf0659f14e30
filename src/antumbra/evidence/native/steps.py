"""What a run told of its steps (harness_steps.c), as values."""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final

from antumbra.evidence.native.stepping import Told
from antumbra.evidence.native.variables import Part, Scalar, Variable, Variables
from antumbra.program.source import Location
from antumbra.program.steps import Change, Step, Walk

#: steps that are kept of one run: the first ones, and the last ones
FIRST_STEPS: Final = 1_500
LAST_STEPS: Final = 3_500
#: events that the harness keeps from the start of a run
_FIRST: Final = 16384
_EVENT: Final = struct.Struct("<IIQ")


class _Kind(IntEnum):
    LINE = 1
    VALUE = 2
    GONE = 3
    PLACE = 4
    BYTES = 5
    DATA = 6
    TOTAL = 7


class _Placed:
    """A variable that lies in memory."""

    def __init__(self, frame: int, variable: Variable) -> None:
        self.frame = frame
        self.variable = variable
        self.bytes: dict[int, int] = {}
        #: parts of unions overlap
        self._parts = sorted(variable.parts, key=lambda part: part.offset)
        self._offsets = [part.offset for part in self._parts]
        self.size = max((part.offset + part.scalar.size for part in variable.parts), default=1)

    def touched(self, offset: int, size: int) -> Iterator[Part]:
        first = bisect_left(self._offsets, offset - 7)  # no scalar has more than 8 bytes
        last = bisect_left(self._offsets, offset + size)
        return (part for part in self._parts[first:last] if offset < part.offset + part.scalar.size)

    def value(self, part: Part) -> int | None:
        found = [self.bytes.get(part.offset + i) for i in range(part.scalar.size)]
        return None if None in found else sum((byte or 0) << 8 * i for i, byte in enumerate(found))


class _Reader:
    def __init__(self, places: Sequence[Location | None], told: Sequence[Told], variables: Variables) -> None:
        self._sites = places
        self._told = told
        self._variables = variables
        self.steps: list[Step] = []
        self._at: tuple[Location, int, bool] | None = None
        #: where each function that is under way was last
        self._last: dict[int, Location] = {}
        self._changes: dict[tuple[int, str], str] = {}
        #: the last values, by frame and name
        self._values: dict[tuple[int, str], str] = {}
        self._placed: dict[int, _Placed] = {}
        self._address = self._size = 0

    def read(self, events: Iterator[tuple[int, int, int]]) -> None:
        for what, number, value in events:
            kind, depth = what & 15, what >> 4
            if kind != _Kind.LINE and self._at is not None and depth < self._at[1]:
                self._came_back(depth)
            match kind:
                case _Kind.LINE:
                    self._line(number, depth)
                case _Kind.VALUE if number < len(self._told):
                    self._value(self._told[number], depth, value)
                case _Kind.GONE if number < len(self._told):
                    self._gone(self._variables.variable(self._told[number].variable), depth)
                case _Kind.PLACE if number < len(self._told):
                    self._place(self._variables.variable(self._told[number].variable), depth, value)
                case _Kind.BYTES:
                    self._address, self._size = value, number
                case _Kind.DATA if self._size:
                    self._bytes(value.to_bytes(8, "little")[: self._size])
                    self._size = 0
                case _:
                    pass

    def forget(self) -> None:
        """Events are missing from here on: nothing is known but where globals lie."""
        self.finish()
        self._values.clear()
        self._placed = {start: place for start, place in self._placed.items() if not place.frame}
        for place in self._placed.values():
            place.bytes.clear()
        self._size = 0

    def finish(self) -> None:
        if self._at is not None:
            changes = tuple(Change(frame, name, text) for (frame, name), text in self._changes.items())
            self.steps.append(Step(*self._at, changes))
            self._at, self._changes = None, {}

    def _line(self, site: int, depth: int) -> None:
        place = self._sites[site] if 0 < site < len(self._sites) else None
        if place is None or not place.line or place.in_library:
            return
        self._last[depth] = place
        enters = not place.column  # a function's own place
        if self._at is not None and not enters:
            last, deep, _ = self._at
            if (last.file, last.line, last.function, deep) == (place.file, place.line, place.function, depth):
                return
        self.finish()
        if enters:
            self._values = {key: text for key, text in self._values.items() if key[0] < depth}
        self._at = (place, depth, enters)

    def _came_back(self, depth: int) -> None:
        """Functions have returned, and the line of the call goes on."""
        if depth in self._last:
            self.finish()
            self._at = (self._last[depth], depth, False)

    def _value(self, told: Told, depth: int, bits: int) -> None:
        variable = self._variables.variable(told.variable)
        part = next((p for p in variable.parts if 8 * p.offset == told.offset), None)
        if part is not None:
            self._change(depth, variable, part.path, self._text(part.scalar, bits))

    def _gone(self, variable: Variable, depth: int) -> None:
        for part in variable.parts:
            self._change(depth, variable, part.path, "")

    def _text(self, scalar: Scalar, bits: int) -> str:
        """With where a pointer leads, if that is a variable we know."""
        return self._pointer(scalar.text(bits), bits) if scalar.kind == "pointer" else scalar.text(bits)

    def _change(self, frame: int, variable: Variable, path: str, text: str) -> None:
        key = (0 if variable.is_global else frame, self._variables.title(variable) + path)
        if self._values.get(key, "") == text:
            return
        if key in self._changes and self._at is not None:  # a loop on one line
            location, depth, _ = self._at
            self.finish()
            self._at = (location, depth, False)
        self._values[key] = self._changes[key] = text

    def _pointer(self, text: str, bits: int) -> str:
        for start, place in self._placed.items():
            if start <= bits < start + place.size:
                name = self._variables.title(place.variable)
                if bits == start:
                    return f"&{name}"
                part = next((p for p in place.variable.parts if p.offset == bits - start), None)
                return f"&{name}{part.path}" if part is not None else f"&{name} + {bits - start} bytes"
        return text

    def _place(self, variable: Variable, depth: int, address: int) -> None:
        placed = _Placed(0 if variable.is_global else depth, variable)
        for start in [s for s in self._placed if address <= s < address + placed.size]:
            del self._placed[start]
        self._placed[address] = placed

    def _bytes(self, data: bytes) -> None:
        for start, place in self._placed.items():
            offset = self._address - start
            if offset >= place.size or offset + len(data) <= 0:
                continue
            for i, byte in enumerate(data):
                place.bytes[offset + i] = byte
            for part in place.touched(offset, len(data)):
                bits = place.value(part)
                if bits is not None:
                    self._change(place.frame, place.variable, part.path, self._text(part.scalar, bits))


def walk(output: bytes, places: Sequence[Location | None], told: Sequence[Told], variables: Variables) -> Walk:
    """The steps that ``output`` tells of, the middle of a long run left out."""
    events = list(_EVENT.iter_unpack(output[: len(output) // _EVENT.size * _EVENT.size]))
    if not events or events[-1][0] & 15 != _Kind.TOTAL:
        return Walk()
    total = events.pop()[2]
    missing = max(0, total - len(events))
    for one in told:  # those of one name are told apart by their lines
        variables.variable(one.variable)
    reader = _Reader(places, told, variables)
    reader.read(iter(events[:_FIRST]))
    gap = 0
    if missing:
        reader.forget()
        gap = len(reader.steps)
    reader.read(iter(events[_FIRST:]))
    reader.finish()
    steps = reader.steps
    if len(steps) > FIRST_STEPS + LAST_STEPS:
        kept = [*steps[:FIRST_STEPS], *steps[-LAST_STEPS:]]
        return Walk(tuple(kept), FIRST_STEPS, missing + len(steps) - len(kept))
    return Walk(tuple(steps), gap, missing)
