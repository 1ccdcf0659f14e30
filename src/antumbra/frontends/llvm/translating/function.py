"""One function body to one procedure: blocks, phi nodes, edges, and what each instruction becomes."""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.library import sanitizer, variadic
from antumbra.frontends.llvm.preparing.linkage import Symbol
from antumbra.frontends.llvm.reading.instructions import (
    AddressJump,
    Alloca,
    AtomicUpdate,
    BasicBlock,
    Body,
    CallInstruction,
    Cast,
    Compare,
    CompareExchange,
    ConditionalJump,
    ElementPointer,
    IndexedOperation,
    Jump,
    Last,
    LoadInstruction,
    Nothing,
    Operation,
    Phi,
    Plain,
    ReturnInstruction,
    StoreInstruction,
    SwitchJump,
    Unreachable,
    VariadicArgument,
)
from antumbra.frontends.llvm.reading.layout import UnsupportedError
from antumbra.frontends.llvm.reading.types import BIT, POINTER, IntType, PointerType, Type, VectorType, vector_type
from antumbra.frontends.llvm.reading.values import Signature, Value
from antumbra.frontends.llvm.translating import calls, memory
from antumbra.frontends.llvm.translating.builder import Builder, Context
from antumbra.frontends.llvm.translating.scopes import Scopes
from antumbra.frontends.llvm.translating.shape import Shape, successors, useless
from antumbra.frontends.llvm.translating.values import arithmetic, numbers, poison, vectors
from antumbra.frontends.llvm.translating.values.float_registers import number_registers
from antumbra.program.model import Assign, Branch, Command, Copy, End, Procedure, Return, Switch
from antumbra.terms import Term


class FunctionTranslator:
    def __init__(self, context: Context, symbol: Symbol, body: Body) -> None:
        self._symbol: Final = symbol
        self._body: Final = body
        self._module: Final = symbol.module
        self._signature: Final = symbol.module.signature(symbol.name)
        self._b: Final = Builder(context, symbol.module)
        self._home: Final = self._module.debug.function_location(self._signature.debug, symbol.name)
        self._shape: Final = Shape(body)
        self._dead: Final = useless(body)
        self._scopes: Final = Scopes(body)
        self._numbered: Final = numbers.Numbered(body, context.layout)
        self._made: dict[str, list[str]] = {}
        self._chosen: dict[Phi, dict[str, Value]] = {}

    def translate(self) -> Procedure:
        b = self._b
        b.numbers = number_registers(self._body)
        b.names = {r: self._module.debug.variable_name(n) for r, n in self._body.variables.items()}
        b.location = self._home
        b.in_cycle = self._shape.in_cycle
        parameters, prologue = self._parameters()
        labels = [label for label in self._body.blocks if label in self._shape.reachable]
        for label in labels:
            b.label(label)
        for label in self._shape.order:
            self._block(self._body.blocks[label])
        b.blocks[labels[0]].commands[:0] = [*prologue, *b.entry_commands]
        results = result_variables(b, self._signature.type.result)
        blocks = {block: b.blocks[block] for label in labels for block in self._made[label]}
        kinds = procedure_kinds(b, self._signature)
        return Procedure(self._symbol.key, parameters, results, blocks, self._home, b.source_names, kinds)

    def _parameters(self) -> tuple[tuple[Term, ...], list[Command]]:
        """Formal parameters and what to do first: a structure passed by value is copied by the callee,
        so that calls through pointers need not know."""
        b = self._b
        out: list[Term] = []
        b.begin("parameters")
        for parameter in self._signature.parameters:
            if parameter.by_value is None:
                out.extend(b.register(parameter.name, parameter.type))
                continue
            (own,) = b.register(parameter.name, POINTER)
            given = b.fresh(b.pointer_sort, "by_value")
            out.append(given)
            size = b.pointer(b.layout.size(parameter.by_value))
            align = b.layout.align(parameter.by_value)
            memory.stack_object(b, own, size, b.names.get(parameter.name, parameter.name), align)
            b.emit(Copy(own, given, size, b.location))
        if self._signature.type.variadic:
            b.variadic_area = b.fresh(b.pointer_sort, "va")
            out.append(b.variadic_area)
        b.end(Return())
        return tuple(out), b.blocks.pop("parameters").commands

    # ------------------------------------------------------------ blocks

    def _block(self, block: BasicBlock) -> None:
        """Translate one block; what is made for it, edges included, is noted under its label."""
        before = len(self._b.finished)
        self._commands(block)
        self._made[block.label] = self._b.finished[before:]

    def _commands(self, block: BasicBlock) -> None:
        b = self._b
        b.begin(block.label)
        b.origin = block.label
        dead, numbered, debug = self._dead, self._numbered or (), self._module.debug
        home, places = self._home, debug.locations
        for instruction in block.instructions:
            result = getattr(instruction, "result", None)
            if result is not None and (result in dead or result in numbered):
                continue
            place = instruction.debug
            b.location = home if place is None else places.get(place) or debug.location(place)
            try:
                self._instruction(instruction)
            except UnsupportedError as reason:
                b.unsupported(str(reason))
            if not b.open:
                return
        b.location = self._module.debug.location(block.last.debug) or self._home
        try:
            self._last(block, block.last)
        except UnsupportedError as reason:
            b.unsupported(str(reason))

    def _instruction(self, instruction: Plain) -> None:
        b = self._b
        match instruction:
            case LoadInstruction():
                memory.load_into(b, instruction.result, instruction.type, instruction.address)
            case Compare():
                self._compare(instruction)
            case Operation():
                self._operation(instruction)
            case Cast():
                self._cast(instruction)
            case StoreInstruction():
                memory.store(b, instruction.value, instruction.address)
            case ElementPointer():
                b.define(instruction.result, POINTER, (memory.element_address(b, instruction),))
            case CallInstruction():
                if not self._scopes.marker(b, instruction):
                    calls.call(b, instruction)
            case Alloca():
                self._scopes.made(b, instruction.result, memory.alloca(b, instruction))
            case IndexedOperation():
                vectors.indexed(b, instruction)
            case AtomicUpdate():
                memory.atomic_update(b, instruction)
            case CompareExchange():
                memory.compare_exchange(b, instruction)
            case VariadicArgument():
                values = variadic.take(b, b.scalar(instruction.list_address), instruction.type)
                b.define(instruction.result, instruction.type, values)
            case Nothing():
                pass
            case _:
                raise UnsupportedError(f"instruction {instruction.what}")

    def _compare(self, instruction: Compare) -> None:
        b = self._b
        left, right = self._numbered.pointers(instruction.operands) or instruction.operands
        if left.type.__class__ is IntType and not instruction.flags:
            value = arithmetic.compare(instruction.predicate, b.scalar(left), b.scalar(right))
            b.define(instruction.result, BIT, (value,))
            return
        pairs = list(zip(b.leaves(left), b.leaves(right), strict=True))
        shape = vector_type(left.type.count, BIT) if isinstance(left.type, VectorType) else BIT
        element = left.type.element if isinstance(left.type, VectorType) else left.type
        if isinstance(element, PointerType):
            values = [numbers.compare(b, instruction.predicate, x, y) for x, y in pairs]
        else:
            if instruction.predicate.startswith("f"):
                pairs = list(zip(b.numbers_of(left), b.numbers_of(right), strict=True))
            elif self._promises(instruction):
                for x, y in pairs:
                    poison.check_comparison(b, instruction.flags, x, y)
            values = [arithmetic.compare(instruction.predicate, x, y) for x, y in pairs]
        b.define(instruction.result, shape, values)

    def _operation(self, instruction: Operation) -> None:
        b = self._b
        opcode = instruction.opcode
        pointers = self._numbered.pointers(instruction.operands)
        if opcode == "sub" and pointers is not None:
            value = b.relation("distance", b.scalar(pointers[0]), b.scalar(pointers[1]))
            b.define(instruction.result, instruction.type, (value,))
            return
        if opcode in ("extractelement", "insertelement", "shufflevector"):
            vectors.operation(b, instruction)
            return
        if opcode in ("fadd", "fsub", "fmul", "fdiv", "frem"):
            pairs = zip(*map(b.numbers_of, instruction.operands), strict=True)
            b.define(instruction.result, instruction.type, [arithmetic.binary(b, opcode, x, y) for x, y in pairs])
            return
        lanes = [b.leaves(operand) for operand in instruction.operands]
        if opcode == "select":
            lanes[1:] = [b.represented(instruction.result, instruction.type, lane) for lane in lanes[1:]]
            conditions = lanes[0] if len(lanes[0]) > 1 else lanes[0] * len(lanes[1])
            values = [T.ite(c, x, y) for c, x, y in zip(conditions, lanes[1], lanes[2], strict=True)]
        elif opcode == "freeze":
            values = list(lanes[0])
        elif opcode == "fneg":
            given = b.represented(instruction.result, instruction.type, lanes[0])
            values = [T.fp_neg(x) if x.sort.kind == "fp" else arithmetic.negated(x) for x in given]
        else:
            pairs = list(zip(lanes[0], lanes[1], strict=True))
            values = [arithmetic.binary(b, opcode, x, y) for x, y in pairs]
            if self._promises(instruction):
                for x, y in pairs:
                    poison.check_operation(b, opcode, instruction.flags, x, y)
        b.define(instruction.result, instruction.type, values)

    def _promises(self, instruction: Operation | Compare | Cast) -> bool:
        """Whether its flags are to be checked: they are not ours, and not those of a model."""
        return bool(instruction.flags) and self._b.context.options.flags_promise and not self._symbol.in_library

    def _cast(self, instruction: Cast) -> None:
        b = self._b
        source = b.layout.leaves(instruction.operand.type)
        target = b.layout.leaves(instruction.type)
        values = b.leaves(instruction.operand)
        if len(source) != len(target):
            values = vectors.regrouped(b, values, source, target)
        else:
            if self._promises(instruction):
                for value, leaf in zip(values, target, strict=True):
                    poison.check_cast(b, instruction.opcode, instruction.flags, value, b.layout.bits(leaf.type))
            values = [
                arithmetic.cast(b, instruction.opcode, value, s.type, t.type)
                for value, s, t in zip(values, source, target, strict=True)
            ]
        b.define(instruction.result, instruction.type, values)

    # ------------------------------------------------------------ control

    def _last(self, block: BasicBlock, last: Last) -> None:
        b = self._b
        match last:
            case Jump():
                self._goto(block.label, last.target)
            case ConditionalJump():
                self._conditional(block, last)
            case SwitchJump():
                edges = {target: self._edge(block, target) for target in successors(last)}
                cases = tuple((value, edges[target]) for value, target in last.cases if target != last.default)
                value = b.scalar(last.value)
                if value.sort is T.BOOL:
                    value = b.resized(value, 1)
                b.end(Switch(value, cases, edges[last.default], b.location))
                self._finish_edges(block.label, edges)
            case AddressJump():
                self._address_jump(block, last)
            case ReturnInstruction():
                values = () if last.value is None else b.leaves(last.value)
                types = () if last.value is None else b.layout.leaves(last.value.type)
                returned = [b.returned(value, leaf.type) for value, leaf in zip(values, types, strict=True)]
                b.end(Return(tuple(returned), b.location))
            case Unreachable():
                b.stop(End.UNDEFINED, "unreachable code is reached")
            case _:
                raise UnsupportedError(f"instruction {last.what}")

    def _address_jump(self, block: BasicBlock, last: AddressJump) -> None:
        b = self._b
        address = b.scalar(last.address)
        edges = {target: self._edge(block, target) for target in last.targets}
        statics = b.context.statics
        cases = tuple((statics.block_address(self._symbol, target), edges[target]) for target in last.targets)
        nowhere = b.label(f"{block.label}>nowhere")
        b.end(Switch(address, cases, nowhere, b.location))
        b.begin(nowhere)
        b.stop(End.UNDEFINED, "a jump to no label of the function")
        self._finish_edges(block.label, edges)

    def _conditional(self, block: BasicBlock, last: ConditionalJump) -> None:
        b = self._b
        targets = successors(last)
        if len(targets) == 1:
            self._goto(block.label, targets[0])
            return
        predecessors, blocks = self._shape.predecessors, self._body.blocks
        for handler, other, holds_when in ((last.otherwise, last.then, True), (last.then, last.otherwise, False)):
            if len(predecessors[handler]) > 1:
                continue
            kind = sanitizer.reported_by(blocks[handler], other)
            if kind is not None and self._has_no_say(handler, other):
                sanitizer.assert_branch(b, last, kind, holds_when)
                self._goto(block.label, other)
                return
        condition = b.scalar(last.condition)
        edges = {target: self._edge(block, target) for target in targets}
        b.end(Branch(condition, edges[last.then], edges[last.otherwise], b.location))
        self._finish_edges(block.label, edges)

    def _has_no_say(self, handler: str, target: str) -> bool:
        """Whether no phi node of the target depends on having come from the handler."""
        return not self._body.blocks[target].phis or handler not in self._shape.predecessors[target]

    def _goto(self, source: str, target: str) -> None:
        self._assign_phis(source, target)
        if self._b.open:
            self._b.goto(target)

    def _edge(self, block: BasicBlock, target: str) -> str:
        """The label a branch goes to: a block of its own where the target has other predecessors, so
        that an edge taken is a block visited."""
        if len(self._shape.predecessors[target]) == 1 and not self._body.blocks[target].phis:
            return target
        return self._b.label(f"{block.label}>{target}")

    def _finish_edges(self, source: str, edges: dict[str, str]) -> None:
        for target, label in edges.items():
            if label != target:
                self._b.begin(label)
                try:
                    self._goto(source, target)
                except UnsupportedError as reason:
                    self._b.unsupported(str(reason))

    def _incoming(self, phi: Phi) -> dict[str, Value]:
        """The values of a phi by the blocks they come from; of a block that is there twice, they are the same."""
        found = self._chosen.get(phi)
        if found is None:
            found = self._chosen[phi] = {label: value for value, label in reversed(phi.incoming)}
        return found

    def _assign_phis(self, source: str, target: str) -> None:
        b = self._b
        targets: list[Term] = []
        values: list[Term] = []
        for phi in self._body.blocks[target].phis:
            if phi.result in self._dead:
                continue
            value = self._incoming(phi)[source]
            terms = b.represented(phi.result, phi.type, b.leaves(value))
            for place, term in zip(b.register(phi.result, phi.type), terms, strict=True):
                if place is not term:
                    targets.append(place)
                    values.append(term)
        if targets:
            b.emit(Assign(tuple(targets), tuple(values), b.location))


def procedure_kinds(b: Builder, signature: Signature) -> str:
    """Which parameters and results of a function's procedure are pointers."""
    types = [
        leaf.type
        for parameter in signature.parameters
        for leaf in b.layout.leaves(POINTER if parameter.by_value is not None else parameter.type)
    ]
    if signature.type.variadic:
        types.append(POINTER)
    return calls.kinds(types, calls.result_types(b, signature.type.result))


def result_variables(b: Builder, type_: Type) -> tuple[Term, ...]:
    """The result variables of a procedure whose function returns ``type_``."""
    types = calls.result_types(b, type_)
    if len(types) == 1:
        return (T.var("return", b.layout.sort(types[0])),)
    return tuple(T.var(f"return#{i}", b.layout.sort(t)) for i, t in enumerate(types))
