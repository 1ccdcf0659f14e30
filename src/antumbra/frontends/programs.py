"""Files of C, of LLVM and of builds to a Program: compiled, linked, and translated if that was not done before."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from antumbra.frontends import kept
from antumbra.frontends.c.naming import display_name
from antumbra.frontends.environment import from_words
from antumbra.frontends.errors import InputError
from antumbra.frontends.loaded import Loaded, Module
from antumbra.frontends.options import LoadOptions
from antumbra.frontends.parts import Part, Parts, parts_of
from antumbra.program.source import Location
from antumbra.records import replace


def load_native(path: Path, options: LoadOptions) -> Loaded:
    """The program in a file of C, of LLVM or of a build, and in what is linked with it."""
    name = display_name(path)
    try:
        found = parts_of([path, *map(Path, options.link)], options)
        loaded = _read(path, _one(found, options), options)
    except RecursionError:
        raise InputError("types or constants of this module are nested too deeply", Location(name)) from None
    if not found.lacking:
        return loaded
    names = ", ".join(found.lacking[:10]) + (", …" if len(found.lacking) > 10 else "")
    note = f"there is no C text of these, so their functions have no body: {names}"
    return replace(loaded, notes=(*loaded.notes, note))


def _one(found: Parts, options: LoadOptions) -> Part:
    if len(found.parts) == 1 and found.parts[0].contracts is None:
        return found.parts[0]
    from antumbra.frontends.native import linked_part

    return linked_part(found.parts, options)


def _read(path: Path, part: Part, options: LoadOptions) -> Loaded:
    key = kept.key_of(part, path.name, options)
    entry = None if key is None else kept.find(key)
    if entry is not None:
        return _again(path, part, options, entry)
    # what brings LLVM is not needed for programs that were read before
    from antumbra.frontends.native import translated

    loaded = translated(path, part, options)
    words = loaded.environment.words()
    if key is not None and from_words(words) == loaded.environment:
        names = tuple(module.name for module in loaded.modules)
        functions = tuple(loaded.functions()) if loaded.functions is not None else ()
        kept.keep(key, kept.Entry(loaded.program, words, loaded.fixed, names, loaded.modules[0].text, functions))
        loaded = replace(loaded, functions=lambda: functions)
    return loaded


def _again(path: Path, part: Part, options: LoadOptions, entry: kept.Entry) -> Loaded:
    @cache
    def modules() -> tuple[Module, ...]:
        from antumbra.frontends.native import modules_of

        return modules_of(part, options)

    def module(number: int, name: str) -> Module:
        if number == 0 and entry.text is not None:
            return Module(name, entry.text)
        return Module(name, lambda: modules()[number].text)

    entry.program.sources.update(part.sources)
    return Loaded(
        entry.program,
        part.language,
        path,
        tuple(module(number, name) for number, name in enumerate(entry.modules)),
        part.sources,
        environment=from_words(entry.environment),
        fixed=entry.fixed,
        functions=lambda: entry.functions,
        entry=options.entry_name,
        pointers=options.pointer_meanings,
    )
