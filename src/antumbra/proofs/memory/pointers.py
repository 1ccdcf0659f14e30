"""The pointers in an object."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.memory.world import World
from antumbra.proofs.state import Object
from antumbra.terms import Term


def pointers_of(item: Object, world: World) -> list[tuple[Term, int]]:
    """Words of an object that may be pointers, with their offsets: those at multiples of a pointer's size."""
    content, width = item.content, world.pointer.width // 8
    if content.array is not None:
        if world.of_base.keys().isdisjoint(T.free_variables(content.array)):
            return []  # no address of an object that is made at run time was ever written there
        raise NotUnderstood("pointers in an object that is accessed at unknown offsets")
    starts = sorted({offset - offset % width for offset in content.cells})
    size = item.size.data if item.size.op is T.CONST else 1 << 62
    return [(content.word(start, width), start) for start in starts if start + width <= size]
