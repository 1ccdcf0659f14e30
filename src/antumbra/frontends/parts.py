"""The parts of a program in C and LLVM: what each file brings, compiled, and of libraries what a linker would take."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from antumbra.frontends.c.building import database
from antumbra.frontends.c.building.carried import Object, brought, is_built
from antumbra.frontends.c.compile import CSource, compile_with_contracts, read_source
from antumbra.frontends.c.contracts.found import Found
from antumbra.frontends.c.naming import display_name
from antumbra.frontends.errors import InputError
from antumbra.frontends.options import LoadOptions
from antumbra.patterns import pattern
from antumbra.program.languages import BUILT, DATABASE, LLVM, SUFFIXES, C, Language
from antumbra.program.source import Location
from antumbra.records import dataclass, replace

#: symbols of a module that others can see: functions, variables; and the words that say how they are defined
_SYMBOL: Final = pattern(
    r'^(?:(define|declare)\b([^@\n]*)@("[^"\n]*"|[-\w.$]+)\('
    r'|@("[^"\n]*"|[-\w.$]+) = ([^@\n]*?)(?:global|constant|alias)\b)',
    re.MULTILINE,
)
_LOCAL: Final = ("internal", "private")
_PATIENCE: Final = 0.5  #: seconds


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a program, or several that were linked. ``c``: some of it is C, which was compiled here."""

    name: str
    language: Language
    ir: str | bytes
    sources: dict[str, str]
    contracts: Found | None = None

    @property
    def c(self) -> bool:
        return bool(self.sources)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a program is linked from. ``lacking``: objects in it of which there is no text."""

    parts: list[Part]
    lacking: tuple[str, ...] = ()


def parts_of(paths: Sequence[Path], options: LoadOptions) -> Parts:
    """The parts of the program in ``paths``, in their order, then what they need of libraries. Raises InputError."""
    found: list[Part | CSource] = []
    lacking: list[str] = []
    libraries: list[Object] = []
    for path in paths:
        match _kind(path, options):
            case C.name:
                source = read_source(path)
                first = options.instead is not None and path == paths[0]
                found.append(replace(source, compiled=options.instead) if first else source)
            case LLVM.name:
                found.append(_read(path))
            case _ if path.suffix == DATABASE and not is_built(path):
                sources, others = database.selected(path, options.only, options.data_model)
                found += sources
                lacking += others
            case _:
                what = brought(path, options.data_model)
                found += [source for each in what.objects for source in each.sources]
                lacking += [name for each in what.objects for name in each.lacks]
                libraries += what.members
    if options.only and not any(path.suffix == DATABASE for path in paths):
        raise InputError("--only selects files of a compilation database; there is none (--compile-commands)")
    _check_flags(found, libraries, options)
    parts = _compiled(_once_each(found), options)
    if libraries:
        parts, lacks = _with_members(parts, libraries, options)
        lacking += lacks
    given = {path.name for path in paths}
    return Parts(parts, tuple(name for name in dict.fromkeys(lacking) if Path(name).name not in given))


def _check_flags(found: Iterable[Part | CSource], libraries: Iterable[Object], options: LoadOptions) -> None:
    """Flags are for text that is still to be preprocessed."""
    if not (options.include_dirs or options.defines or options.cflags):
        return
    sources = [each for each in found if isinstance(each, CSource)]
    carried = [each for each in sources if each.built is not None and each.built.whole is not None]
    if len(sources) == len(carried) and (carried or any(libraries)):
        raise InputError("flags for the compiler are given, and no C file: what objects carry keeps its own flags")


def _kind(path: Path, options: LoadOptions) -> str:
    kind = SUFFIXES.get(path.suffix.lower())
    if kind == BUILT.name or (kind is None and is_built(path)):
        return BUILT.name
    if options.language in (C.name, LLVM.name) and kind is None:
        return options.language
    if kind in (C.name, LLVM.name):
        return kind
    endings = ", ".join(suffix for suffix, name in SUFFIXES.items() if name in (C.name, LLVM.name, BUILT.name))
    raise InputError(f"cannot be linked; expected one of {endings}", Location(display_name(path)))


def _once_each(found: Iterable[Part | CSource]) -> Iterator[Part | CSource]:
    """A file that a compilation database has counts once, with the flags that it has there."""
    places = {
        source.folder / Path(source.name).name: source
        for source in found
        if isinstance(source, CSource) and source.built is not None and source.built.whole is None
    }
    seen: set[int] = set()
    for each in found:
        chosen = each
        if isinstance(each, CSource) and each.built is None:
            chosen = places.get(Path(os.path.normpath(Path.cwd() / each.folder)) / Path(each.name).name, each)
        if id(chosen) not in seen:
            seen.add(id(chosen))
            yield chosen


def _compiled(found: Iterable[Part | CSource], options: LoadOptions) -> list[Part]:
    """All of them compiled, several at a time."""

    def compiled(each: Part | CSource) -> Part:
        if isinstance(each, Part):
            return each
        text = each.text.decode("utf-8", "replace")
        ir, found = compile_with_contracts(each, options)
        return Part(each.name, C, ir, {each.name: text}, found)

    each = list(found)
    if len(each) < 2:
        return [compiled(one) for one in each]
    from concurrent.futures import ThreadPoolExecutor, wait

    pool = ThreadPoolExecutor(max_workers=min(len(each), os.cpu_count() or 1))
    running = [pool.submit(compiled, one) for one in each]
    try:
        return [one.result() for one in running]
    finally:
        # who is interrupted does not wait for a compiler that takes long
        pool.shutdown(wait=False, cancel_futures=True)
        wait(running, timeout=_PATIENCE)


def _with_members(parts: list[Part], libraries: list[Object], options: LoadOptions) -> tuple[list[Part], list[str]]:
    """As a linker does it: a member comes if it defines what is missing so far, from the first library that has it."""
    lacking: list[str] = []
    waiting = list(libraries)
    symbols = _Symbols(options.entry_name)
    symbols.add(parts)
    while True:
        needed = next((each for each in waiting if any(map(symbols.wants, each.defines.items()))), None)
        if needed is None:
            break
        waiting.remove(needed)
        if not needed.sources:
            lacking.append(needed.name)
            symbols.defined.update(name for name, valued in needed.defines.items() if valued)
        new = _compiled(needed.sources, options)
        symbols.add(new)
        parts = [*parts, *new]
    if not parts:
        raise InputError(f"no object of the libraries defines {options.entry_name}; expected it or a further file")
    return parts, lacking


class _Symbols:
    """What a program defines and misses so far."""

    def __init__(self, entry: str) -> None:
        self.defined: set[str] = set()
        self._missing = {entry}
        self._common: set[str] = set()  #: there, but a definition elsewhere would come in its place

    def add(self, parts: Iterable[Part]) -> None:
        from antumbra.frontends.llvm import as_text  # not for programs that were read before

        for part in parts:
            for match in _SYMBOL.finditer(as_text(part.ir, part.name)):
                name = (match[3] or match[4]).strip('"')
                words = (match[2] or match[5] or "").split()
                if any(word in _LOCAL for word in words) or "extern_weak" in words or name.startswith("llvm."):
                    continue
                if match[1] == "declare" or "external" in words:
                    self._missing.add(name)
                elif "common" in words:
                    self._common.add(name)
                else:
                    self.defined.add(name)

    def wants(self, definition: tuple[str, bool]) -> bool:
        name, valued = definition
        if name in self.defined:
            return False
        return (name in self._missing and name not in self._common) or (valued and name in self._common)


def _read(path: Path) -> Part:
    name = display_name(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; expected LLVM IR", Location(name)) from error
    if not content.strip():
        raise InputError("the file is empty; expected LLVM IR", Location(name))
    ir = content if path.suffix == ".bc" or content[:2] == b"BC" else content.decode("utf-8", "replace")
    return Part(name, LLVM, ir, {})
