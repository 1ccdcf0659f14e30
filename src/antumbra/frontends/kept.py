"""Programs that were read, kept between runs: one that has not changed is not read again.

An entry's name is a hash of all that a program is made from: the module, the options, the state of our own files, the
versions of LLVM and of the compiler. What is found is believed, so entries that anybody but the user could have written
are not: neither the file nor its folders may belong to others or be writable for them. An entry begins with a hash
of its content; what is damaged, or was written under another name, is read anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import marshal
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from antumbra.frontends.c import store
from antumbra.frontends.c.toolchain import find_toolchain
from antumbra.frontends.loaded import FunctionCode
from antumbra.frontends.options import LoadOptions
from antumbra.frontends.parts import Part
from antumbra.program.model import Program
from antumbra.program.packed.packing import NotPackableError, pack
from antumbra.program.packed.unpacking import unpack
from antumbra.records import dataclass, fields, values

#: our own packages that decide what a program becomes
_DECIDING: Final = ("frontends", "program", "terms")
#: letters of a module's text that are kept with the program; a longer one is kept by whoever prepares it
_TEXT: Final = 500_000
#: what reading bytes that are not what was written may raise
_DAMAGED: Final = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, EOFError, StopIteration)


@dataclass(frozen=True, slots=True)
class Entry:
    """A program, and what a run needs to know of how it was read. ``modules``: names of what was translated."""

    program: Program
    environment: tuple[str, ...]
    fixed: tuple[str, ...]
    modules: tuple[str, ...]
    text: str | None  #: of the first module
    functions: tuple[FunctionCode, ...]  #: of the user's modules, those that nothing reaches


def folder() -> Path:
    """Where entries are."""
    return store.folder().with_name("programs")


def key_of(part: Part, name: str, options: LoadOptions) -> str | None:
    """The same for what is certainly the same program; None if nothing is kept. Contracts are read each time."""
    if not store.enabled() or part.contracts is not None:
        return None
    ir = part.ir if isinstance(part.ir, bytes) else part.ir.encode("utf-8", "surrogateescape")
    hashed = hashlib.sha256(ir)
    compiler = find_toolchain(options.clang).version
    words = (part.name, name, part.language.name, str(part.c), str(type(part.ir)), compiler, _own_state())
    hashed.update("\0".join([*words, *_canonical(options)]).encode("utf-8", "surrogateescape"))
    return hashed.hexdigest()[:40]


def find(key: str) -> Entry | None:
    """What is kept under a key."""
    path = _path(key)
    try:
        content = _own_content(path)
        if content is None:
            return None
        mark, _, content = content.partition(b"\n")
        if hashlib.sha256(content).hexdigest().encode() != mark:
            return None
        head, _, rest = content.partition(b"\n")
        entry = cast("dict[str, Any]", json.loads(head))
        if entry["key"] != key:
            return None
        program, text = rest[: entry["size"]], rest[entry["size"] :]
        packed, rows = marshal.loads(zlib.decompress(program))  # noqa: S302 - written by this user, see above
        unpacked = unpack(packed)
        with contextlib.suppress(OSError):
            os.utime(path)
        return Entry(
            unpacked,
            tuple(entry["environment"]),
            tuple(entry["fixed"]),
            tuple(entry["modules"]),
            zlib.decompress(text).decode("utf-8", "surrogateescape") if text else None,
            tuple(FunctionCode(*row) for row in rows),
        )
    except (OSError, zlib.error, *_DAMAGED):
        return None


def keep(key: str, entry: Entry) -> None:
    """Keep a program from now on. A store that cannot be written is no error."""
    with contextlib.suppress(OSError, NotPackableError, UnicodeError):
        rows = [tuple(values(each).values()) for each in entry.functions]
        program = zlib.compress(marshal.dumps((pack(entry.program), rows)), 1)
        text = b""
        if entry.text is not None and len(entry.text) < _TEXT:
            text = zlib.compress(entry.text.encode("utf-8", "surrogateescape"), 1)
        head = {
            "key": key,
            "size": len(program),
            "environment": entry.environment,
            "fixed": entry.fixed,
            "modules": entry.modules,
        }
        path = _path(key)
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        content = json.dumps(head).encode() + b"\n" + program + text
        store.write(path, hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        if store.is_time_to_trim(key):
            store.trim(store.LIMIT, folder())


def _path(key: str) -> Path:
    return folder() / key[:2] / f"{key[2:]}.program"


def _own_content(path: Path) -> bytes | None:
    """The content of a file that nobody but this user can have written."""
    for each in (folder(), path.parent):
        if not _is_own(each.lstat(), stat.S_ISDIR):
            return None
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:  # noqa: PTH123 - no symlinks
        return file.read() if _is_own(os.fstat(file.fileno()), stat.S_ISREG) else None


def _is_own(status: os.stat_result, is_kind: Any) -> bool:
    return is_kind(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


def _canonical(value: object) -> Iterator[str]:
    """A value of options as words, the same in each process: sets are in no order."""
    if hasattr(value, "__dataclass_params__"):
        yield type(value).__name__
        for each in fields(value):
            yield each.name
            yield from _canonical(getattr(value, each.name))
    elif isinstance(value, (frozenset, set)):
        yield from sorted(map(repr, cast("frozenset[object]", value)))
    elif isinstance(value, (tuple, list)):
        found = cast("tuple[object, ...]", value)
        yield str(len(found))
        for each in found:
            yield from _canonical(each)
    else:
        yield repr(value)


@cache
def _own_state() -> str:
    """What tells one way of reading from another: our own files, Python, LLVM."""
    base = Path(__file__).parent.parent
    states = [sys.version]
    waiting = [str(base / name) for name in _DECIDING]
    while waiting:
        with os.scandir(waiting.pop()) as found:
            for each in sorted(found, key=lambda entry: entry.name):
                if each.is_dir():
                    if each.name != "__pycache__":
                        waiting.append(each.path)
                else:
                    status = each.stat()
                    states.append(f"{each.path} {status.st_size} {status.st_mtime_ns}")
    llvm = importlib.util.find_spec("llvmlite")
    if llvm is not None and llvm.origin is not None:
        states.append((Path(llvm.origin).parent / "_version.py").read_text("utf-8"))
    return "\n".join(states)
