"""Where pointers become numbers and numbers pointers.

A pointer is no number to the program form (see :mod:`antumbra.program.model`). The difference of two pointers, and
comparing them, is about offsets where both point into one object; so those are commands of their own, and numbers that
are only needed for that are never made.
"""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.reading.instructions import Body, Cast, Compare, Operation
from antumbra.frontends.llvm.reading.layout import DataLayout
from antumbra.frontends.llvm.reading.types import IntType, PointerType
from antumbra.frontends.llvm.reading.values import Local, Value
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.frontends.llvm.translating.reach import operands
from antumbra.frontends.llvm.translating.values import arithmetic
from antumbra.terms import Term

#: predicate → (operands swapped, result negated) of "below"
_ORDERS: Final = {"ult": (False, False), "ugt": (True, False), "ule": (True, True), "uge": (False, True)}


def compare(b: Builder, predicate: str, left: Term, right: Term) -> Term:
    """icmp of pointers."""
    null = b.pointer(0)
    if predicate in ("eq", "ne"):
        same = T.eq(left, right) if left is null or right is null else b.relation("same_address", left, right)
        return same if predicate == "eq" else T.not_(same)
    if predicate not in _ORDERS:
        return arithmetic.compare(predicate, b.number_of(left), b.number_of(right))
    swapped, negated = _ORDERS[predicate]
    low, high = (right, left) if swapped else (left, right)
    if low is null:
        less = T.not_(T.eq(high, null))
    elif high is null:
        less = T.FALSE
    else:
        less = b.relation("below", low, high)
    return T.not_(less) if negated else less


class Numbered:
    """Casts of pointers to numbers that are only subtracted from each other or compared with each other."""

    def __init__(self, body: Body, layout: DataLayout) -> None:
        self._pointers: dict[str, Value] = {}
        pairs: list[tuple[str, str]] = []
        for block in body.blocks.values():
            for instruction in block.instructions:
                if isinstance(instruction, Cast) and _whole(instruction, layout):
                    self._pointers[instruction.result] = instruction.operand
        for block in body.blocks.values() if self._pointers else ():
            for phi in block.phis:
                self._drop(*(value for value, _ in phi.incoming))
            for instruction in (*block.instructions, block.last):
                values = operands(instruction)
                names = [v.name for v in values if isinstance(v, Local) and v.name in self._pointers]
                if not names:
                    continue
                if _relates(instruction) and len(names) == len(values) == 2:
                    pairs.append((names[0], names[1]))
                else:
                    self._drop(*values)
        changed = True
        while changed:
            changed = False
            for one, other in pairs:
                if (one in self._pointers) != (other in self._pointers):
                    self._pointers.pop(one, None)
                    self._pointers.pop(other, None)
                    changed = True

    def _drop(self, *values: Value) -> None:
        for value in values:
            if isinstance(value, Local):
                self._pointers.pop(value.name, None)

    def __len__(self) -> int:
        return len(self._pointers)

    def __contains__(self, name: str) -> bool:
        return name in self._pointers

    def pointers(self, values: tuple[Value, ...]) -> tuple[Value, Value] | None:
        """The pointers whose numbers are operands of a subtraction or comparison."""
        if not self._pointers:
            return None
        match values:
            case (Local(name=one), Local(name=other)) if one in self._pointers and other in self._pointers:
                return self._pointers[one], self._pointers[other]
            case _:
                return None


def _whole(cast: Cast, layout: DataLayout) -> bool:
    """Is it the whole number of one pointer?"""
    return (
        cast.opcode in ("ptrtoint", "ptrtoaddr")
        and isinstance(cast.operand.type, PointerType)
        and isinstance(cast.type, IntType)
        and cast.type.width == layout.pointer_width
    )


def _relates(instruction: object) -> bool:
    match instruction:
        case Operation(opcode="sub"):
            return True
        case Compare(predicate=predicate):
            return predicate in ("eq", "ne") or predicate in _ORDERS
        case _:
            return False
