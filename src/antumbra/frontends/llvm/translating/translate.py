"""Modules to one closed Program: find what is reachable, give it places, translate it."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.frontends.errors import InputError, suggestion
from antumbra.frontends.llvm.library import known
from antumbra.frontends.llvm.library.outside import (
    HOOKS_KNOWN,
    OUTSIDE,
    add_visible_pointers,
    hooks_of,
    other_code,
    outside_procedure,
)
from antumbra.frontends.llvm.options import TranslateOptions
from antumbra.frontends.llvm.preparing.linkage import Linker, Symbol
from antumbra.frontends.llvm.reading.instructions import Body, CallInstruction
from antumbra.frontends.llvm.reading.layout import UnsupportedError
from antumbra.frontends.llvm.reading.lexer import ParseError
from antumbra.frontends.llvm.reading.module import Alias, Module
from antumbra.frontends.llvm.reading.types import POINTER, VOID
from antumbra.frontends.llvm.reading.values import Argument, GlobalAddress, Local, Opaque, Undefined
from antumbra.frontends.llvm.translating import calls
from antumbra.frontends.llvm.translating.assumptions import flatten_assumptions
from antumbra.frontends.llvm.translating.builder import Builder, Context
from antumbra.frontends.llvm.translating.function import FunctionTranslator, procedure_kinds, result_variables
from antumbra.frontends.llvm.translating.granted import granted
from antumbra.frontends.llvm.translating.reach import Reachable
from antumbra.frontends.llvm.translating.start import START, start_procedure, structors, surroundings
from antumbra.frontends.llvm.translating.statics import Statics
from antumbra.frontends.llvm.translating.tidy import tidy
from antumbra.program.commands.fresh import Fresh
from antumbra.program.model import Layout, Procedure, Program, Return
from antumbra.program.validity.validate import check
from antumbra.terms import Term


def build_program(modules: Sequence[Module], options: TranslateOptions, library: Sequence[Module] = ()) -> Program:
    """The program of the user's modules joined with models of the C library.

    Raises InputError if there is no such entry. Constructs that cannot be translated become stops
    in the procedures that have them. What comes out is validated: a problem there is a bug of ours.
    """
    try:
        return check(_build(modules, options, library))
    except (ParseError, UnsupportedError) as error:
        raise InputError(f"this module cannot be read: {error}") from error
    except RecursionError:
        raise InputError("types or constants of this module are nested too deeply") from None


def _build(modules: Sequence[Module], options: TranslateOptions, library: Sequence[Module]) -> Program:
    if not modules:
        raise InputError("no module to translate")
    layout = modules[0].layout
    if layout.big_endian:
        raise InputError("big-endian targets are not supported")
    for module in modules:
        module.debug.main_name, module.debug.unnamed = options.main_file, options.unnamed
    linker = Linker(modules, library, (OUTSIDE,))
    entry = linker.entry(options.entry)
    if entry is None:
        hint = suggestion(options.entry, (name for module in modules for name, _, _ in module.bodies()))
        raise InputError(f"there is no function {options.entry} to start from{hint}")
    before, after = structors(linker, "llvm.global_ctors"), structors(linker, "llvm.global_dtors")
    reachable = Reachable(linker, lambda s: s is not entry and known.handler(s, options) is not None)
    for symbol in (*surroundings(linker), *before, entry, *after):
        reachable.add_function(symbol)
    exposed: frozenset[Symbol] = frozenset()
    if options.may_change_outside and other_code(reachable, linker, options):
        exposed = add_visible_pointers(reachable, linker)
    statics = Statics(linker, layout)
    context = Context(options, linker, statics, exposed=exposed)
    context.uses_variadic = {s for s, body in reachable.bodies.items() if _starts_list(body)}
    variables = _place(context, reachable)
    hooks = hooks_of(reachable, options)
    if hooks:
        context.hooks_known = T.var(HOOKS_KNOWN, T.bv_sort(layout.pointer_width))
    procedures: dict[str, Procedure] = {}
    start = start_procedure(context, entry, reachable.bodies[entry], before, after)
    procedures[START] = start
    for symbol, body in reachable.bodies.items():
        flatten_assumptions(body, symbol.module, layout, flags_promise=options.flags_promise)
        procedures[symbol.key] = _procedure(context, symbol, body)
    functions: dict[int, str] = {}
    for symbol in reachable.functions_with_address:
        if symbol not in reachable.bodies:
            procedures[symbol.key] = tidy(_stub(context, symbol))
        if statics.addresses[symbol]:
            functions[statics.addresses[symbol]] = symbol.key
    if context.calls_outside:
        procedures[OUTSIDE] = outside_procedure(context, reachable.globals, hooks)
        if context.hooks_known is not None:
            variables[context.hooks_known] = T.bv(0, layout.pointer_width)
    return Program(
        name=options.name or options.main_file or modules[0].source_name or "program",
        language="llvm",
        procedures=procedures,
        entry=START,
        layout=Layout(layout.pointer_width, 12, statics.first_free),
        variables=variables,
        objects=statics.objects,
        functions=functions,
        externals=dict(sorted(context.externals.items())),
        assumptions=granted(context, entry, reachable, procedures),
    )


def _procedure(context: Context, symbol: Symbol, body: Body) -> Procedure:
    """A function's procedure; one whose very signature we cannot express stops at once."""
    try:
        return tidy(FunctionTranslator(context, symbol, body).translate())
    except UnsupportedError as reason:
        b = Builder(context, symbol.module)
        b.location = symbol.module.debug.function_location(symbol.module.signature(symbol.name).debug, symbol.name)
        b.begin("entry")
        b.unsupported(f"{symbol.name}: {reason}")
        return Procedure(symbol.key, (), (), b.blocks, b.location)


def _starts_list(body: Body) -> bool:
    return any(
        isinstance(i, CallInstruction)
        and isinstance(i.callee, GlobalAddress)
        and i.callee.name.startswith("llvm.va_start")
        for block in body.blocks.values()
        for i in block.instructions
    )


def _place(context: Context, reachable: Reachable) -> dict[Term, Term | None]:
    """Addresses for functions and globals; promoted globals become variables with their initial values."""
    statics = context.statics
    for symbol in reachable.functions_with_address:
        statics.place_function(symbol)
    statics.start_data()
    promoted = dict.fromkeys(reachable.promotable())
    for symbol in reachable.globals:
        if symbol not in promoted:
            statics.place_global(symbol)
    variables: dict[Term, Term | None] = {}
    for symbol in reachable.globals:
        if symbol in promoted:
            _promote(context, symbol, variables)
        else:
            statics.add_global(symbol)
    return variables


def _promote(context: Context, symbol: Symbol, variables: dict[Term, Term | None]) -> None:
    entity = symbol.module.global_entity(symbol.name)
    if isinstance(entity, Alias):
        raise TypeError("an alias cannot be a variable")
    sort = context.layout.sort(entity.type)
    value: Term | None = None
    if entity.initializer is not None and not isinstance(entity.initializer, Opaque | Undefined):
        try:
            value = T.const(context.statics.scalar(entity.initializer, symbol.module), sort)
        except UnsupportedError:
            value = None  # any value, since we cannot tell which
        if entity.constant and value is not None:
            context.variables[symbol] = value
            return
    variable = context.variables[symbol] = T.var(f"{symbol.key}!", sort)
    variables[variable] = value


def _stub(context: Context, symbol: Symbol) -> Procedure:
    """A procedure for a function without a body of ours whose address is used: one call of it."""
    b = Builder(context, symbol.module)
    signature = symbol.module.signature(symbol.name)
    b.location = symbol.module.debug.function_location(signature.debug, symbol.name)
    parameters = [term for p in signature.parameters for term in b.register(p.name, p.type)]
    arguments = tuple(Argument(Local(p.type, p.name)) for p in signature.parameters)
    if signature.type.variadic:
        parameters.append(b.fresh(b.pointer_sort, "va"))
    result = None if signature.type.result is VOID else Fresh(p.name for p in signature.parameters)("result")
    b.begin("stub")
    callee = GlobalAddress(POINTER, symbol.name)
    try:
        calls.call(b, CallInstruction(result, signature.type, callee, arguments, "", None))
    except UnsupportedError as reason:
        b.unsupported(str(reason))
    if b.open:
        b.end(Return(b.register(result, signature.type.result) if result else (), b.location))
    results = result_variables(b, signature.type.result)
    kinds = procedure_kinds(b, signature)
    return Procedure(symbol.key, tuple(parameters), results, b.blocks, b.location, b.source_names, kinds)
