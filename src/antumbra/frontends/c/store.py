"""Compiled files of users, kept between runs: found again only if nothing that the compiler read has changed.

An entry's name is a hash of the text, the command and the compiler. The entry says which headers were read, with
hashes of their content, and which of the files exist that would be read in their place if they were there: a header
that appears in an earlier folder counts like one that changes. Headers of the compiler are known by its version.

Several runs may use the store at the same time: a file appears in one step, and one that is gone is compiled again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

from antumbra.frontends.c.toolchain import cache_folder
from antumbra.patterns import pattern
from antumbra.records import dataclass

#: bytes of all entries together: the least recently used go first
LIMIT: Final = 500_000_000
#: of one entry, unpacked
_MOST: Final = 1_000_000_000
#: a file that changed so short before the compiler began may have changed while it ran: its clock is coarse
MARGIN_NS: int = 20_000_000
#: one run in so many looks at the size of the store
_LOOKS: Final = 16

_NAME: Final = pattern(rb'(?:include|include_next|import|__has_include|__has_include_next)[\s(\\]*["<]([^">\n]+)[">]')
#: results that depend on more than files that were read; names of headers that are not spelled where they count
_ELUSIVE: Final = pattern(
    rb"__DATE__|__TIME__|__TIMESTAMP__|\bembed\b|\bincbin\b|__has_embed"
    rb"|\b__has_include(?:_next)?\b(?!\s*\(\s*[\"<])"
    rb"|(?:#|%:|\?\?=|\*/)\s*(?:include|include_next|import)\b(?![ \t]*[\"<])"
)
_ASKED: Final = pattern(rb"\b(?:ifn?def|elifn?def|defined)[ \t]*\(?[ \t]*__has_include(?:_next)?\b")
_JOINED_LINES: Final = pattern(rb"(?:\\|\?\?/)[ \t]*\r?\n")
_FOLDER_FLAGS: Final = ("-I", "-iquote", "-isystem", "-idirafter")
_FILE_FLAGS: Final = ("-include", "-imacros")
_MACRO_FLAGS: Final = ("-D", "-U")
#: their values without a space; behind a sign they are below a root that other flags name
_NAMING: Final = pattern(r"-(?:[DU]|(?:I|iquote|isystem|idirafter|include|imacros)(?!=|-pch))")
#: flags that read no files, and do not say where files are
_FLAG: Final = pattern(
    r"-(?:std=[\w+:]+|ansi|pedantic|pedantic-errors|w|trigraphs|undef|pthread|nostdinc|nostdlibinc|W(?![alp],)[\w+=-]*"
    r"|O\w?|g[\w-]*|m(?!llvm)[\w.=+-]+"
    r"|f(?!.*(?:modul|profile|plugin|pch|list|file))[\w-]+"
    r"|f(?:no-)?sanitize(?:-recover|-trap)?=[a-z,-]+|fpack-struct=\d+|fvisibility=\w+|f[a-z-]+-charset=[\w-]+)"
)


@dataclass(frozen=True, slots=True)
class Reads:
    """What a run of the compiler has read; and by which names and in which folders it has looked for files."""

    files: dict[str, str]  #: path → hash of the content
    names: tuple[str, ...]
    folders: tuple[str, ...]


def folder() -> Path:
    """Where entries are."""
    return cache_folder() / "compiled"


def enabled() -> bool:
    """Whether anything is kept: ``ANTUMBRA_CACHE=off`` says no."""
    return os.environ.get("ANTUMBRA_CACHE", "") != "off"


def find(key: str) -> str | None:
    """What is kept under ``key``, if it would be the same today."""
    if not enabled():
        return None
    path = _path(key)
    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(path.read_bytes(), _MOST)
        head, _, text = content.partition(b"\n")
        entry = cast("dict[str, Any]", json.loads(head))
        reads = Reads(entry["files"], tuple(entry["names"]), tuple(entry["folders"]))
        if not unpacker.eof or not _unchanged(reads, entry["present"]):
            return None
        os.utime(path)
        return text.decode("utf-8", "surrogateescape")
    except (OSError, ValueError, KeyError, TypeError, zlib.error):
        return None


def keep(key: str, text: str, reads: Reads) -> None:
    """Keep ``text`` from now on. A store that cannot be written is no error."""
    if not enabled():
        return
    entry = {"files": reads.files, "names": reads.names, "folders": reads.folders, "present": _present(reads)}
    path = _path(key)
    with contextlib.suppress(OSError, UnicodeError):
        content = json.dumps(entry).encode() + b"\n" + text.encode("utf-8", "surrogateescape")
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, zlib.compress(content, 1))
        if is_time_to_trim(key):
            trim(LIMIT)


def write(path: Path, content: bytes) -> None:
    """A file appears in one step, and only its owner can read or write it. Raises OSError."""
    from tempfile import mkstemp

    handle, name = mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def is_time_to_trim(key: str) -> bool:
    return int(key[:8], 16) % _LOOKS == 0


def trim(limit: int, among: Path | None = None) -> None:
    """Remove what was used least recently, until all entries together have at most ``limit`` bytes."""
    found: list[tuple[int, int, Path]] = []
    for path in (among or folder()).glob("*/*"):
        with contextlib.suppress(OSError):
            status = path.stat()
            found.append((status.st_mtime_ns, status.st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if total <= limit:
            return
        with contextlib.suppress(OSError):
            path.unlink()
        total -= size


def reads(
    rule: Path, copy: Path, text: bytes, directory: Path, command: Sequence[str], system: Sequence[str], began: int
) -> Reads | None:
    """What the compiler has read beside its input ``copy``, by the rule for make that it has written. None if the
    result may depend on more, or if it is not certain that the files are still those that were read.

    ``system``: the compiler's own arguments; headers in the folders that they name are known by its version.
    ``began``: when the compiler began, in nanoseconds.
    """
    named = prerequisites(rule)
    if named is None:
        return None
    own = tuple(f"{word.rstrip('/')}/" for word in system if word.startswith("/"))
    files: dict[str, str] = {}
    names: dict[str, None] = dict.fromkeys(_values(command, _FILE_FLAGS))
    folders = dict.fromkeys([str(directory), *_values(command, _FOLDER_FLAGS)])
    texts = [text]
    for name in named:
        if name == str(copy):
            continue
        root = next((root for root in own if name.startswith(root)), None)
        if root is not None:
            names[name[len(root) :]] = None
            continue
        content = _settled(directory / name, began)
        if content is None:
            return None
        files[str(directory / name)] = hashlib.sha256(content).hexdigest()
        folders[str((directory / name).parent)] = None
        texts.append(content)
    texts = [_ASKED.sub(b"", _JOINED_LINES.sub(b"", each)) for each in texts]
    spelled = [os.fsdecode(found) for each in texts for found in _NAME.findall(each)]
    names.update(dict.fromkeys(spelled))
    texts += [os.fsencode(macro) for macro in _values(command, _MACRO_FLAGS)]
    known = tuple(f"/{name}" for name in map(Path, names))
    if any(_ELUSIVE.search(each) for each in texts) or any(not name.endswith(known) for name in files):
        return None
    places = tuple(str(directory / each) for each in folders if f"{each.rstrip('/')}/" not in own)
    return Reads(files, tuple(names), places)


def are_known(flags: Sequence[str]) -> bool:
    """Whether it is known of each flag of the user's which files it makes the compiler look for."""
    waiting = False
    for word in flags:
        if waiting:
            waiting = False
        elif word in (*_FOLDER_FLAGS, *_FILE_FLAGS, *_MACRO_FLAGS):
            waiting = True
        elif not _NAMING.match(word) and not _FLAG.fullmatch(word):
            return False
    return not waiting


def _path(key: str) -> Path:
    return folder() / key[:2] / f"{key[2:]}.z"


def _unchanged(read: Reads, present: object) -> bool:
    for name, known in read.files.items():
        if hashlib.sha256(Path(name).read_bytes()).hexdigest() != known:
            return False
    return _present(read) == present


def _present(read: Reads) -> list[str]:
    """Which of the files exist that a compiler may look for."""
    # the compiler looks behind a folder that has the name of a header
    return sorted(str(place) for each in read.folders for name in read.names if (place := Path(each, name)).is_file())


def _settled(path: Path, began: int) -> bytes | None:
    """The content of a file that has not changed since the compiler began."""
    try:
        status = path.stat()
        content = path.read_bytes()
    except OSError:
        return None
    return content if max(status.st_mtime_ns, status.st_ctime_ns) < began - MARGIN_NS else None


def _values(command: Sequence[str], flags: Iterable[str]) -> Iterator[str]:
    for at, word in enumerate(command):
        for flag in flags:
            if word == flag and at + 1 < len(command):
                yield command[at + 1]
            elif word.startswith(flag) and word != flag:
                yield word.removeprefix(flag)


def prerequisites(rule: Path) -> list[str] | None:
    """The files behind the colon of a rule for make; None if there is no rule."""
    try:
        text = rule.read_text("utf-8", "surrogateescape")
    except OSError:
        return None
    _, _, rest = text.replace("\\\n", " ").partition(": ")
    words = re.findall(r"(?:\\ |\\#|\$\$|\S)+", rest)
    return [re.sub(r"\\([ #])", r"\1", word).replace("$$", "$") for word in words]


def now() -> int:
    """The time, to compare with that of files."""
    return time.time_ns()
