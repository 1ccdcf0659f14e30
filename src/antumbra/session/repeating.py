"""The words of a command line that read a program in the same way again, by us or by a C compiler."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from antumbra.frontends.loaded import Loaded
from antumbra.frontends.options import LoadOptions
from antumbra.patterns import pattern
from antumbra.program.languages import DATABASE, LLVM, SUFFIXES, C
from antumbra.program.properties import ERROR_FUNCTIONS
from antumbra.report.sanitize import as_file

if TYPE_CHECKING:
    from antumbra.evidence.building import Build

_DEFAULT = LoadOptions()
_FLAGS = {
    "entry": "--entry",
    "entry_pointers": "--entry-pointers",
    "entry_pointer_size": "--entry-pointer-size",
    "outside_pointers": "--outside-pointers",
    "language": "--language",
    "data_model": "--data-model",
    "externals": "--externals",
    "clang": "--clang",
}


def reading_words(options: LoadOptions) -> tuple[str, ...]:
    """Further files and options that are not the defaults."""
    return tuple(_words(options))


def _words(options: LoadOptions) -> Iterator[str]:
    yield from map(as_file, options.link)
    for name, flag in _FLAGS.items():
        value = getattr(options, name)
        if value != getattr(_DEFAULT, name):
            yield from (flag, str(value))
    for flag, values in (
        ("--only", options.only),
        ("--pointer", options.pointers),
        ("-I", options.include_dirs),
        ("-D", options.defines),
        ("--cflag", options.cflags),
    ):
        for value in values:
            yield from (flag, value) if flag != "--cflag" else (f"{flag}={value}",)
    yield from options.environment.words()
    if options.malloc_may_fail:
        yield "--malloc-may-fail"
    if options.asked is not None and options.error_functions not in ((), ERROR_FUNCTIONS):
        yield from ("--property", options.asked)


def has_build(loaded: Loaded, options: LoadOptions) -> bool:
    """Whether one call of a compiler builds the program: not if it was read from a build's objects or database."""
    first = not loaded.language.source or SUFFIXES.get(loaded.path.suffix.lower()) in (C.name, LLVM.name)
    others = [Path(other).suffix.lower() for other in options.link]
    return first and all(suffix in SUFFIXES and suffix != DATABASE for suffix in others)


def build_of(loaded: Loaded, options: LoadOptions, folder: Path) -> Build:
    """How a C compiler builds the tests in ``folder``: with the text of the first file in each, where it is C."""
    from antumbra.evidence.building import Build

    files = [Path(other).absolute() for other in options.link]
    if not loaded.language.source:
        files.insert(0, loaded.path.absolute())
    llvm = any(SUFFIXES.get(file.suffix.lower()) == LLVM.name for file in files)
    return Build(
        compiler="clang" if llvm else "cc",
        flags=tuple(_compiler_words(loaded, options)),
        files=tuple(map(str, files)),
        libraries=("-lm",) if any(_MATH.search(text) for text in loaded.sources.values()) else (),
        folder=str(folder.absolute()),
    )


#: headers that the program names
_OWN_HEADERS = pattern(r'^[ \t]*#[ \t]*include[ \t]*"', re.MULTILINE)
_OUR_HEADER = pattern(r'^[ \t]*#[ \t]*include[ \t]*["<](?:klee|antumbra)/', re.MULTILINE)
_MATH = pattern(r'^[ \t]*#[ \t]*include[ \t]*["<](tg|)math\.h', re.MULTILINE)


def _compiler_words(loaded: Loaded, options: LoadOptions) -> Iterator[str]:
    for folder in options.include_dirs:
        yield f"-I{Path(folder).absolute()}"
    yield from (f"-D{define}" for define in options.defines)
    if options.cflags:
        from antumbra.frontends.c.building.arguments import anywhere

        yield from anywhere(options.cflags, Path.cwd())
    yield from loaded.flags
    texts = list(loaded.sources.values())
    if loaded.language.source and any(map(_OWN_HEADERS.search, texts)):
        yield from ("-iquote", str(loaded.path.absolute().parent))
    if any(map(_OUR_HEADER.search, texts)):
        from antumbra.frontends.c.compile import INCLUDE

        yield from ("-idirafter", str(INCLUDE))
