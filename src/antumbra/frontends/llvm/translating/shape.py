"""The control-flow graph of a function body, and which instructions nobody needs."""

from __future__ import annotations

from collections.abc import Iterable

from antumbra.frontends.llvm.library import intrinsics
from antumbra.frontends.llvm.reading.instructions import (
    AddressJump,
    Body,
    CallInstruction,
    Cast,
    Compare,
    ConditionalJump,
    ElementPointer,
    IndexedOperation,
    Jump,
    Last,
    Operation,
    Phi,
    Plain,
    SwitchJump,
)
from antumbra.frontends.llvm.reading.lexer import words
from antumbra.frontends.llvm.reading.types import IntType, VectorType
from antumbra.frontends.llvm.reading.values import GlobalAddress, IntConstant, Local, Value
from antumbra.frontends.llvm.translating.reach import operands
from antumbra.program.graphs.algorithms import immediate_dominators, reverse_postorder, strongly_connected_components

_DIVISIONS = words("udiv sdiv urem srem")
_SHIFTS = words("shl lshr ashr")
_LANES = words("extractelement insertelement")
_CONVERSIONS = words("fptosi fptoui")


def may_fail(instruction: Operation | Cast) -> bool:
    """Whether there are operands for which it is undefined behaviour, or overflows where the text says it does not."""
    if "nsw" in instruction.flags:
        return True
    last = operands(instruction)[-1]
    number = last.value if isinstance(last, IntConstant) else None
    width = last.type.width if isinstance(last.type, IntType) else 0
    if instruction.opcode in _DIVISIONS:
        return number is None or number in (0, (1 << width) - 1)
    if instruction.opcode in _SHIFTS:
        return number is None or number >= width
    if instruction.opcode in _LANES:
        vector = operands(instruction)[0].type
        return number is None or not isinstance(vector, VectorType) or number >= vector.count
    return instruction.opcode in _CONVERSIONS


def successors(last: Last) -> tuple[str, ...]:
    """Targets in order, each once."""
    match last:
        case Jump():
            return (last.target,)
        case ConditionalJump(condition=IntConstant(value=value)):
            return (last.then if value else last.otherwise,)
        case ConditionalJump():
            return (last.then,) if last.then == last.otherwise else (last.then, last.otherwise)
        case AddressJump():
            return last.targets
        case SwitchJump():
            return tuple(dict.fromkeys((*(label for _, label in last.cases), last.default)))
        case _:
            return ()


class Shape:
    """``reachable`` blocks, ``predecessors`` of each (counted once an edge pair), and ``in_cycle``."""

    def __init__(self, body: Body) -> None:
        self._successors = {label: successors(block.last) for label, block in body.blocks.items()}
        #: a block comes after its dominators, so definitions come before uses
        self.order = reverse_postorder(next(iter(body.blocks)), self._successors)
        self.reachable = set(self.order)
        self._successors = {label: self._successors[label] for label in self.order}
        self.predecessors: dict[str, list[str]] = {}
        for label in body.blocks:
            if label in self.reachable:
                for target in self._successors[label]:
                    self.predecessors.setdefault(target, []).append(label)
        self._cycles: set[str] | None = None

    def in_cycle(self, label: str) -> bool:
        """Whether the block can run twice in one call."""
        if self._cycles is None:
            self._cycles = {
                member
                for group in strongly_connected_components(self._successors)
                for member in group
                if len(group) > 1 or member in self._successors[member]
            }
        return label in self._cycles

    def dominators(self) -> dict[str, str | None]:
        """The closest block that every way to a block goes through; None for the entry."""
        predecessors = {label: self.predecessors.get(label, ()) for label in self.order}
        return immediate_dominators(self.order[0], self._successors, predecessors)


def _is_pure(instruction: Plain | Phi) -> bool:
    """No effect but its result. Loads are kept: reading outside an object is an error to find."""
    match instruction:
        case Compare():
            return True
        case Operation() | Cast():
            return not may_fail(instruction)
        case ElementPointer() | IndexedOperation() | Phi():
            return True
        case _:
            return False


_MAYBE_PURE = frozenset({Compare, Operation, Cast, ElementPointer, IndexedOperation})


def _is_ignored(instruction: Plain) -> bool:
    match instruction:
        case CallInstruction(callee=GlobalAddress(name=name)):
            return intrinsics.is_ignored(name)
        case _:
            return False


def _count(uses: dict[str, int], values: Iterable[Value]) -> None:
    for value in values:
        if isinstance(value, Local):
            name = value.name
            uses[name] = uses.get(name, 0) + 1


def useless(body: Body) -> set[str]:
    """Registers of effect-free instructions whose results nobody needs, directly or not."""
    uses: dict[str, int] = {}
    makers: dict[str, Plain | Phi] = {}
    for block in body.blocks.values():
        for phi in block.phis:
            makers[phi.result] = phi
            _count(uses, (v for v, _ in phi.incoming if not (isinstance(v, Local) and v.name == phi.result)))
        for instruction in block.instructions:
            kind = instruction.__class__
            if kind is not CallInstruction or not _is_ignored(instruction):
                _count(uses, operands(instruction))
            if kind in _MAYBE_PURE and _is_pure(instruction):
                result = getattr(instruction, "result", None)
                if result:
                    makers[result] = instruction
        _count(uses, operands(block.last))
    pending = [name for name in makers if name not in uses]
    dead: set[str] = set()
    while pending:
        name = pending.pop()
        dead.add(name)
        maker = makers[name]
        values = [v for v, _ in maker.incoming] if isinstance(maker, Phi) else list(operands(maker))
        for value in values:
            if isinstance(value, Local) and value.name != name:
                uses[value.name] -= 1
                if not uses[value.name] and value.name in makers and value.name not in dead:
                    pending.append(value.name)
    return dead
