"""``assume(a && b)`` is one condition: short-circuit evaluation inside an assumption must not fork paths.

Clang compiles ``&&`` and ``||`` to branches around right operands and a phi node at the end E. Where phi values only
feed an assumption, and everything between E and its immediate dominator H can be computed without harm, the
whole region moves into H, with conditions computed as values and the phi as a select among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import count
from typing import Final

from antumbra.frontends.llvm.library.intrinsics import is_ignored
from antumbra.frontends.llvm.reading.instructions import (
    Alloca,
    BasicBlock,
    Body,
    CallInstruction,
    Cast,
    Compare,
    ConditionalJump,
    ElementPointer,
    IndexedOperation,
    Jump,
    LoadInstruction,
    Operation,
    Phi,
    Plain,
)
from antumbra.frontends.llvm.reading.layout import DataLayout, UnsupportedError
from antumbra.frontends.llvm.reading.lexer import words
from antumbra.frontends.llvm.reading.module import Global, Module
from antumbra.frontends.llvm.reading.types import BIT, ArrayType, StructType, Type
from antumbra.frontends.llvm.reading.values import Expression, GlobalAddress, IntConstant, Local, Value
from antumbra.frontends.llvm.translating.reach import operands
from antumbra.frontends.llvm.translating.scopes import Scopes
from antumbra.frontends.llvm.translating.shape import Shape, may_fail, successors

ASSUMPTIONS: Final = words("klee_assume __VERIFIER_assume __CPROVER_assume __ESBMC_assume")
_TRUE: Final = IntConstant(BIT, 1)


def flatten_assumptions(body: Body, module: Module, layout: DataLayout, *, flags_promise: bool = False) -> None:
    """Collapse the short-circuit branches that feed assumptions. Changes the body in place."""
    calls = [i for i in _instructions(body) if _is_assumption(i)]
    if calls:
        _Flattener(body, module, layout, flags_promise).run(calls)


def _instructions(body: Body) -> Iterable[Plain]:
    return (i for block in body.blocks.values() for i in block.instructions)


def _is_assumption(instruction: Plain) -> bool:
    match instruction:
        case CallInstruction(callee=GlobalAddress(name=name)):
            return name in ASSUMPTIONS
        case _:
            return False


class _Flattener:
    def __init__(self, body: Body, module: Module, layout: DataLayout, flags_promise: bool) -> None:
        self._body = body
        self._module = module
        self._layout = layout
        self._flags_promise = flags_promise
        self._makers: dict[str, Plain | Phi] = {}
        self._users: dict[str, list[str]] = {}  # register → results of its users, "" for others
        self._numbers = count(1)  # shared by all blocks of the function: names must be unique
        self._shape = Shape(body)
        self._scoped = Scopes(body).scoped
        self._predecessors = {label: list(before) for label, before in self._shape.predecessors.items()}
        for block in body.blocks.values():
            for phi in block.phis:
                self._note(phi, [v for v, _ in phi.incoming], phi.result)
            for instruction in block.instructions:
                self._note(instruction, operands(instruction), getattr(instruction, "result", "") or "")
            for value in operands(block.last):
                if isinstance(value, Local):
                    self._users.setdefault(value.name, []).append("")

    def _note(self, maker: Plain | Phi, values: Iterable[Value], result: str) -> None:
        if result:
            self._makers[result] = maker
        for value in values:
            if isinstance(value, Local):
                self._users.setdefault(value.name, []).append(result)

    def run(self, calls: list[Plain]) -> None:
        wanted = self._feeding(calls)
        dominators = self._shape.dominators()
        for label in self._shape.order:
            end = self._body.blocks.get(label)
            above = dominators[label]
            if end is not None and above is not None and end.phis and all(p.result in wanted for p in end.phis):
                self._collapse(end, above, wanted)

    def _feeding(self, calls: list[Plain]) -> set[str]:
        """Registers whose value goes into assumptions and nowhere else."""
        found: set[str] = set()
        pending = [v.name for call in calls for v in operands(call) if isinstance(v, Local)]
        while pending:
            name = pending.pop()
            maker = self._makers.get(name)
            users = self._users.get(name, [])
            if name in found or maker is None or not all(u in found or u == "" for u in users):
                continue
            if "" in users and not self._only_assumed(name):
                continue
            if not isinstance(maker, Operation | Compare | Cast | Phi):
                continue
            found.add(name)
            values = [v for v, _ in maker.incoming] if isinstance(maker, Phi) else operands(maker)
            pending.extend(v.name for v in values if isinstance(v, Local))
        return found

    def _only_assumed(self, name: str) -> bool:
        """Whether the users without a result are assumptions."""
        for block in self._body.blocks.values():
            for value in operands(block.last):
                if isinstance(value, Local) and value.name == name:
                    return False
            for instruction in block.instructions:
                uses = any(isinstance(v, Local) and v.name == name for v in operands(instruction))
                if uses and not getattr(instruction, "result", "") and not _is_assumption(instruction):
                    return False
        return True

    def _collapse(self, end: BasicBlock, head_label: str, wanted: set[str]) -> None:
        """Move all blocks between the head and the end into the head, if they are harmless."""
        inside: set[str] = set()
        pending = [label for label in self._predecessors[end.label] if label != head_label]
        while pending:
            label = pending.pop()
            block = self._body.blocks[label]
            if label == end.label or not self._is_harmless(block, wanted):
                return
            if label not in inside:
                inside.add(label)
                pending.extend(p for p in self._predecessors[label] if p != head_label)
        head = self._body.blocks[head_label]
        region = [head, *(self._body.blocks[label] for label in self._shape.order if label in inside)]
        targets = {t for block in region for t in successors(block.last)}
        if not inside or not targets <= inside | {end.label} or not isinstance(head.last, ConditionalJump):
            return
        self._move(head, region, end)

    def _is_harmless(self, block: BasicBlock, wanted: set[str]) -> bool:
        return (
            isinstance(block.last, Jump | ConditionalJump)
            and all(phi.result in wanted for phi in block.phis)
            and all(self._harmless(i) for i in block.instructions)
        )

    def _move(self, head: BasicBlock, region: list[BasicBlock], end: BasicBlock) -> None:
        """Blocks come in reverse postorder, so each one's condition is known when it is moved."""
        code = _Conditions(head.instructions, self._numbers, head.last.debug)
        reached: dict[tuple[str, str], Value] = {}  # edge → the condition under which it is taken
        for block in region:
            here: Value = _TRUE
            if block is not head:
                sources = dict.fromkeys(self._predecessors[block.label])
                here = code.any([reached[source, block.label] for source in sources])
                for phi in block.phis:
                    code.select(phi, [(v, reached[label, block.label]) for v, label in phi.incoming], phi.result)
                head.instructions.extend(block.instructions)
            match block.last:
                case ConditionalJump(condition=condition, then=then, otherwise=otherwise) if then != otherwise:
                    reached[block.label, then] = code.both(here, condition)
                    reached[block.label, otherwise] = code.both(here, code.negated(condition))
                case last:
                    reached[block.label, successors(last)[0]] = here
        labels = {block.label for block in region}
        end.phis = [self._outer_phi(phi, labels, head.label, reached, end.label, code) for phi in end.phis]
        head.last = Jump(end.label, head.last.debug)
        for label in labels - {head.label}:
            del self._body.blocks[label]
        outside = [p for p in self._predecessors[end.label] if p not in labels]
        self._predecessors[end.label] = [*outside, head.label]

    def _outer_phi(
        self,
        phi: Phi,
        region: set[str],
        head: str,
        reached: dict[tuple[str, str], Value],
        end: str,
        code: _Conditions,
    ) -> Phi:
        inner = [(value, reached[label, end]) for value, label in phi.incoming if label in region]
        outer = [(value, label) for value, label in phi.incoming if label not in region]
        name = code.select(phi, inner, f"{phi.result} {head}")
        return Phi(phi.result, phi.type, (*outer, (Local(phi.type, name), head)), phi.debug)

    # ------------------------------------------------------------ what may run without need

    def _harmless(self, instruction: Plain) -> bool:
        match instruction:
            case Operation(flags=flags) | Cast(flags=flags) | Compare(flags=flags) if flags and self._flags_promise:
                return False
            case Operation() | Cast():
                return not may_fail(instruction)
            case Compare() | ElementPointer() | IndexedOperation():
                return True
            case LoadInstruction():
                return self._inside(instruction.address, self._layout.size(instruction.type))
            case CallInstruction(callee=GlobalAddress(name=name)):
                return is_ignored(name)
            case _:
                return False

    def _inside(self, address: Value, size: int) -> bool:
        """Whether an access certainly stays inside a local variable that lives, or a global."""
        offset = 0
        while True:
            match address:
                case Local(name=name):
                    maker = self._makers.get(name)
                    if isinstance(maker, Alloca):
                        return (
                            name not in self._scoped
                            and maker.count is None
                            and 0 <= offset <= self._layout.size(maker.type) - size
                        )
                    if not isinstance(maker, ElementPointer):
                        return False
                    base, type_, indices = maker.base, maker.source_type, maker.indices
                case Expression(operation="getelementptr"):
                    base, type_, indices = address.operands[0], address.source_type, address.operands[1:]
                case GlobalAddress(name=name):
                    entity = self._module.global_entity(name) if self._module.is_global(name) else None
                    return isinstance(entity, Global) and 0 <= offset <= self._layout.size(entity.type) - size
                case _:
                    return False
            step = self._offset(type_, indices)
            if step is None:
                return False
            offset += step
            address = base

    def _offset(self, type_: Type, indices: tuple[Value, ...]) -> int | None:
        total = 0
        for number, index in enumerate(indices):
            if not isinstance(index, IntConstant):
                return None
            if number == 0:
                total += index.value * self._layout.size(type_)
            elif isinstance(type_, StructType):
                total += self._layout.offsets(type_)[index.value]
                type_ = type_.fields[index.value]
            elif isinstance(type_, ArrayType):
                type_ = type_.element
                total += index.value * self._layout.size(type_)
            else:
                raise UnsupportedError("an index into a scalar")
        return total


class _Conditions:
    """Writes operations on conditions at the end of a block."""

    def __init__(self, instructions: list[Plain], numbers: Iterator[int], debug: int | None) -> None:
        self._instructions = instructions
        self._numbers = numbers
        self._debug = debug

    def _operation(self, opcode: str, left: Value, right: Value) -> Value:
        name = f"condition {next(self._numbers)}"
        self._instructions.append(Operation(name, opcode, BIT, (left, right), self._debug))
        return Local(BIT, name)

    def negated(self, condition: Value) -> Value:
        return self._operation("xor", condition, _TRUE)

    def both(self, left: Value, right: Value) -> Value:
        return right if left is _TRUE else self._operation("and", left, right)

    def any(self, conditions: list[Value]) -> Value:
        return reduce(lambda x, y: _TRUE if _TRUE in (x, y) else self._operation("or", x, y), conditions)

    def select(self, phi: Phi, choices: list[tuple[Value, Value]], name: str) -> str:
        """The value whose condition holds; exactly one does. The last one needs no test."""
        value = choices[-1][0]
        for number, (choice, condition) in enumerate(reversed(choices[:-1])):
            last = number == len(choices) - 2
            step = name if last else f"{name} {number}"
            self._instructions.append(Operation(step, "select", phi.type, (condition, choice, value), self._debug))
            value = Local(phi.type, step)
        if len(choices) == 1:
            self._instructions.append(Operation(name, "freeze", phi.type, (value,), self._debug))
        return name
