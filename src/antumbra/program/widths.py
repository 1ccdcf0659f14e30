"""Widths of memory cells: how many bytes, and whether they are a number or a pointer.

Where an object lies is left open by the language. So a pointer is no number: it is a place in the layout that we chose,
and becomes a number (an unknown one, with what the language promises of it) only where a program asks for that. A cell
therefore says which of the two it holds.
"""

from __future__ import annotations

from typing import final


@final
class PointerWidth(int):
    """The width of a cell that holds a pointer: counts as its bytes do, but is no width of numbers."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PointerWidth) and int(self) == int(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(("pointer", int(self)))

    def __repr__(self) -> str:
        return f"PointerWidth({int(self)})"

    def __str__(self) -> str:
        return str(int(self))


#: of 32-bit and of 64-bit programs
POINTER_4 = PointerWidth(4)
POINTER_8 = PointerWidth(8)


def pointer_width(size: int) -> PointerWidth:
    """The width of pointers of ``size`` bytes; one object each, so that generated code may name it."""
    match size:
        case 4:
            return POINTER_4
        case 8:
            return POINTER_8
        case _:
            return PointerWidth(size)


def is_pointer(width: int) -> bool:
    return width.__class__ is PointerWidth


def same_kind(one: int, other: int) -> bool:
    """Do both widths mean numbers, or both pointers?"""
    return one.__class__ is other.__class__
