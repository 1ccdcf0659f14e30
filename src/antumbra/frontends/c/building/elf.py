"""ELF files: their sections and symbols, and one section more. Whatever is read may be made to harm: all is checked."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from antumbra.records import dataclass

MAGIC: Final = b"\x7fELF"

_SYMTAB: Final = 2
_STRTAB: Final = 3
_PROGBITS: Final = 1
_NOBITS: Final = 8
_RESERVED: Final = 0xFF00  #: section numbers from here on are no numbers
_GLOBAL_BINDINGS: Final = (1, 2, 10)  #: global, weak, unique
_COMMON: Final = 0xFFF2
_LONGEST_NAME: Final = 65536


class ElfError(ValueError):
    """Not an ELF file that can be read."""


@dataclass(frozen=True, slots=True)
class Section:
    """A header of a section, as it is in the file."""

    number: int
    name: bytes
    kind: int
    offset: int
    size: int
    link: int


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the two sizes of ELF files have what: structures of the header's tail, a section header and a symbol."""

    header: struct.Struct  #: e_shoff, e_flags, e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx
    header_at: int
    section: struct.Struct
    symbol: struct.Struct
    info: int  #: which value of a symbol is its binding and type
    index: int  #: which is its section


_LAYOUTS: Final = {
    1: _Layout(struct.Struct("<IIHHHHHH"), 32, struct.Struct("<10I"), struct.Struct("<IIIBBH"), 3, 5),
    2: _Layout(struct.Struct("<QIHHHHHH"), 40, struct.Struct("<IIQQQQIIQQ"), struct.Struct("<IBBHQQ"), 1, 3),
}


class Elf:
    """An ELF file for a machine with the small end first, of 32 or 64 bits. Raises ElfError."""

    def __init__(self, content: bytes) -> None:
        layout = _LAYOUTS.get(content[4]) if content[:4] == MAGIC and len(content) > 52 else None
        if layout is None or content[5] != 1:
            raise ElfError("not an ELF file of an x86 machine")
        self.content = content
        self._layout = layout
        try:
            self._header: list[int] = list(layout.header.unpack_from(content, layout.header_at))
        except struct.error as error:
            raise ElfError("the file is cut off") from error
        self.sections: list[Section] = self._sections()

    @property
    def is_shared(self) -> bool:
        """Whether it is a library that programs find when they start (or a program that can be loaded anywhere)."""
        return self.content[16:18] == b"\x03\0"

    def data(self, section: Section) -> bytes:
        """What a section holds."""
        if section.kind == _NOBITS:
            return b""
        if section.offset + section.size > len(self.content):
            raise ElfError("a section lies outside the file")
        return self.content[section.offset : section.offset + section.size]

    def named(self, name: bytes) -> Iterator[Section]:
        """The sections of that name."""
        return (section for section in self.sections if section.name == name)

    def defined(self) -> dict[str, bool]:
        """Symbols that other objects can find here, and whether each has a value: a common one has none yet."""
        layout = self._layout
        found: dict[str, bool] = {}
        for section in self.sections:
            if section.kind != _SYMTAB or section.link >= len(self.sections):
                continue
            names = self.data(self.sections[section.link])
            table = self.data(section)
            for values in layout.symbol.iter_unpack(table[: len(table) // layout.symbol.size * layout.symbol.size]):
                if values[layout.index] != 0 and values[layout.info] >> 4 in _GLOBAL_BINDINGS:
                    name = _text(names, values[0]).decode("utf-8", "replace")
                    found[name] = values[layout.index] != _COMMON
        return found

    def with_section(self, name: bytes, data: bytes) -> bytes:
        """The file with one section more, which is not loaded. The tables of sections and of their names move to its
        end."""
        layout, header = self._layout, list(self._header)
        names_at = header[7]
        if not self.sections or names_at >= len(self.sections) or len(self.sections) + 1 >= _RESERVED:
            raise ElfError("has no table of sections that can grow")
        out = bytearray(self.content)
        offset = len(out)
        out += data
        names = self.data(self.sections[names_at])
        names_offset = len(out)
        out += names + name + b"\0"
        out += bytes(-len(out) % 8)
        table_at = len(out)
        width = layout.section.size
        table = bytearray(self.content[header[0] : header[0] + width * len(self.sections)])
        values = list(layout.section.unpack_from(table, names_at * width))
        values[4], values[5] = names_offset, len(names) + len(name) + 1
        layout.section.pack_into(table, names_at * width, *values)
        table += layout.section.pack(len(names), _PROGBITS, 0, 0, offset, len(data), 0, 0, 1, 0)
        out += table
        header[0], header[6] = table_at, len(self.sections) + 1
        layout.header.pack_into(out, layout.header_at, *header)
        return bytes(out)

    def _sections(self) -> list[Section]:
        start, _, _, _, _, width, count, names_at = self._header
        layout = self._layout
        if not start or not count:
            return []
        if width != layout.section.size or start + width * count > len(self.content):
            raise ElfError("the table of sections lies outside the file")
        rows = list(layout.section.iter_unpack(self.content[start : start + width * count]))
        found = [Section(i, b"", row[1], row[4], row[5], row[6]) for i, row in enumerate(rows)]
        if names_at >= count or found[names_at].kind != _STRTAB:
            return found
        names = self.data(found[names_at])
        return [
            Section(each.number, _text(names, row[0]), each.kind, each.offset, each.size, each.link)
            for each, row in zip(found, rows, strict=True)
        ]


def _text(names: bytes, at: int) -> bytes:
    end = names.find(b"\0", at, at + _LONGEST_NAME)
    return names[at:end] if 0 <= at < len(names) and end >= 0 else b""
