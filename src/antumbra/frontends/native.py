"""C and LLVM IR to a Program: compile, add the library models that are called, translate."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from antumbra.frontends.c.contracts.found import agree
from antumbra.frontends.c.contracts.found import joined as joined_contracts
from antumbra.frontends.c.contracts.shaping import shaped
from antumbra.frontends.c.contracts.words import FLAGS
from antumbra.frontends.c.models import FILES, ModelCode, models_for, needed_models
from antumbra.frontends.c.surroundings import surroundings
from antumbra.frontends.c.toolchain import cache_folder, digest, remembered
from antumbra.frontends.environment import NOTHING, from_words, joined
from antumbra.frontends.errors import InputError
from antumbra.frontends.llvm import (
    TranslateOptions,
    as_text,
    build_program,
    functions_of,
    linked,
    prepare,
    prune,
    read_module,
)
from antumbra.frontends.llvm.library.known import is_intercepted, is_known
from antumbra.frontends.llvm.library.names import JUMPING
from antumbra.frontends.llvm.preparing.passes import parse
from antumbra.frontends.llvm.reading.lexer import unquote
from antumbra.frontends.loaded import FunctionCode, Loaded, Module
from antumbra.frontends.once import once, preparation
from antumbra.frontends.options import LoadOptions
from antumbra.frontends.parts import Part
from antumbra.patterns import pattern
from antumbra.program.assumptions import MISALIGNED, UNSEEN, UNSEEN_IN_LLVM, UNWRITTEN
from antumbra.program.contracts import Contract
from antumbra.program.languages import LLVM, C, Language
from antumbra.program.model import Program
from antumbra.program.pointers import Meanings
from antumbra.program.source import LIBRARY, Location
from antumbra.records import dataclass, replace


def linked_part(parts: Sequence[Part], options: LoadOptions) -> Part:
    """One module. LLVM of unknown origin next to C is held to the rules of both: no check of either is left out."""
    first = parts[0]
    if len(parts) == 1:
        agree([first.contracts] if first.contracts is not None else [], options.entry_name)
        return first
    names = TranslateOptions(error_functions=options.error_functions)
    ir = once(
        ("linked", *options.error_functions, *(text for part in parts for text in (part.name, part.ir))),
        lambda: linked([(part.name, part.ir) for part in parts], lambda name: is_intercepted(name, names)),
    )
    sources = {name: text for part in parts for name, text in part.sources.items()}
    language = C if all(part.language is C for part in parts) else LLVM
    contracts = [part.contracts for part in parts if part.contracts is not None]
    agree(contracts, options.entry_name)
    return Part(first.name, language, ir, sources, joined_contracts(contracts))


@dataclass(frozen=True, slots=True)
class _Prepared:
    """What is translated, the options with what the program itself says, and what native code is made of."""

    options: LoadOptions
    pointers: Meanings
    users: Module
    library: list[Module]
    replayed: tuple[Module, ...]


def _prepared(part: Part, options: LoadOptions) -> _Prepared:
    name, language, ir = part.name, part.language, part.ir
    options = _surrounded(options, ir, name)
    if language is not C and options.properties.checks == frozenset({"alignment"}):
        raise InputError("whether accesses are aligned is known of C only: LLVM has promises instead", Location(name))
    contract = _contract(part)
    entry = options.entry_name if contract is None else contract.symbol
    pointers = (
        shaped(options, contract, ir) if contract is not None and isinstance(ir, str) else options.pointer_meanings
    )
    roots = (entry,)
    known = _known(options) if options.externals == "havoc" else None
    unpruned = roots
    if language is C and isinstance(ir, str):
        ir, unpruned = prune(ir, roots, known), ()
    # our own clang prints as llvmlite's LLVM does
    canonical = language is C and options.clang is None
    text = once(
        ("prepared", name, *roots, *map(str, _state(options, canonical=canonical)), ir),
        lambda: prepare(
            ir,
            name,
            roots=unpruned,
            known=known,
            simplify_cfg=options.simplify_cfg,
            canonical=canonical,
            jumps=options.libc,
        ),
    )
    module = Module(name, text)
    jumps = f"@{JUMPING} " in text
    if isinstance(ir, bytes):
        options = _surrounded(options, text, name)
    library: list[Module] = []
    replayed = [module]
    made = [surroundings(options.environment)] if options.environment.given else []
    for code in needed_models([text], options, made=made) if options.libc else ():
        model = Module(LIBRARY + code.model.name, _prepared_model(code, options, jumps=jumps))
        library.append(model)
        if not code.model.host:
            replayed.append(model)
    return _Prepared(options, pointers, module, library, tuple(replayed))


def _contract(part: Part) -> Contract | None:
    return part.contracts.contract if part.contracts is not None else None


def modules_of(part: Part, options: LoadOptions) -> tuple[Module, ...]:
    """What native replay compiles."""
    return _prepared(part, options).replayed


def translated(path: Path, part: Part, options: LoadOptions) -> Loaded:
    """The program of one module and of the models that it needs. Raises InputError."""
    name, language = part.name, part.language
    prepared = _prepared(part, options)
    options, library = prepared.options, prepared.library
    contract = _contract(part)
    translate = TranslateOptions(
        entry=options.entry_name if contract is None else contract.symbol,
        called=options.entry_name,
        required=contract.required if contract is not None else (),
        unchecked=contract.unchecked if contract is not None else (),
        name=path.name,
        main_file=main_file(part),
        unnamed=name,
        poison_is_undefined=part.c,
        scopes_make_objects=part.c,
        flags_promise=language is LLVM,
        error_functions=options.error_functions,
        abort_checks="abort" in options.properties.checks,
        externals=options.externals,
        malloc_may_fail=options.malloc_may_fail,
        entry_pointers=prepared.pointers,
        outside_pointers=options.outside_pointers,
        overflow_wraps=not options.overflow_checks,
        unseen=_unseen(language, options),
        alignment_checks=part.c and options.alignment_checks,
        environment=options.environment,
        files_given=any(model.name.startswith(LIBRARY + FILES) for model in library),
    )
    users = read_module(prepared.users.text)
    try:
        program = build_program([users], translate, [read_module(model.text) for model in library])
    except InputError as error:
        raise InputError(error.message, error.location or Location(name), error.notes) from error
    program.sources.update(part.sources)
    fixed: tuple[str, ...] = ()
    if options.entry_name == "main":
        parameters = len(users.signature("main").parameters)
        fixed = tuple(options.environment.fixed(parameters, translate.files_given))
    return Loaded(
        program,
        language,
        path,
        prepared.replayed,
        part.sources,
        environment=options.environment,
        fixed=fixed,
        functions=lambda: unread_functions(part, program),
        entry=translate.entry,
        pointers=prepared.pointers,
        contract=contract,
        flags=FLAGS if part.contracts is not None and part.contracts.marked else (),
        notes=part.contracts.notes if part.contracts is not None else (),
    )


def main_file(part: Part) -> str:
    """What the user calls the main source file."""
    return part.name if part.language is C else ""


#: a function of a module that has a body
_DEFINED = pattern(r'\ndefine [^@\n]*@("[^"\n]*"|[-\w$.]+)\(')


def unread_functions(part: Part, program: Program) -> Sequence[FunctionCode]:
    """The functions of a module that have a body and are not part of the program: nothing reaches them."""
    places = {name: procedure.location for name, procedure in program.procedures.items()}
    read = {
        name: (place.file, place.function)
        for name, place in places.items()
        if place is not None and place.line and not place.in_library
    }
    # what a user wrote may be laid out as LLVM never prints it
    text = as_text(part.ir, part.name) if part.language is C else str(parse(part.ir, part.name))
    if all(unquote(name) in read for name in _DEFINED.findall(text)):
        return ()  # a large text is not read again for nothing
    module = read_module(text)
    module.debug.main_name, module.debug.unnamed = main_file(part), part.name
    return tuple(functions_of(module, frozenset(read.values())))


#: what the macro of ``antumbra/environment.h`` leaves in a module
_GIVEN = pattern(r'^@__antumbra_environment_[\w.]+ = [a-z_ ]*constant \[\d+ x i8\] c"([^"]*)\\00"', re.MULTILINE)


def _surrounded(options: LoadOptions, ir: str | bytes, name: str) -> LoadOptions:
    """The options with what the program itself says of its environment, where they do not say it."""
    if options.entry_name != "main":
        if options.environment.given:
            what = "arguments, variables and files are given to main"
            raise InputError(f"{what}, and this is checked from {options.entry_name}", Location(name))
        return options
    given = NOTHING
    for text in _GIVEN.findall(ir) if isinstance(ir, str) and "@__antumbra_environment_" in ir else ():
        try:
            given = joined(given, from_words(text.split()))
        except InputError as error:
            raise InputError(f"ANTUMBRA_ENVIRONMENT: {error.message}", Location(name)) from error
    options = replace(options, environment=joined(options.environment, given))
    if options.environment.given and not options.libc:
        raise InputError("arguments, variables and files need the models of the C library", Location(name))
    return options


def _state(options: LoadOptions, *, canonical: bool) -> tuple[object, ...]:
    """What counts for the preparation of a module beside its text and its roots."""
    known = ("havoc", *options.error_functions, *sorted(models_for(options))) if options.externals == "havoc" else ()
    return (canonical, options.simplify_cfg, options.libc, *known)


def _unseen(language: Language, options: LoadOptions) -> tuple[str, ...]:
    """Kinds of undefined behaviour that are asked for, or part of what is, and that nobody looks at."""
    asked = options.properties.checks
    if not options.undefined_checks:
        return (MISALIGNED,) if language is not C and options.alignment_checks else ()
    seen = {UNWRITTEN: "uninitialized" in asked}
    if language is C:
        seen |= {UNSEEN[0]: options.overflow_checks, MISALIGNED: options.alignment_checks}
    return tuple(kind for kind in (UNSEEN if language is C else UNSEEN_IN_LLVM) if not seen.get(kind))


def _known(options: LoadOptions) -> Callable[[str], bool]:
    """Functions without a body that need none."""
    names = TranslateOptions(error_functions=options.error_functions)
    return lambda name: is_known(name, names) or (options.libc and name in models_for(options))


def _prepared_model(code: ModelCode, options: LoadOptions, *, jumps: bool) -> str:
    """A model after LLVM's passes: kept, since it is the same for every program."""
    name = code.model.name
    key = digest(code.ir, str(options.simplify_cfg), str(jumps), preparation())
    path = cache_folder() / "libc" / f"{Path(name).stem}-{key}.prepared.ll"
    return remembered(
        path, lambda: prepare(code.ir, name, simplify_cfg=options.simplify_cfg, library=True, jumps=jumps)
    )
