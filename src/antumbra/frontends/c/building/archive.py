"""Libraries of objects (``.a``), as ``ar`` writes them: GNU's, BSD's and thin ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from antumbra.records import dataclass

MAGIC: Final = b"!<arch>\n"
THIN: Final = b"!<thin>\n"

_HEADER: Final = 60
_TABLES: Final = (b"/", b"/SYM64/", b"__.SYMDEF", b"__.SYMDEF SORTED")


class ArchiveError(ValueError):
    """Not a library that can be read."""


@dataclass(frozen=True, slots=True)
class Member:
    """An object in a library. ``content`` is None if the library is thin: then ``name`` is the path of the object."""

    name: str
    content: bytes | None


def members(content: bytes, path: Path) -> Iterator[Member]:
    """The objects of the library at ``path``, in its order. Raises ArchiveError."""
    thin = content[:8] == THIN
    if not thin and content[:8] != MAGIC:
        raise ArchiveError("not a library of objects")
    long_names = b""
    at = 8
    while at + _HEADER <= len(content):
        header = content[at : at + _HEADER]
        name, digits = header[:16].rstrip(b" "), header[48:58].strip()
        if header[58:] != b"`\n" or not digits.isdigit():
            raise ArchiveError("a header of the library is damaged")
        size = int(digits)
        at += _HEADER
        apart = thin and name not in (*_TABLES, b"//")
        data = b"" if apart else content[at : at + size]
        if not apart and len(data) < size:
            raise ArchiveError("the library is cut off")
        at += 0 if apart else size + size % 2
        if name == b"//":
            long_names = data
        elif name not in _TABLES:
            name, data = _named(name, data, long_names)
            if name in _TABLES:
                continue
            text = name.decode("utf-8", "surrogateescape")
            yield Member(str(path.parent / text) if apart else text, None if apart else data)


def _named(name: bytes, data: bytes, long_names: bytes) -> tuple[bytes, bytes]:
    """The member's own name, wherever it is written, and its content."""
    if name[:1] == b"/" and name[1:].isdigit():
        return long_names[int(name[1:]) :].split(b"\n", 1)[0].removesuffix(b"/"), data
    if name[:3] == b"#1/" and name[3:].isdigit():
        length = int(name[3:])
        return data[:length].rstrip(b"\0"), data[length:]
    return name.removesuffix(b"/"), data
