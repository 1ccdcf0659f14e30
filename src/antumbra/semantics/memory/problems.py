"""Objects, and accesses that are wrong, in words."""

from __future__ import annotations

from antumbra.program.model import Region
from antumbra.semantics.memory.objects import Object
from antumbra.semantics.memory.pages import NULL_PAGE


def describe(item: Object) -> str:
    """An object in words."""
    kind = {Region.STACK: "local", Region.HEAP: "heap object", Region.CONSTANT: "constant"}.get(item.region, "global")
    size = f"{item.size} bytes" if item.size.__class__ is int else "symbolic size"
    name = f" '{item.name}'" if item.name else ""
    place = f" made at {item.location}" if item.location is not None and item.region is Region.HEAP else ""
    return f"{kind}{name} ({size}){place}"


def problem(item: Object | None, address: int, width: int, *, write: bool) -> str:
    """What is wrong with an access, in words."""
    verb = "write" if write else "read"
    if address < NULL_PAGE:
        return f"null pointer dereference ({verb} of {width} bytes at address {address})"
    if item is None:
        return f"{verb} of {width} bytes through an invalid pointer ({address:#x})"
    if not item.alive:
        return f"{verb} of {width} bytes after the end of life of {describe(item)}"
    if item.region is Region.CODE:
        return f"{verb} of {width} bytes of code of function {item.name}"
    return f"{verb} of {width} bytes at offset {address - item.base} of {describe(item)}"
