"""Clang's run-time checks of undefined behaviour: calls of their handlers become assertions."""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.reading.instructions import (
    BasicBlock,
    CallInstruction,
    Cast,
    ConditionalJump,
    Jump,
    Operation,
    Unreachable,
)
from antumbra.frontends.llvm.reading.values import GlobalAddress, IntConstant
from antumbra.frontends.llvm.translating.builder import Builder

PREFIX: Final = "__ubsan_handle_"

#: handler → (check, message); what is not here is other undefined behaviour
_CHECKS: Final = {
    "add_overflow": ("no-overflow", "signed addition overflows"),
    "sub_overflow": ("no-overflow", "signed subtraction overflows"),
    "mul_overflow": ("no-overflow", "signed multiplication overflows"),
    "negate_overflow": ("no-overflow", "signed negation overflows"),
    "divrem_overflow": ("no-overflow", "signed division overflows"),
    "shift_out_of_bounds": ("def-behavior", "shift out of range"),
    "out_of_bounds": ("def-behavior", "index out of bounds"),
    "type_mismatch": ("def-behavior", "null or misaligned pointer"),
    "type_mismatch_v1": ("def-behavior", "null or misaligned pointer"),
    "pointer_overflow": ("def-behavior", "pointer arithmetic overflows"),
    "float_cast_overflow": ("def-behavior", "float outside the integer's range"),
    "load_invalid_value": ("def-behavior", "value outside its type"),
    "builtin_unreachable": ("def-behavior", "unreachable code is reached"),
    "missing_return": ("def-behavior", "end of a function without return"),
    "vla_bound_not_positive": ("def-behavior", "array size is not positive"),
}

#: clang's numbering of the handlers, for ``llvm.ubsantrap``
_TRAP_ORDER: Final = (
    "add_overflow builtin_unreachable cfi_check_fail divrem_overflow dynamic_type_cache_miss float_cast_overflow "
    "function_type_mismatch implicit_conversion invalid_builtin invalid_objc_cast load_invalid_value missing_return "
    "mul_overflow negate_overflow nullability_arg nullability_return nonnull_arg nonnull_return out_of_bounds "
    "pointer_overflow shift_out_of_bounds sub_overflow type_mismatch alignment_assumption vla_bound_not_positive"
)
_TRAPS: Final = tuple(_TRAP_ORDER.split())


def trap_kind(number: int) -> str:
    return _TRAPS[number] if 0 <= number < len(_TRAPS) else "trap"


def _kind(name: str) -> str:
    return name.removeprefix(PREFIX).removesuffix("_abort").removesuffix("_minimal")


def _check(b: Builder, kind: str) -> tuple[str, str]:
    if b.context.options.alignment_checks and kind.startswith("type_mismatch"):
        return "alignment", "misaligned access"
    return _CHECKS.get(kind, ("def-behavior", kind.replace("_", " ")))


def report(b: Builder, kind: str) -> None:
    """The handler is reached: the check fails."""
    check, message = _check(b, kind)
    b.check(T.FALSE, check, message)


def handler_kind(call: CallInstruction) -> str | None:
    """Which check a call reports, if it is a sanitizer's handler."""
    match call.callee:
        case GlobalAddress(name=name) if name.startswith(PREFIX):
            return _kind(name)
        case GlobalAddress(name="llvm.ubsantrap"):
            value = call.arguments[0].value
            return trap_kind(value.value) if isinstance(value, IntConstant) else "trap"
        case _:
            return None


def reported_by(block: BasicBlock, continuation: str) -> str | None:
    """The kind of check of a block that does nothing but report and go on at ``continuation`` or end."""
    if block.phis or not isinstance(block.last, Unreachable | Jump):
        return None
    if isinstance(block.last, Jump) and block.last.target != continuation:
        return None
    kind: str | None = None
    for instruction in block.instructions:
        if isinstance(instruction, CallInstruction):
            found = handler_kind(instruction)
            if found is None or kind is not None:
                return None
            kind = found
        elif not isinstance(instruction, Cast | Operation):
            return None
    return kind


def assert_branch(b: Builder, jump: ConditionalJump, kind: str, holds_when: bool) -> None:
    """A branch to a reporting block, as the assertion it is."""
    condition = b.scalar(jump.condition)
    check, message = _check(b, kind)
    b.check(condition if holds_when else T.not_(condition), check, message)
