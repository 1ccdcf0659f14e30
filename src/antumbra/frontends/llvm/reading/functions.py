"""Which lines and branches the functions of a module have, without reading what they do."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Final

from antumbra.frontends.llvm.reading.module import Module
from antumbra.frontends.loaded import FunctionCode
from antumbra.program.contracts import CONTRACT

_PLACE: Final = re.compile(r"!dbg !(\d+)")
_BRANCH: Final = re.compile(r"^  br i1 [^\n]*!dbg !(\d+)", re.MULTILINE)
_SWITCH: Final = re.compile(r"^  switch [^\[\n]*\[([^\]]*)\][^\n]*!dbg !(\d+)", re.MULTILINE)


def functions_of(module: Module, read: Container[tuple[str, str]] = ()) -> Iterator[FunctionCode]:
    """Every function with a body and debug information, but for those that are ``read``: files and names.

    Lines of other files within a function are left out.
    """
    debug = module.debug
    for name, head, body in module.bodies():
        place = _PLACE.search(head)
        if place is None or CONTRACT in name:
            continue
        where = debug.function_location(int(place[1]), name)
        if (where.file, where.function) in read:
            continue
        branches = [(int(match[1]), 2) for match in _BRANCH.finditer(body)]
        branches += [(int(match[2]), 1 + match[1].count("label ")) for match in _SWITCH.finditer(body)]
        places = {number: debug.location(number) for number in map(int, _PLACE.findall(body))}
        own = {number: at.line for number, at in places.items() if at is not None and at.line and at.file == where.file}
        yield FunctionCode(
            where.function or name,
            where.file,
            where.line,
            tuple(sorted(set(own.values()))),
            tuple((own[number], sides) for number, sides in branches if number in own),
        )
