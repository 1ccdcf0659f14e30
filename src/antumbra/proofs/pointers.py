"""The pointers in an object."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.state import Object
from antumbra.terms import Sort, Term


def pointers_of(item: Object, pointer: Sort) -> list[tuple[Term, int]]:
    """Words of an object that may be pointers, with their offsets: those at multiples of a pointer's size."""
    content, width = item.content, pointer.width // 8
    if content.array is not None:
        raise NotUnderstood("pointers in an object that is accessed at unknown offsets")
    starts = sorted({offset - offset % width for offset in content.cells})
    size = item.size.data if item.size.op is T.CONST else 1 << 62
    return [(content.word(start, width), start) for start in starts if start + width <= size]
