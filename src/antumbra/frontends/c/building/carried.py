"""Which sources a file that a build has left brings into a program: an object, a library, an executable."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from antumbra.frontends.c.building import archive, elf
from antumbra.frontends.c.building.units import LACKING, SECTION, RecordError, lacking, units
from antumbra.frontends.c.compile import CSource
from antumbra.frontends.c.naming import display_name
from antumbra.frontends.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass, field

MOST_BYTES: Final = 2 * 1024 * 1024 * 1024

_HINT: Final = "it was not compiled by antumbra cc"


@dataclass(frozen=True, slots=True)
class Object:
    """The sources in one object or executable. Of a member of a library also what others find in it."""

    name: str
    sources: tuple[CSource, ...]
    #: symbols for which a linker takes the object out of a library, and whether each has a value of its own
    defines: dict[str, bool] = field(default_factory=dict[str, bool])
    #: objects in it that carry nothing
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """What a file brings: ``objects`` always, ``members`` where something needs them."""

    objects: tuple[Object, ...] = ()
    members: tuple[Object, ...] = ()


def is_built(path: Path) -> bool:
    """Whether the file is an object, an executable or a library of objects."""
    try:
        with path.open("rb") as file:
            head = file.read(8)
    except (OSError, ValueError):
        return False
    return head[:4] == elf.MAGIC or head in (archive.MAGIC, archive.THIN)


def brought(path: Path, data_model: str) -> Brought:
    """What is in the file at ``path``. Raises InputError."""
    name = display_name(path)
    content = _read(path, name)
    if content[:4] == elf.MAGIC:
        found = _object(content, name, data_model)
        if not found.sources:
            raise InputError(f"carries no program text: {_HINT}", Location(name))
        return Brought(objects=(found,))
    if content[:8] not in (archive.MAGIC, archive.THIN):
        raise InputError("is neither an object nor a library of objects", Location(name))
    found = tuple(_members(content, path, name, data_model))
    if not any(each.sources for each in found):
        raise InputError(f"no object in it carries program text: {_HINT}", Location(name))
    return Brought(members=found)


def carries(content: bytes) -> bool:
    """Whether an ELF file carries program text."""
    try:
        return any(section.size for section in elf.Elf(content).named(SECTION))
    except elf.ElfError:
        return False


def _members(content: bytes, path: Path, name: str, data_model: str) -> Iterator[Object]:
    try:
        for member in archive.members(content, path):
            called = f"{name}({display_name(Path(member.name))})"
            data = member.content if member.content is not None else _read(Path(member.name), called)
            if data[:4] == elf.MAGIC:
                yield _object(data, called, data_model, library=True)
    except archive.ArchiveError as error:
        raise InputError(f"cannot be read: {error}", Location(name)) from error


def _object(content: bytes, name: str, data_model: str, *, library: bool = False) -> Object:
    try:
        file = elf.Elf(content)
        sources = [source for section in file.named(SECTION) for source in units(file.data(section), data_model)]
        lacks = [each for section in file.named(LACKING) for each in lacking(file.data(section))]
        return Object(name, tuple(sources), file.defined() if library else {}, tuple(lacks))
    except (elf.ElfError, RecordError) as error:
        raise InputError(f"cannot be read: {error}", Location(name)) from error


def _read(path: Path, name: str) -> bytes:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise InputError("is no regular file", Location(name))
        if status.st_size > MOST_BYTES:
            raise InputError(f"is larger than {MOST_BYTES >> 30} GB", Location(name))
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot be read: {reason}", Location(name)) from error
