"""C and LLVM IR to a Program: compile, add the library models that are called, translate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from antumbra.frontends.c.compile import compile_c, display_name, read_source
from antumbra.frontends.c.models import PREFIX, ModelCode, models, needed_models
from antumbra.frontends.c.toolchain import cache_folder, digest, remembered
from antumbra.frontends.errors import InputError
from antumbra.frontends.llvm import (
    VERSION,
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
from antumbra.frontends.loaded import FunctionCode, Loaded, Module
from antumbra.frontends.options import LoadOptions
from antumbra.program.assumptions import UNSEEN, UNSEEN_IN_LLVM
from antumbra.program.languages import LLVM, SUFFIXES, C, Language
from antumbra.program.source import Location


@dataclass(frozen=True, slots=True)
class _Part:
    """One file of a program, or several that were linked. ``c``: some of it is C, which was compiled here."""

    name: str
    language: Language
    ir: str | bytes
    sources: dict[str, str]

    @property
    def c(self) -> bool:
        return bool(self.sources)


def load_c(path: Path, options: LoadOptions) -> Loaded:
    """Compile and translate a C file, and what is linked with it."""
    return _load(path, _compiled(path, options), options)


def load_llvm(path: Path, options: LoadOptions) -> Loaded:
    """Translate LLVM IR, text or bitcode, and what is linked with it."""
    return _load(path, _read(path), options)


def _load(path: Path, first: _Part, options: LoadOptions) -> Loaded:
    try:
        others = [_part(Path(other), options) for other in options.link]
        return _translate(path, _linked([first, *others], options), options)
    except RecursionError:
        where = Location(first.name)
        raise InputError("types or constants of this module are nested too deeply", where) from None


def _part(path: Path, options: LoadOptions) -> _Part:
    language = SUFFIXES.get(path.suffix.lower())
    if language == C.name:
        return _compiled(path, options)
    if language == LLVM.name:
        return _read(path)
    endings = ", ".join(suffix for suffix, name in SUFFIXES.items() if name in (C.name, LLVM.name))
    raise InputError(f"cannot be linked; expected one of {endings}", Location(display_name(path)))


def _compiled(path: Path, options: LoadOptions) -> _Part:
    source = read_source(path)
    text = source.text.decode("utf-8", "replace")
    return _Part(source.name, C, compile_c(source, options), {source.name: text})


def _read(path: Path) -> _Part:
    name = display_name(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; expected LLVM IR", Location(name)) from error
    if not content.strip():
        raise InputError("the file is empty; expected LLVM IR", Location(name))
    ir = content if path.suffix == ".bc" or content[:2] == b"BC" else content.decode("utf-8", "replace")
    return _Part(name, LLVM, ir, {})


def _linked(parts: Sequence[_Part], options: LoadOptions) -> _Part:
    """One module. LLVM of unknown origin next to C is held to the rules of both: no check of either is left out."""
    first = parts[0]
    if len(parts) == 1:
        return first
    names = TranslateOptions(error_functions=options.error_functions)
    ir = linked([(part.name, part.ir) for part in parts], lambda name: is_intercepted(name, names))
    sources = {name: text for part in parts for name, text in part.sources.items()}
    language = C if all(part.language is C for part in parts) else LLVM
    return _Part(first.name, language, ir, sources)


def _translate(path: Path, part: _Part, options: LoadOptions) -> Loaded:
    name, language, ir = part.name, part.language, part.ir
    roots = (options.entry_name,)
    known = _known(options) if options.externals == "havoc" else None
    if language is C and isinstance(ir, str):
        ir = prune(ir, roots, known)
    # our own clang prints as llvmlite's LLVM does
    canonical = language is C and options.clang is None
    text = prepare(
        ir,
        name,
        roots=roots,
        known=known,
        simplify_cfg=options.simplify_cfg,
        canonical=canonical,
        jumps=options.libc,
    )
    module = Module(name, text)
    jumps = f"@{JUMPING} " in text
    library: list[Module] = []
    replayed = [module]
    for code in needed_models([module.text], options) if options.libc else ():
        model = Module(PREFIX + code.model.name, _prepared_model(code, options, jumps=jumps))
        library.append(model)
        if not code.model.host:
            replayed.append(model)
    translate = TranslateOptions(
        entry=options.entry_name,
        name=path.name,
        main_file=name if language is C else "",
        unnamed=name,
        poison_is_undefined=part.c,
        scopes_make_objects=part.c,
        flags_promise=language is LLVM,
        error_functions=options.error_functions,
        externals=options.externals,
        malloc_may_fail=options.malloc_may_fail,
        entry_pointer_size=options.entry_pointer_size,
        entry_pointers=options.entry_pointers,
        overflow_wraps=not options.overflow_checks,
        unseen=_unseen(language, options),
    )
    try:
        program = build_program([read_module(module.text)], translate, [read_module(model.text) for model in library])
    except InputError as error:
        raise InputError(error.message, error.location or Location(name), error.notes) from error
    program.sources.update(part.sources)
    return Loaded(program, language, path, tuple(replayed), part.sources, functions=lambda: _functions(part, translate))


def _functions(part: _Part, options: TranslateOptions) -> Sequence[FunctionCode]:
    module = read_module(as_text(part.ir, part.name))
    module.debug.main_name, module.debug.unnamed = options.main_file, options.unnamed
    return tuple(functions_of(module))


def _unseen(language: Language, options: LoadOptions) -> tuple[str, ...]:
    if not options.undefined_checks:
        return ()
    if language is not C:
        return UNSEEN_IN_LLVM
    return UNSEEN[1:] if options.overflow_checks else UNSEEN


def _known(options: LoadOptions) -> Callable[[str], bool]:
    """Functions without a body that need none."""
    names = TranslateOptions(error_functions=options.error_functions)
    return lambda name: is_known(name, names) or (options.libc and name in models())


def _prepared_model(code: ModelCode, options: LoadOptions, *, jumps: bool) -> str:
    """A model after LLVM's passes: kept, since it is the same for every program."""
    name = code.model.name
    key = digest(code.ir, str(options.simplify_cfg), str(jumps), _preparation())
    path = cache_folder() / "libc" / f"{Path(name).stem}-{key}.prepared.ll"
    return remembered(
        path, lambda: prepare(code.ir, name, simplify_cfg=options.simplify_cfg, library=True, jumps=jumps)
    )


@cache
def _preparation() -> str:
    """What tells one way of preparing from another: LLVM's version and the state of our own files."""
    files = sorted((Path(__file__).parent / "llvm").rglob("*.py"))
    states = [f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files]
    return " ".join([VERSION, *states])
