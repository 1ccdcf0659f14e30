"""The tools for writing one procedure: registers, operands, commands, blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from antumbra import terms as T
from antumbra.frontends.llvm.options import TranslateOptions
from antumbra.frontends.llvm.preparing.linkage import Linker, Symbol
from antumbra.frontends.llvm.reading.layout import DataLayout, UnsupportedError
from antumbra.frontends.llvm.reading.module import Module
from antumbra.frontends.llvm.reading.types import X86_FP80, FloatType, IntType, PointerType, Type
from antumbra.frontends.llvm.reading.values import (
    Aggregate,
    Bytes,
    Expression,
    IntConstant,
    Local,
    MetadataOperand,
    Undefined,
    Value,
    Zero,
)
from antumbra.frontends.llvm.translating.statics import Statics, mixes
from antumbra.frontends.llvm.translating.values.long_double import is_encoding, with_integer_bit, without_integer_bit
from antumbra.program.commands.fresh import Fresh
from antumbra.program.model import (
    Assert,
    Assign,
    Block,
    Branch,
    Builtin,
    Command,
    End,
    Goto,
    Havoc,
    Source,
    Stop,
    Terminator,
)
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.terms import Sort, Term

#: constant expressions between pointers and numbers
_CONVERSIONS = ("ptrtoint", "ptrtoaddr", "inttoptr")
_OPERATIONS: dict[str, Callable[[Term, Term], Term]] = {
    "add": T.bvadd,
    "sub": T.bvsub,
    "mul": T.bvmul,
    "xor": T.bvxor,
    "and": T.bvand,
    "or": T.bvor,
    "shl": T.bvshl,
    "lshr": T.bvlshr,
}
#: as a pointer such a number is itself: no object lies so low, or so high
_LOWEST = 0x1000

_INT_NAMES = {1: "_Bool", 8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}
_FLOAT_NAMES = {"x86_fp80": "long double", "fp128": "__float128", "half": "_Float16", "bfloat": "__bf16"}


def _is_number(term: Term) -> bool:
    """A constant that is the same as a pointer and as a number."""
    return term.op is T.CONST and (term.data < _LOWEST or term.data > term.sort.mask - _LOWEST)


def _subtracted(value: Expression) -> tuple[Value, Value] | None:
    """The pointers of a difference of two."""
    match value.operands:
        case (
            Expression(operation="ptrtoint" | "ptrtoaddr", operands=(one,)),
            Expression(operation="ptrtoint" | "ptrtoaddr", operands=(other,)),
        ):
            return one, other
        case _:
            return None


def type_name(type_: Type, pointer_width: int) -> str:
    """The C type that looks like an LLVM type."""
    match type_:
        case IntType():
            if type_.width == 64 and pointer_width == 64:
                return "long"
            return _INT_NAMES.get(type_.width, f"_BitInt({type_.width})")
        case FloatType():
            return _FLOAT_NAMES.get(type_.name, type_.name)
        case PointerType():
            return "void *"
        case _:
            return repr(type_)


@dataclass(slots=True)
class Context:
    """What all procedures of one program share."""

    options: TranslateOptions
    linker: Linker
    statics: Statics
    #: promoted global → its variable, or its value if it is constant
    variables: dict[Symbol, Term] = field(default_factory=dict[Symbol, Term])
    #: function without a body → policy applied
    externals: dict[str, str] = field(default_factory=dict[str, str])
    #: functions whose pointers are null or lead to new objects (``--outside-pointers``)
    pointers_given: dict[str, None] = field(default_factory=dict[str, None])
    #: variadic functions that look at their extra arguments
    uses_variadic: set[Symbol] = field(default_factory=set[Symbol])
    #: whether a function without a body is called that may write, and whether it may know an address of ours
    calls_outside: bool = False
    escapes: bool = False
    #: globals of one file that aliases make visible in others
    exposed: frozenset[Symbol] = frozenset()
    #: variable that is not 0 once other code knows a function of ours; None if no function's address is used
    hooks_known: Term | None = None

    @property
    def layout(self) -> DataLayout:
        return self.statics.layout


class Builder:
    """Writes blocks one after the other. After a terminator nothing is written until :meth:`begin`."""

    def __init__(self, context: Context, module: Module) -> None:
        self.context = context
        self.module = module
        self.layout = context.layout
        self.pointer_width = context.layout.pointer_width
        self.pointer_sort = T.bv_sort(self.pointer_width)
        self.location: Location | None = None
        self.blocks: dict[str, Block] = {}
        self.finished: list[str] = []  #: labels of blocks in the order they were written
        self.source_names: dict[str, str] = {}
        self.names: dict[str, str] = {}  #: register → source name
        self.variadic_area: Term | None = None  #: where this procedure's extra arguments are
        self.written = 0  #: commands, ends, checks and definitions so far, and where there was to be nothing
        self.numbers: frozenset[str] = frozenset()  #: registers whose floats are numbers, not bits
        self.origin = ""  #: the block of the text that is being translated
        self.in_cycle: Callable[[str], bool] = lambda _: False  #: whether a block of the text may run more than once
        self.entry_commands: list[Command] = []  #: to be put before the first block's commands
        self._registers: dict[str, tuple[Term, ...]] = {}
        self._plain: dict[Type, Sort] = {}  # scalars that are no floats → their sorts
        self._stable: set[Term] = set()  # variables of registers
        self._constants: dict[IntConstant, Term] = {}  # one that is written twice is mostly one object
        self._fresh = Fresh(str(v.data) for v in context.variables.values())
        self._fresh_label = Fresh()
        self._temporaries = 0
        self._commands: list[Command] | None = None
        self._label = ""

    # ------------------------------------------------------------ blocks

    def label(self, wish: str) -> str:
        """A label that no other block has."""
        return self._fresh_label(wish)

    def begin(self, label: str) -> None:
        self._label, self._commands = label, []

    @property
    def in_loop(self) -> bool:
        """Whether the current block may run more than once."""
        return self.in_cycle(self.origin)

    @property
    def open(self) -> bool:
        """Whether commands can still be added to the current block."""
        return self._commands is not None

    def emit(self, command: Command) -> None:
        if self._commands is None:
            raise RuntimeError("a command after the end of its block")
        self.written += 1
        self._commands.append(command)

    def nothing(self, why: str) -> None:
        """Say that there is nothing to write for an instruction, and why."""
        if not why:
            raise ValueError("nothing without a reason")
        self.written += 1

    def end(self, terminator: Terminator) -> None:
        if self._commands is None:
            raise RuntimeError("a second terminator in a block")
        self.written += 1
        self.blocks[self._label] = Block(self._label, self._commands, terminator)
        self.finished.append(self._label)
        self._commands = None

    def goto(self, label: str) -> None:
        self.end(Goto((label,), self.location))

    def stop(self, end: End, detail: str) -> None:
        self.end(Stop(end, detail, self.location))

    def unsupported(self, what: str) -> None:
        self.stop(End.UNSUPPORTED, what)

    def check(self, condition: Term, check: str, message: str) -> None:
        """An assertion, unless it certainly holds."""
        self.written += 1
        if condition is not T.TRUE:
            self.emit(Assert(condition, check, message, self.location))

    def apart(self, one: Term, size: Term, other: Term, length: Term, *, same: bool = False) -> None:
        """The bytes from ``one`` on and those from ``other`` on must not overlap; but for ``same``, if they are equal.

        Both ranges have been accessed: where that fails, nothing is said of them.
        """
        found = self.fresh(T.BOOL, "overlap")
        self._stable.add(found)
        name = "overlap_in_part" if same else "overlap"
        self.emit(Builtin((found,), name, (one, size, other, length), "", self.location))
        self.check(T.not_(found), "def-behavior", "memory that is copied overlaps")

    def fork(self, condition: Term, then: str, otherwise: str) -> tuple[str, str]:
        """End the block with a branch to two new blocks; returns their labels. Neither is begun."""
        first, second = self.label(f"{self._label}.{then}"), self.label(f"{self._label}.{otherwise}")
        self.end(Branch(condition, first, second, self.location))
        return first, second

    # ------------------------------------------------------------ registers

    def fresh(self, sort: Sort, hint: str = "t") -> Term:
        """A new variable of the procedure."""
        self._temporaries += 1
        return T.var(self._fresh(f"{hint}~{self._temporaries}"), sort)

    def relation(self, name: str, left: Term, right: Term) -> Term:
        """One of program.model.RELATIONS of two pointers."""
        target = self.fresh(self.pointer_sort if name == "distance" else T.BOOL, name)
        self._stable.add(target)
        self.emit(Builtin((target,), name, (left, right), "", self.location))
        return target

    def number_of(self, pointer: Term) -> Term:
        """A pointer as a number."""
        if _is_number(pointer):
            return pointer
        target = self.fresh(self.pointer_sort, "number")
        self._stable.add(target)
        self.emit(Builtin((target,), "number_of", (pointer,), "", self.location))
        return target

    def pointer_of(self, number: Term) -> Term:
        """A number as a pointer."""
        if _is_number(number):
            return number
        target = self.fresh(self.pointer_sort, "pointer")
        self._stable.add(target)
        self.emit(Builtin((target,), "pointer_of", (number,), "", self.location))
        return target

    def _sort(self, name: str, type_: Type) -> Sort:
        """The sort of a scalar in a register."""
        number = name in self.numbers and isinstance(type_, FloatType)
        return self.layout.number_sort(type_) if number else self.layout.sort(type_)

    def plain(self, type_: Type) -> Sort | None:
        """The sort of an integer or a pointer; None for other types, which may have several scalars, or floats."""
        found = self._plain.get(type_)
        if found is None and isinstance(type_, (IntType, PointerType)):
            found = self._plain[type_] = self.layout.sort(type_)
        return found

    def register(self, name: str, type_: Type) -> tuple[Term, ...]:
        """The variables of an LLVM register, one for each scalar in it."""
        found = self._registers.get(name)
        if found is None:
            source = self.names.get(name)
            base = f"{source}.{name}" if source and source.isidentifier() else f"~{name}"
            plain = self._plain.get(type_) or self.plain(type_)
            if plain is not None and not source:
                found = self._registers[name] = (T.var(self._fresh(base), plain),)
                self._stable.add(found[0])
                return found
            sorts = [plain] if plain else [self._sort(name, leaf.type) for leaf in self.layout.leaves(type_)]
            names = [self._fresh(base)] if len(sorts) == 1 else [self._fresh(f"{base}#{i}") for i in range(len(sorts))]
            if source:
                self.source_names.update(dict.fromkeys(names, source))
            found = self._registers[name] = tuple(map(T.var, names, sorts))
            self._stable.update(found)
        return found

    def define(self, name: str | None, type_: Type, values: Sequence[Term]) -> None:
        """Assign a register; nothing if it has no name.

        A copy of a constant or of another register needs no variable: in SSA form neither changes while
        the copy can be used. Program variables do change, so they are not in ``_stable``.
        """
        self.written += 1
        if not name:
            return
        if type_ not in self._plain and self.plain(type_) is None:
            values = self.represented(name, type_, values)
        if name not in self._registers:
            stable = self._stable
            for value in values:
                if value not in stable and value.op is not T.CONST:
                    break
            else:
                self._registers[name] = tuple(values)
                return
        targets = self.register(name, type_)
        if targets:
            self.emit(Assign(targets, tuple(values), self.location))

    # ------------------------------------------------------------ floats

    def represented(self, name: str, type_: Type, values: Sequence[Term]) -> tuple[Term, ...]:
        """Scalars of a type as the register holds them: floats are bits there, or numbers (see float_registers)."""
        convert = self.number if name in self.numbers else self.bits
        return tuple(convert(v, leaf.type) for v, leaf in zip(values, self.layout.leaves(type_), strict=True))

    def number(self, value: Term, type_: Type) -> Term:
        """A float as a number, which it is already if arithmetic made it; another scalar as it is."""
        if not isinstance(type_, FloatType) or value.sort.kind == "fp":
            return value
        if type_ is X86_FP80:
            self.check(is_encoding(value), "def-behavior", "the bits of a long double are those of no number")
            value = without_integer_bit(value)
        return T.fp_from_bv(value, self.layout.number_sort(type_))

    def numbers_of(self, value: Value) -> tuple[Term, ...]:
        """The scalars of an operand, floats as numbers."""
        leaves = self.layout.leaves(value.type)
        return tuple(self.number(term, leaf.type) for term, leaf in zip(self.leaves(value), leaves, strict=True))

    def bits(self, value: Term, type_: Type) -> Term:
        """A float as its bits. Numbers have one NaN, machines many: which one an operation gave is not known.

        IEEE 754 recommends that a NaN operand comes out again, made quiet, and leaves the sign open. Compilers
        exchange operands, calculate with constants in their own way, and leave out what only makes a NaN quiet.
        """
        if value.sort.kind != "fp":
            return value
        ieee = T.fp_to_ieee_bv(value)
        if T.fp_is_nan(value) is not T.FALSE:
            number = self.fresh(value.sort, "number")
            self.emit(Assign((number,), (value,), self.location))
            ieee = self.of_nan(lambda nan: T.fp_bits(number, nan), value.width, type_)
        return with_integer_bit(ieee) if type_ is X86_FP80 else ieee

    def returned(self, value: Term, type_: Type) -> Term:
        """What arrives of a result. On i386 floats come in a register of x87, where a signalling NaN may turn quiet."""
        if self.pointer_width != 32 or not isinstance(type_, FloatType) or type_.bits not in (32, 64):
            return value
        sort = self.layout.number_sort(type_)
        return self.of_nan(lambda nan: T.fp_quieted(value, nan, sort), value.width, type_)

    def of_nan(self, value: Callable[[Term], Term], width: int, type_: Type) -> Term:
        """A variable with a value that depends on unknown bits where a float is NaN."""
        unknown = self.fresh(T.bv_sort(width), "nan")
        made = value(unknown)
        result = self.fresh(made.sort, "bits")
        self._stable.add(result)
        self.emit(Havoc(unknown, Source.MACHINE, "NaN", type_name(type_, self.pointer_width), self.location))
        self.emit(Assign((result,), (made,), self.location))
        return result

    # ------------------------------------------------------------ operands

    def scalar(self, value: Value) -> Term:
        """The term of a scalar operand."""
        if isinstance(value, IntConstant):
            return self._number(value)
        if isinstance(value, Local):
            found = self._registers.get(value.name)
            if found is not None and len(found) == 1:
                return found[0]
        leaves = self.leaves(value)
        if len(leaves) != 1:
            raise UnsupportedError(f"a value of type {value.type!r} where a scalar is needed")
        return leaves[0]

    def leaves(self, value: Value) -> tuple[Term, ...]:
        """The terms of an operand, one for each scalar in it."""
        match value:
            case Local():
                return self.register(value.name, value.type)
            case IntConstant():
                return (self._number(value),)
            case Undefined():
                scalar = isinstance(value.type, (IntType, FloatType, PointerType))
                if value.poison and scalar and self.context.options.poison_is_undefined:
                    self.check(T.FALSE, "def-behavior", "a constant expression has no value (1 / 0, 1 << 99)")
                return self.unknown(value.type, Source.UNINITIALISED, "undef")
            case Zero():
                return tuple(self.constant(0, leaf.type) for leaf in self.layout.leaves(value.type))
            case Aggregate():
                return tuple(term for element in value.elements for term in self.leaves(element))
            case Bytes():
                return tuple(T.bv(byte, 8) for byte in value.data)
            case MetadataOperand():
                raise UnsupportedError("metadata as a value")
            case Expression() if value.operation in _CONVERSIONS or mixes(value):
                return (self._expression(value),)
            case _:
                return (self.constant(self.context.statics.scalar(value, self.module), value.type),)

    def _number(self, value: IntConstant) -> Term:
        found = self._constants.get(value)
        if found is None:
            found = self._constants[value] = self.constant(value.value, value.type)
        return found

    def _expression(self, value: Expression) -> Term:
        """A constant expression that goes between pointers and numbers."""
        first = self.scalar(value.operands[0])
        match value.operation:
            case "ptrtoint" | "ptrtoaddr":
                return self.resized(self.number_of(first), self.layout.bits(value.type))
            case "inttoptr":
                return self.pointer_of(self.resized(first, self.pointer_width))
            case "getelementptr":
                return T.bvadd(first, self.pointer(self.context.statics.offset(value, self.module)))
            case "trunc" | "zext":
                return self.resized(first, self.layout.bits(value.type))
            case "sext":
                return self.resized(first, self.layout.bits(value.type), signed=True)
            case "sub" if (pointers := _subtracted(value)) is not None:
                return self.relation("distance", *(self.scalar(pointer) for pointer in pointers))
            case operation if operation in _OPERATIONS:
                return _OPERATIONS[operation](first, self.scalar(value.operands[1]))
            case operation:
                raise UnsupportedError(f"a constant expression {operation}")

    def constant(self, number: int, type_: Type) -> Term:
        sort = self.layout.sort(type_)
        return T.boolean(bool(number & 1)) if sort is T.BOOL else T.const(number, sort)

    def pointer(self, number: int) -> Term:
        return T.bv(number, self.pointer_width)

    def unknown(
        self, type_: Type, source: Source, name: str, c_type: str = "", targets: Sequence[Term] = ()
    ) -> tuple[Term, ...]:
        """Any value of a type: into ``targets`` if given, else into new variables."""
        leaves = self.layout.leaves(type_)
        found = tuple(targets) or tuple(self.fresh(self.layout.sort(leaf.type), name) for leaf in leaves)
        for target, leaf in zip(found, leaves, strict=True):
            shown = c_type if c_type and len(leaves) == 1 else type_name(leaf.type, self.pointer_width)
            if leaf.type is X86_FP80:  # none but those that are numbers
                number = self.fresh(T.bv_sort(target.width - 1), name)
                self.emit(Havoc(number, source, name, shown, self.location))
                self.emit(Assign((target,), (with_integer_bit(number),), self.location))
            else:
                self.emit(Havoc(target, source, name, shown, self.location))
        return found

    def resized(self, term: Term, width: int, signed: bool = False) -> Term:
        """A bit-vector (or Boolean) brought to another width."""
        if term.sort is T.BOOL:
            return T.ite(term, T.bv(-1 if signed else 1, width), T.bv(0, width))
        if term.width == width:
            return term
        if term.width > width:
            return T.extract(width - 1, 0, term)
        return T.sign_extend(width - term.width, term) if signed else T.zero_extend(width - term.width, term)
