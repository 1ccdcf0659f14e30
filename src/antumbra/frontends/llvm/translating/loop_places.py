"""Where a loop of the program form stands in the C text: its keyword, or the label that jumps lead back to."""

from __future__ import annotations

import re
from typing import Final, Literal

from antumbra.frontends.llvm.reading.lexer import unquote
from antumbra.frontends.llvm.reading.module import Module
from antumbra.program.source import Location
from antumbra.records import dataclass

_NAME: Final = r'"[^"]*"|[-\w$.]+'
_BACK: Final = re.compile(r"^  br .*, !llvm\.loop !(\d+)", re.MULTILINE)
_TARGET: Final = re.compile(rf"label %({_NAME})")
_LABELLED: Final = re.compile(
    rf"^({_NAME}):[^\n]*\n(?:  [^\n]* = phi [^\n]*\n|    #dbg_value[^\n]*\n)*    #dbg_label\(!(\d+)", re.MULTILINE
)
_START: Final = re.compile(r"!\{!\d+, !(\d+)")


@dataclass(frozen=True, slots=True)
class LoopPlace:
    """``by``: the place is that of a loop's keyword, or of a label."""

    location: Location
    by: Literal["keyword", "label"]


class LoopPlaces:
    """Of one module's functions, from what the compiler noted of loops and labels."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._module = Module(text)
        self._functions: dict[str, dict[str, LoopPlace]] = {}

    def at(self, function: str, head: str) -> LoopPlace | None:
        """The place of the loop whose head is this block; None where it is not known for certain."""
        if function not in self._functions:
            self._functions[function] = self._read(function)
        return self._functions[function].get(head)

    def _read(self, function: str) -> dict[str, LoopPlace]:
        body = self._module.body_text(function)
        if body is None:
            return {}
        debug = self._module.debug
        found: dict[str, LoopPlace | None] = {}
        for match in _LABELLED.finditer(body):
            node = debug.node(int(match[2]))
            place = Location("", node.number("line"), node.number("column"), function)
            found[unquote(match[1])] = LoopPlace(place, "label") if place.line else None
        loops: dict[str, LoopPlace | None] = {}
        for match in _BACK.finditer(body):
            start = self._start(int(match[1]))
            for target in _TARGET.findall(match[0]):
                name = unquote(target)
                new = LoopPlace(start, "keyword") if start is not None else None
                # of two loops with one head nobody knows which one is meant
                loops[name] = new if name not in loops or loops[name] == new else None
        found |= loops
        return {name: place for name, place in found.items() if place is not None}

    def _start(self, number: int) -> Location | None:
        line = re.search(rf"^!{number} = distinct (.*)$", self._text, re.MULTILINE)
        first = _START.match(line[1]) if line is not None else None
        return self._module.debug.location(int(first[1])) if first is not None else None
