"""Variadic calls: the caller lays the extra arguments out in memory, as the callee's va_arg code expects.

Clang has already written out va_arg for the target: on x86-64 a list is {gp_offset, fp_offset, overflow_arg_area,
reg_save_area}. With both offsets at their end, everything is taken from the overflow area, in
slots of eight bytes. On i386 a list is a plain pointer into slots of four bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.frontends.llvm.reading.layout import UnsupportedError
from antumbra.frontends.llvm.reading.types import POINTER, Type
from antumbra.frontends.llvm.reading.values import Argument
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.frontends.llvm.translating.memory import load_at, stack_object, store_at
from antumbra.program.model import Alloc, Copy, Region, Store
from antumbra.terms import Term

_GP_END, _FP_END = 48, 176


def argument_area(b: Builder, extra: Sequence[Argument]) -> Term:
    """A stack object with the extra arguments; null if there are none."""
    if not extra:
        return b.pointer(0)
    places: list[int] = []
    offset = 0
    slot = b.pointer_width // 8
    for argument in extra:
        type_ = argument.by_value or argument.value.type
        align = _slot_align(b, type_, slot)
        offset = (offset + align - 1) // align * align
        places.append(offset)
        offset += (b.layout.size(type_) + slot - 1) // slot * slot
    area = b.fresh(b.pointer_sort, "va")
    size = b.pointer(offset)
    if b.in_loop:  # one object for all rounds
        b.entry_commands.append(Alloc(area, size, Region.STACK, False, "variable arguments", b.location, 16))
    else:
        stack_object(b, area, size, "variable arguments", 16)
    for argument, place in zip(extra, places, strict=True):
        address = T.bvadd(area, b.pointer(place)) if place else area
        if argument.by_value is not None:
            length = b.pointer(b.layout.size(argument.by_value))
            b.emit(Copy(address, b.scalar(argument.value), length, b.location))
        else:
            store_at(b, argument.value.type, b.leaves(argument.value), address)
    return area


def _slot_align(b: Builder, type_: Type, slot: int) -> int:
    return max(slot, b.layout.align(type_)) if slot == 8 else slot


def start(b: Builder, list_address: Term) -> None:
    """llvm.va_start."""
    if b.variadic_area is None:
        raise UnsupportedError("va_start in a function without variable arguments")
    if b.pointer_width == 32:
        b.emit(Store(list_address, b.variadic_area, b.location, pointer=True))
        return
    b.emit(Store(list_address, T.bv(_GP_END, 32), b.location))
    b.emit(Store(T.bvadd(list_address, b.pointer(4)), T.bv(_FP_END, 32), b.location))
    b.emit(Store(T.bvadd(list_address, b.pointer(8)), b.variadic_area, b.location, pointer=True))
    b.emit(Store(T.bvadd(list_address, b.pointer(16)), b.pointer(0), b.location, pointer=True))


def copy(b: Builder, target: Term, source: Term) -> None:
    """llvm.va_copy."""
    b.emit(Copy(target, source, b.pointer(24 if b.pointer_width == 64 else 4), b.location))


def take(b: Builder, list_address: Term, type_: Type) -> tuple[Term, ...]:
    """The va_arg instruction."""
    slot = b.pointer_width // 8
    place = T.bvadd(list_address, b.pointer(8)) if slot == 8 else list_address
    (current,) = load_at(b, POINTER, place)
    align = _slot_align(b, type_, slot)
    if align > slot:
        current = T.bvand(T.bvadd(current, b.pointer(align - 1)), b.pointer(-align))
    values = load_at(b, type_, current)
    step = (b.layout.size(type_) + slot - 1) // slot * slot
    b.emit(Store(place, T.bvadd(current, b.pointer(step)), b.location, pointer=True))
    return values
