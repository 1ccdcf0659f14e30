"""The static part of the address space: objects apart from each other, cells inside them, functions that exist.

Functions are neither read nor written, so code objects need no pages of their own among themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.program.model import Program, Region, StaticObject
from antumbra.program.widths import is_pointer


def object_problems(program: Program) -> Iterator[str]:
    layout = program.layout
    page = 1 << layout.page_bits
    if layout.pointer_width <= layout.page_bits:
        yield f"pointers of {layout.pointer_width} bits cannot tell pages of {layout.page_bits} bits apart"
    if layout.first_free % page or layout.first_free >> layout.pointer_width:
        yield f"the first free address {layout.first_free:#x} is not the start of a page of the address space"
    names: set[str] = set()
    for thing in program.objects:
        if thing.name in names:
            yield f"two objects are named {thing.name!r}"
        names.add(thing.name)
        yield from _one(thing, page, layout.first_free, layout.pointer_width // 8)
    end = free = page
    before, code = "the null page", False
    for thing in sorted(program.objects, key=lambda one: one.address):
        if thing.address < (end if code and thing.region is Region.CODE else free):
            yield f"object {thing.name!r} at {thing.address:#x} is not a page apart from {before}"
        end = max(end, thing.address + max(thing.size, 1))
        # pages of the object, and the empty page after it
        free = (end + page - 1) // page * page + page
        before, code = repr(thing.name), thing.region is Region.CODE
    starts = {thing.address: thing for thing in program.objects}
    for address, name in program.functions.items():
        if name not in program.procedures:
            yield f"address {address:#x} belongs to {name!r}, which is not defined"
        thing = starts.get(address)
        if thing is None or thing.region is not Region.CODE:
            yield f"address {address:#x} of {name!r} is not the start of a code object"


def _one(thing: StaticObject, page: int, first_free: int, pointer_bytes: int) -> Iterator[str]:
    if thing.address % page and thing.region is not Region.CODE:
        yield f"object {thing.name!r} at {thing.address:#x} does not begin a page"
    if thing.size < 0 or thing.address + thing.size > first_free:
        yield f"object {thing.name!r} reaches into the space for run-time objects"
    end = 0
    for offset, width, value in sorted(thing.cells):
        if offset < end:
            yield f"object {thing.name!r}: cell at {offset} overlaps the one before it"
        if width < 1 or value < 0 or value >> (8 * width):
            yield f"object {thing.name!r}: value {value:#x} at {offset} does not fit into {width} bytes"
        if is_pointer(width) and width + 0 != pointer_bytes:
            yield f"object {thing.name!r}: a pointer of {width} bytes at {offset}"
        end = offset + width
    if thing.align < 1 or thing.align & (thing.align - 1):
        yield f"object {thing.name!r}: an alignment of {thing.align} is no power of two"
    if end > thing.size:
        yield f"object {thing.name!r}: a cell ends at {end}, after the object"
