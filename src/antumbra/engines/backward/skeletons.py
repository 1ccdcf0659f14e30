"""Which objects there were before a step, from which there are after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from antumbra.engines.backward.steps import Allocated, Entered, Freed, Left, Scoped
from antumbra.program.model import Region
from antumbra.program.spacing import next_page
from antumbra.records import replace
from antumbra.semantics.memory.memory_state import Skeleton
from antumbra.semantics.memory.objects import Content, Object, Objects
from antumbra.semantics.memory.pages import PAGE_BITS

#: steps that make objects or end their lives
Change = Entered | Left | Allocated | Freed | Scoped


def before(after: Skeleton, step: Change) -> Skeleton | None:
    """The skeleton with which a step leads to another one; None if none does, or if it cannot be told."""
    if after.addresses and isinstance(step, Left | Freed | Scoped):
        return None  # where a life ends is part of what is known of an address
    match step:
        case Entered():
            if any(depth >= step.depth for _, depth in after.owners):
                return None
            return replace(after, frames=None) if after.frames == step.depth else after
        case Left():
            return replace(after, frames=step.depth if after.frames is None else min(step.depth, after.frames))
        case Allocated():
            return _unallocated(after, step)
        case Freed():
            return _with(after, step.at, lambda item: _unfreed(item, after.next_page))
        case Scoped():
            return _unscoped(after, step)
        case _:
            assert_never(step)


def _unallocated(after: Skeleton, step: Allocated) -> Skeleton | None:
    content = Content.ZERO if step.zeroed else Content.UNINITIALISED
    pages = max(1, (step.bytes + (1 << PAGE_BITS) - 1) >> PAGE_BITS)
    first = step.base >> PAGE_BITS
    if after.next_page != next_page(first, pages, step.target.width):
        return None
    after = replace(after, next_page=first)
    stack = step.region is Region.STACK
    if stack and after.frames is not None and step.depth >= after.frames:
        return after  # it will be gone
    made = Object(step.base, step.bytes, step.region, content, pages=pages, align=step.align)
    if made not in after.objects.items or stack != ((step.base, step.depth) in after.owners):
        return None
    rest = tuple(item for item in after.objects.items if item.base != step.base)
    return replace(
        after, objects=Objects(rest), owners=frozenset(owner for owner in after.owners if owner[0] != step.base)
    )


def _unscoped(after: Skeleton, step: Scoped) -> Skeleton | None:
    ends = after.frames is not None and step.depth >= after.frames
    if ends and all(item.base != step.item.base for item in after.objects.items):
        return after  # it will be gone
    made = replace(step.item, content=Content.UNINITIALISED, alive=step.begins, ended=0, scoped=True)
    return _with(after, made.base, lambda item: step.item if item == made else None)


def _unfreed(item: Object, at: int) -> Object | None:
    return None if item.alive or item.ended != at else replace(item, alive=True, ended=0)


def _with(after: Skeleton, base: int, change: Callable[[Object], Object | None]) -> Skeleton | None:
    """One object changed."""
    items: list[Object] = []
    found = False
    for item in after.objects.items:
        if item.base == base:
            changed = change(item)
            if changed is None:
                return None
            item, found = changed, True
        items.append(item)
    return replace(after, objects=Objects(tuple(items))) if found else None
