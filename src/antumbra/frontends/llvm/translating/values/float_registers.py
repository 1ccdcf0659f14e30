"""Which registers hold floats as numbers, and which as bits.

Loads, stores, arguments, results, phi nodes and selections move a float without a look at it, and every bit of it
arrives, the payload of a NaN too. So a float is its bits, and arithmetic makes a number of them; there is one NaN among
numbers. A register that only arithmetic and comparisons read, directly or through moves, is kept as a number: nobody
can see its bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from antumbra.frontends.llvm.library import floats
from antumbra.frontends.llvm.library.intrinsics import base_name
from antumbra.frontends.llvm.reading.instructions import (
    Body,
    CallInstruction,
    Cast,
    Compare,
    LoadInstruction,
    Operation,
    Phi,
    Plain,
)
from antumbra.frontends.llvm.reading.types import FloatType, IntType, Type, VectorType
from antumbra.frontends.llvm.reading.values import Argument, GlobalAddress, IntConstant, Local, Value
from antumbra.frontends.llvm.translating.reach import operands

_ARITHMETIC: Final = frozenset({"fadd", "fsub", "fmul", "fdiv", "frem"})
_CONVERSIONS: Final = frozenset({"fptrunc", "fpext", "fptosi", "fptoui"})
#: the result has the bits of operands; a sign may be another
_MOVES: Final = frozenset({"select", "freeze", "fneg", "extractelement", "insertelement", "shufflevector"})


def number_registers(body: Body) -> frozenset[str]:
    """The registers of a function whose floats are numbers."""
    numbers = {name for name, type_ in _defined(body) if _is_float(type_)}
    if not numbers:
        return frozenset()
    moves: dict[str, list[str]] = {}
    seen: list[str] = []
    for block in body.blocks.values():
        for phi in block.phis:
            for name in _locals(value for value, _ in phi.incoming):
                moves.setdefault(phi.result, []).append(name)
        for instruction in block.instructions:
            names = _locals(operands(instruction))
            moved_to = _moved_to(instruction)
            if moved_to is not None:
                moves.setdefault(moved_to, []).extend(names)
            elif not _is_arithmetic(instruction):
                seen.extend(names)
        seen.extend(_locals(operands(block.last)))
    seen.extend(result for result in moves if result not in numbers)
    while seen:
        name = seen.pop()
        numbers.discard(name)
        seen.extend(moves.pop(name, ()))
    return frozenset(numbers)


def _is_float(type_: Type) -> bool:
    if type_.__class__ is IntType:
        return False
    return isinstance(type_.element if isinstance(type_, VectorType) else type_, FloatType)


def _locals(values: Iterable[Value]) -> list[str]:
    return [value.name for value in values if isinstance(value, Local)]


def _intrinsic(instruction: Plain | Phi) -> str:
    match instruction:
        case CallInstruction(callee=GlobalAddress(name=name)) if name.startswith("llvm."):
            return base_name(name)
        case _:
            return ""


def _defined(body: Body) -> Iterator[tuple[str, Type]]:
    """Registers that may hold numbers, with their types; what is called gives bits."""
    for block in body.blocks.values():
        for instruction in (*block.phis, *block.instructions):
            match instruction:
                case Phi() | Operation() | Cast() | LoadInstruction():
                    yield instruction.result, instruction.type
                case CallInstruction(result=str(result)) if _intrinsic(instruction):
                    yield result, instruction.type.result
                case _:
                    pass


def _moved_to(instruction: Plain) -> str | None:
    """The register that gets bits of the operands."""
    match instruction:
        case Operation(opcode=opcode) if opcode in _MOVES:
            return instruction.result
        case CallInstruction(result=str(result)) if _intrinsic(instruction) == "fabs":
            return result
        case _:
            return None


def _is_arithmetic(instruction: Plain) -> bool:
    """Whether operands that are floats are taken as numbers."""
    match instruction:
        case Operation(opcode=opcode):
            return opcode in _ARITHMETIC
        case Compare():
            return True
        case Cast(opcode=opcode):
            return opcode in _CONVERSIONS
        case CallInstruction(arguments=(_, Argument(value=IntConstant(value=mask)))) if (
            _intrinsic(instruction) == "is.fpclass"
        ):
            return not floats.tells_nans_apart(mask)
        case CallInstruction():
            return floats.takes_numbers(_intrinsic(instruction))
        case _:
            return False
