"""The synthetic procedure where a program begins: constructors, the entry with its arguments, destructors."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.frontends.llvm.library.names import OURS
from antumbra.frontends.llvm.preparing.linkage import Linker, Symbol
from antumbra.frontends.llvm.reading.instructions import Body
from antumbra.frontends.llvm.reading.module import Alias
from antumbra.frontends.llvm.reading.types import IntType, PointerType
from antumbra.frontends.llvm.reading.values import Aggregate, GlobalAddress, IntConstant, Parameter
from antumbra.frontends.llvm.translating import calls
from antumbra.frontends.llvm.translating.bindings import integer_type
from antumbra.frontends.llvm.translating.builder import Builder, Context, type_name
from antumbra.frontends.llvm.translating.function import result_variables
from antumbra.frontends.llvm.translating.memory import stack_object
from antumbra.program.model import (
    Assign,
    Assume,
    Builtin,
    Call,
    Havoc,
    Load,
    Procedure,
    Region,
    Return,
    Source,
    StaticObject,
    Switch,
)
from antumbra.program.pointers import NULL, SIZE, Meaning, may_be_equal
from antumbra.program.widths import pointer_width
from antumbra.records import dataclass
from antumbra.terms import Term

START = "antumbra start"


def structors(linker: Linker, table: str) -> list[Symbol]:
    """Functions of ``llvm.global_ctors`` or ``llvm.global_dtors`` of all modules, by priority."""
    found: list[tuple[int, Symbol]] = []
    for module in (*linker.modules, *linker.library):
        if not module.is_global(table):
            continue
        entity = module.global_entity(table)
        if isinstance(entity, Alias) or not isinstance(entity.initializer, Aggregate):
            continue
        for row in entity.initializer.elements:
            if isinstance(row, Aggregate) and isinstance(row.elements[1], GlobalAddress):
                priority = row.elements[0]
                number = priority.value if isinstance(priority, IntConstant) else 65535
                found.append((number, linker.resolve(module, row.elements[1].name)))
    return [symbol for _, symbol in sorted(found, key=lambda pair: pair[0])]


#: the function of the library that makes what surrounds the program, and those that give main its parameters
_SURROUNDINGS = ("begin", "argc", "argv", "envp")


def surrounding(linker: Linker, what: str) -> Symbol | None:
    """None: nothing surrounds the program."""
    name = f"{OURS}{what}"
    return next((linker.resolve(module, name) for module in linker.library if module.defines(name)), None)


def surroundings(linker: Linker) -> list[Symbol]:
    return [symbol for what in _SURROUNDINGS if (symbol := surrounding(linker, what)) is not None]


def start_procedure(
    context: Context, entry: Symbol, body: Body, before: list[Symbol], after: list[Symbol]
) -> Procedure:
    b = Builder(context, entry.module)
    signature = entry.module.signature(entry.name)
    b.location = entry.module.debug.function_location(signature.debug, entry.name)
    b.begin("start")
    begin = surrounding(context.linker, "begin")
    if begin is not None:
        _plain_call(b, begin)
    for symbol in before:
        _plain_call(b, symbol)
    b.names = {r: entry.module.debug.variable_name(n) for r, n in body.variables.items()}
    if entry.name == "main":
        arguments = _main_arguments(b, signature.parameters)
    else:
        arguments = _inputs(b, entry.name, signature.parameters, body)
    if signature.type.variadic:
        arguments.append(b.pointer(0))
    results = result_variables(b, signature.type.result)
    b.emit(Call(results, entry.key, tuple(arguments), b.location))
    for symbol in after:
        _plain_call(b, symbol)
    b.end(Return(results, b.location))
    return Procedure(START, (), results, b.blocks, b.location, b.source_names)


def _plain_call(b: Builder, symbol: Symbol) -> None:
    types = calls.result_types(b, symbol.module.signature(symbol.name).type.result)
    b.emit(Call(tuple(b.fresh(b.layout.sort(t), "r") for t in types), symbol.key, (), b.location))


def _main_arguments(b: Builder, parameters: tuple[Parameter, ...]) -> list[Term]:
    """What surrounds the program gives them; else argc = 1, argv = {"program", NULL}, an empty environment."""
    statics = b.context.statics
    out: list[Term] = []
    for number, parameter in enumerate(parameters):
        found = surrounding(b.context.linker, _SURROUNDINGS[1 + number]) if number < 3 else None
        if found is not None and isinstance(parameter.type, PointerType) == (number > 0):
            leaves = b.layout.leaves(parameter.type)
            given = b.fresh(b.layout.sort(found.module.signature(found.name).type.result), "given")
            b.emit(Call((given,), found.key, (), b.location))
            out.append(given if number else b.resized(given, b.layout.bits(leaves[0].type)))
            continue
        if not isinstance(parameter.type, PointerType):
            out.extend(b.constant(1 if number == 0 else 0, leaf.type) for leaf in b.layout.leaves(parameter.type))
            continue
        step = b.pointer_width // 8
        if number == 1:
            text = b"program"
            name = statics.place_object(len(text) + 1)
            letters = tuple((i, 1, byte) for i, byte in enumerate(text))
            statics.objects.append(StaticObject("argv[0]", name, len(text) + 1, Region.GLOBAL, letters))
            table = statics.place_object(2 * step)
            statics.objects.append(
                StaticObject("argv", table, 2 * step, Region.GLOBAL, ((0, pointer_width(step), name),), align=step)
            )
        else:
            table = statics.place_object(step)
            statics.objects.append(StaticObject("envp", table, step, Region.GLOBAL, align=step))
        out.append(b.pointer(table))
    return out


def _inputs(b: Builder, entry: str, parameters: tuple[Parameter, ...], body: Body) -> list[Term]:
    """Parameters of the entry function are inputs; behind a pointer lies an object of unknown content."""
    out: list[Term] = []
    pointers: list[_Pointer] = []  # that a further one may be equal to
    known: set[str] = set()
    for number, parameter in enumerate(parameters, 1):
        name = b.names.get(parameter.name) or f"arg{parameter.name}"
        if not isinstance(parameter.type, PointerType):
            out.extend(b.unknown(parameter.type, Source.INPUT, name, _c_type(b, parameter, body)))
        elif parameter.by_value is not None:
            target = b.fresh(b.pointer_sort, name)
            _new_object(b, target, b.layout.size(parameter.by_value), name)
            out.append(target)
        else:
            known |= {name, parameter.name, str(number)}
            meaning = b.context.options.entry_pointers.of(number, name, parameter.name)
            pointers.append(_Pointer(b.fresh(b.pointer_sort, name), name, meaning))
            _point(b, pointers[-1], pointers[:-1])
            out.append(pointers[-1].target)
    b.context.options.entry_pointers.check_names(known, [pointer.name for pointer in pointers], entry)
    return out


@dataclass(frozen=True, slots=True)
class _Pointer:
    target: Term
    name: str
    meaning: Meaning


def _c_type(b: Builder, parameter: Parameter, body: Body) -> str:
    """Of an integer without a sign, as debug information has it; LLVM's own types have none. Else empty."""
    debug = b.module.debug
    number = body.variables.get(parameter.name)
    known = None if number is None else integer_type(debug, debug.node(number).reference("type"))
    if known is None or not isinstance(parameter.type, IntType) or known != (False, parameter.type.width):
        return ""
    return f"unsigned {type_name(parameter.type, b.pointer_width)}"


def _point(b: Builder, pointer: _Pointer, others: list[_Pointer]) -> None:
    """Give a pointer its value: null or equal to one of the others if its meaning allows it, else its own object."""
    target, name, meaning = pointer.target, pointer.name, pointer.meaning
    if meaning.null == "always":
        b.emit(Assign((target,), (b.pointer(0),), b.location))
        return
    choices: list[tuple[str, Term]] = []
    if meaning.null == "maybe":
        choices.append((f"{name}{NULL}", b.pointer(0)))
    choices += [(f"{name} is {other.name}", other.target) for other in others if may_be_equal(meaning, other.meaning)]
    after = b.label("pointer")
    for what, value in choices:
        chosen = b.fresh(T.BOOL, name)
        b.emit(Havoc(chosen, Source.INPUT, what, "_Bool", b.location))
        yes, no = b.fork(chosen, "yes", "no")
        b.begin(yes)
        b.emit(Assign((target,), (value,), b.location))
        b.goto(after)
        b.begin(no)
    if meaning.least == meaning.most:
        _new_object(b, target, meaning.most, name, string=meaning.string)
        if not choices:
            return
        b.goto(after)
    else:
        _objects(b, pointer, after)
    b.begin(after)


def _objects(b: Builder, pointer: _Pointer, after: str) -> None:
    """An object of each size that it may have, on a path of its own."""
    sizes = pointer.meaning.sizes
    size = b.fresh(T.bv_sort(32), f"{SIZE}{pointer.name}")
    b.emit(Havoc(size, Source.INPUT, f"{SIZE}{pointer.name}", "unsigned int", b.location))
    within = T.and_(T.bvule(T.bv(sizes[0], 32), size), T.bvule(size, T.bv(sizes[-1], 32)))
    if sizes.step > 1:
        steps = T.bvurem(T.bvsub(size, T.bv(sizes[0], 32)), T.bv(sizes.step, 32))
        within = T.and_(within, T.eq(steps, T.bv(0, 32)))
    b.emit(Assume(within, b.location))
    labels = {bytes_: b.label(f"size.{bytes_}") for bytes_ in sizes}
    b.end(Switch(size, tuple((bytes_, labels[bytes_]) for bytes_ in sizes[:-1]), labels[sizes[-1]], b.location))
    for bytes_, label in labels.items():
        b.begin(label)
        _new_object(b, pointer.target, bytes_, pointer.name)
        b.goto(after)


def _new_object(b: Builder, target: Term, size: int, name: str, *, string: bool = False) -> None:
    stack_object(b, target, b.pointer(size), name, b.pointer_width // 8)
    b.emit(Builtin((), "make_symbolic", (target, b.pointer(size)), name, b.location))
    if string:
        last = b.fresh(T.bv_sort(8), "end")
        b.emit(Load(last, T.bvadd(target, b.pointer(size - 1)), b.location))
        b.emit(Assume(T.eq(last, T.bv(0, 8)), b.location))
