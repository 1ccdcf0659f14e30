"""The file system of the models and the machine's own do the same: random operations, in an empty folder of each.

The models are run as native code, in a process of its own for each sequence; what they call unsupported ends it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from antumbra.frontends.c.models import FILES
from libc.native_models import library
from support.size import some

CONTENTS = (b"first line\nsecond\n", b"", b"12 -7 0x1f word\n3.5e1 end")

_GIVEN = """
const int __antumbra_file_count = 3;
static unsigned char a[] = "first line\\nsecond\\n", b[1], c[] = "12 -7 0x1f word\\n3.5e1 end";
static unsigned char input[] = "given\\ninput\\n";
unsigned char *const __antumbra_file_data[] = {a, b, c, input};
int __antumbra_file_sizes[] = {sizeof a - 1, 0, sizeof c - 1, sizeof input - 1};
const int __antumbra_io_may_fail = 0;
int stat_size(const char *name, int *mode, long *links) {
  struct { unsigned long a[2], links; unsigned mode, b[3]; unsigned long c; long size; long rest[12]; } it;
  int antu_stat(const char *, void *);
  if (antu_stat(name, &it)) return -1;
  *mode = it.mode & 0170000, *links = (it.mode & 0170000) == 0040000 ? 0 : it.links;
  return (it.mode & 0170000) == 0040000 ? 0 : it.size;
}
"""

#: models of functions that are built on those of the room
_USED = (
    "lines.c",
    "print.c",
    "print_text.c",
    "scan.c",
    "format.c",
    "integer_parse.c",
    "float_parse.c",
    "error_number.c",
)

#: the status of a process that came to something unsupported
UNSUPPORTED = 7 << 8


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return library(tmp_path_factory.mktemp("filesystem"), FILES, more=_GIVEN, only=_USED)


class Side:
    """One of the two libraries, with the things that a sequence has made, by number."""

    def __init__(self, functions: ctypes.CDLL, prefix: str) -> None:
        self._functions = functions
        self._prefix = prefix
        self.streams: list[int] = []
        self.files: list[int] = []
        self.listings: list[tuple[Any, list[bytes]]] = []
        location = getattr(functions, f"{prefix}__errno_location")
        location.restype = ctypes.POINTER(ctypes.c_int)
        self._errno = location()

    def call(self, name: str, *arguments: Any, result: Any = ctypes.c_int) -> Any:
        function = getattr(self._functions, self._prefix + name)
        function.restype = result
        self._errno[0] = 0
        return function(*arguments)

    def with_errno(self, name: str, *arguments: Any, result: Any = ctypes.c_int) -> tuple[Any, int]:
        value = self.call(name, *arguments, result=result)
        failed = value in (-1, None)
        return value, self._errno[0] if failed else 0

    def open_stream(self, name: str, *arguments: Any) -> object:
        value, number = self.with_errno(name, *arguments, result=ctypes.c_void_p)
        self.streams.append(value or 0)
        return bool(value), number

    def open_file(self, name: str, *arguments: Any) -> object:
        value, number = self.with_errno(name, *arguments)
        self.files.append(value)
        # a runner of tests has files of its own: numbers differ, the order does not
        return value >= 0, number

    def stat(self, name: bytes) -> object:
        if self._prefix:
            mode, links = ctypes.c_int(), ctypes.c_long()
            size = self._functions.stat_size(name, ctypes.byref(mode), ctypes.byref(links))
            return (self._errno[0],) if size < 0 else (mode.value, size, links.value)
        try:
            found = os.stat(name)  # noqa: PTH116 - a path would lose its last slash
        except OSError as error:
            return (error.errno,)
        folder = found.st_mode & 0o170000 == 0o040000
        return found.st_mode & 0o170000, 0 if folder else found.st_size, 0 if folder else found.st_nlink


Operation = Callable[[Side], object]
NAMES = (
    b"A",
    b"B",
    b"C",
    b"new",
    b"dir",
    b"dir/inner",
    b"dir/",
    b"./",
    b"none/x",
    b"./A",
    b"dir/../B",
    b"",
    b".",
    b"A/x",
    b"other",
)
MODES = (b"r", b"w", b"a", b"r+", b"w+", b"a+", b"rb", b"wx", b"q", b"r+b")
FLAGS = (0, 1, 2, 0o101, 0o102, 0o1101, 0o2102, 0o302, 0o1002, 0o200000)


def _buffer(size: int) -> Any:
    return ctypes.create_string_buffer(b"#" * size, size)


def operation(random: Random) -> Operation:
    """One that uses what there is, whichever side it is."""
    name, other = random.choice(NAMES), random.choice(NAMES)
    number, size, where = random.randrange(8), random.randrange(0, 12), random.randrange(-9, 25)
    whence, c = random.choice((0, 0, 1, 2, 3)), random.choice((65, 10, 200, -1))
    text = random.choice((b"x", b"hello\n", b"", b"two\nlines", b"0123456789"))
    mode, flags = random.choice(MODES), random.choice(FLAGS)

    def stream(side: Side) -> Any:
        return ctypes.c_void_p(side.streams[number % len(side.streams)])

    def file(side: Side) -> int:
        return side.files[number % len(side.files)]

    def on_stream(body: Operation) -> Operation:
        return lambda side: body(side) if side.streams and side.streams[number % len(side.streams)] else None

    def on_file(body: Operation) -> Operation:
        return lambda side: body(side) if side.files and file(side) >= 0 else None

    def filled(name: str, *arguments: Any, result: Any = ctypes.c_long) -> Operation:
        def run(side: Side) -> object:
            buffer = _buffer(size + 1)
            given = [buffer if a is _buffer else stream(side) if a is stream else file(side) if a is file else a
                     for a in arguments]  # fmt: skip
            value = side.with_errno(name, *given, result=result)
            return (bool(value[0]) if result is ctypes.c_void_p else value), buffer.raw

        return run

    def close_stream(side: Side) -> object:
        at = number % len(side.streams)
        value = side.with_errno("fclose", stream(side))
        side.streams[at] = 0
        return value

    def close_file(side: Side) -> object:
        value = side.with_errno("close", file(side))
        side.files[number % len(side.files)] = -1
        return value

    def pipe(side: Side) -> object:
        ends = (ctypes.c_int * 2)()
        value = side.call("pipe", ends)
        side.files += list(ends)
        # never read from an empty one, nor written when nobody reads
        side.call("write", ends[1], b"through the pipe", ctypes.c_size_t(16))
        return value

    def scan(side: Side) -> object:
        one, word, real = ctypes.c_int(-1), _buffer(30), ctypes.c_double(-1)
        kind, room = random_scan
        given = {"d": (ctypes.byref(one),), "s": (word,), "f": (ctypes.byref(real),)}[room]
        value = side.call("fscanf", stream(side), kind, *given)
        return value, one.value, word.raw, real.value

    def read_line(side: Side) -> object:
        line, room = ctypes.c_void_p(), ctypes.c_size_t()
        count = side.call("getline", ctypes.byref(line), ctypes.byref(room), stream(side), result=ctypes.c_long)
        return count, ctypes.string_at(line.value) if count > 0 and line.value else b""

    def listed(side: Side) -> object:
        directory, number = side.with_errno("opendir", name, result=ctypes.c_void_p)
        if not directory:
            return number
        found: list[bytes] = []
        while entry := side.call("readdir", ctypes.c_void_p(directory), result=ctypes.c_void_p):
            found.append(ctypes.string_at(entry + 19))
        return sorted(found), side.call("closedir", ctypes.c_void_p(directory))

    def list_some(side: Side) -> object:
        directory, number = side.with_errno("opendir", name, result=ctypes.c_void_p)
        if directory:
            side.listings.append((ctypes.c_void_p(directory), []))
            list_on(side, size % 4)
        return number

    def list_on(side: Side, most: int) -> object:
        """Names come in any order: they are told when all are there."""
        if not side.listings:
            return None
        directory, found = side.listings[-1]
        for _ in range(most):
            entry = side.call("readdir", directory, result=ctypes.c_void_p)
            if not entry:
                side.listings.pop()
                return sorted(found), side.call("closedir", directory)
            found.append(ctypes.string_at(entry + 19))
        return None

    bad = random.choice((-1, 99, 1000))
    odd: Operation = random.choice((
        lambda side: side.with_errno("ftruncate", bad, seek),
        lambda side: side.with_errno("pread", bad, _buffer(9), ctypes.c_size_t(3), seek, result=ctypes.c_long),
        lambda side: side.with_errno("pwrite", bad, b"x", ctypes.c_size_t(1), seek, result=ctypes.c_long),
        lambda side: side.with_errno("lseek", bad, seek, number, result=ctypes.c_long),
        on_file(lambda side: side.with_errno("lseek", file(side), seek, bad, result=ctypes.c_long)),
        lambda side: side.with_errno("access", name, number * 2 - 1),
        lambda side: side.with_errno("read", bad, _buffer(9), ctypes.c_size_t(0), result=ctypes.c_long),
        lambda side: side.with_errno("write", bad, b"", ctypes.c_size_t(0), result=ctypes.c_long),
        lambda side: side.with_errno("dup2", bad, 5),
        on_file(lambda side: side.with_errno("dup2", file(side), -1)),
        lambda side: side.with_errno("close", bad),
        lambda side: side.with_errno("fdopen", bad, mode, result=ctypes.c_void_p)[1],
        on_file(lambda side: side.with_errno("isatty", file(side))),
        lambda side: side.open_file("open", b"./", 0o300 | flags & 3, 0o644),
    ))  # fmt: skip

    def reopened(side: Side) -> object:
        at = number % len(side.streams)
        value = side.call("freopen", name, mode, stream(side), result=ctypes.c_void_p)
        side.streams[at] = value or 0
        return bool(value)

    random_scan = random.choice(
        ((b"%d", "d"), (b"%i", "d"), (b"%4s", "s"), (b" %[a-z]", "s"), (b"%lf", "f"), (b"%3d", "d"), (b"%c", "s"),
         (b"f%s", "s"))
    )  # fmt: skip
    seek = ctypes.c_long(where)
    random_folder = random.choice((b"dir", b".", b"A", b"none"))
    choices: list[tuple[int, Operation]] = [
        (5, lambda side: side.open_stream("fopen", name, mode)),
        (4, lambda side: side.open_file("open", name, flags, 0o644)),
        (1, lambda side: side.open_stream("tmpfile")),
        (4, on_stream(lambda side: side.call("fgetc", stream(side)))),
        (3, on_stream(lambda side: side.call("ungetc", c, stream(side)))),
        (4, on_stream(filled("fgets", _buffer, size + 1, stream, result=ctypes.c_void_p))),
        (4, on_stream(filled("fread", _buffer, ctypes.c_size_t(1), ctypes.c_size_t(size), stream))),
        (2, on_stream(filled("fread", _buffer, ctypes.c_size_t(3), ctypes.c_size_t(size // 3), stream))),
        (4, on_stream(lambda side: side.call("fputc", c, stream(side)))),
        (4, on_stream(lambda side: side.call("fputs", text, stream(side)) >= 0)),
        (3, on_stream(lambda side: side.call("fwrite", text, ctypes.c_size_t(1), ctypes.c_size_t(len(text)),
                                             stream(side), result=ctypes.c_long))),
        (2, on_stream(lambda side: side.call("fprintf", stream(side), b"<%s %d>", text, where))),
        (3, on_stream(scan)),
        (5, on_stream(lambda side: side.with_errno("fseek", stream(side), seek, whence))),
        (4, on_stream(lambda side: side.with_errno("ftell", stream(side), result=ctypes.c_long))),
        (3, on_stream(lambda side: side.call("rewind", stream(side), result=None))),
        (4, on_stream(lambda side: (side.call("feof", stream(side)) != 0, side.call("ferror", stream(side)) != 0))),
        (1, on_stream(lambda side: side.call("clearerr", stream(side), result=None))),
        (3, on_stream(lambda side: side.call("fflush", stream(side)))),
        (3, on_stream(close_stream)),
        (5, on_file(filled("read", file, _buffer, ctypes.c_size_t(size)))),
        (5, on_file(lambda side: side.with_errno("write", file(side), text, ctypes.c_size_t(len(text)),
                                                 result=ctypes.c_long))),
        (5, on_file(lambda side: side.with_errno("lseek", file(side), seek, whence, result=ctypes.c_long))),
        (2, on_file(filled("pread", file, _buffer, ctypes.c_size_t(size), seek))),
        (2, on_file(lambda side: side.with_errno("ftruncate", file(side), seek))),
        (2, on_file(lambda side: side.open_file("dup", file(side)))),
        (2, on_file(close_file)),
        (1, pipe),
        (2, on_stream(read_line)),
        (1, listed),
        (2, list_some),
        (3, lambda side: list_on(side, size)),
        (3, odd),
        (1, on_stream(reopened)),
        (1, on_stream(lambda side: side.call("setvbuf", stream(side), None, 2, ctypes.c_size_t(0)))),
        (2, on_file(lambda side: side.open_stream("fdopen", file(side), mode))),
        (1, on_file(lambda side: side.call("dup2", file(side), side.files[size % len(side.files)]) >= 0)),
        (1, lambda side: side.with_errno("chdir", random_folder)),
        (1, lambda side: side.with_errno("truncate", name, seek)),
        (3, lambda side: side.stat(name)),
        (2, lambda side: side.with_errno("unlink", name)),
        (2, lambda side: side.with_errno("remove", name)),
        (3, lambda side: side.with_errno("rename", name, other)),
        (3, lambda side: side.with_errno("mkdir", name, 0o755)),
        (2, lambda side: side.with_errno("rmdir", name)),
        (2, lambda side: side.with_errno("access", name, 4)),
    ]  # fmt: skip
    return random.choices([body for _, body in choices], [weight for weight, _ in choices])[0]


def run_apart(body: Callable[[], Iterator[object]]) -> list[object]:
    """What ``body`` yields in a process of its own, so that every sequence begins anew, and then how it ended."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            for value in body():
                os.write(there, f"{value!r}\n".encode())
            status = 0
        finally:
            os._exit(status)
    os.close(there)
    with os.fdopen(here, "rb") as result:
        values = [eval(line) for line in result]
    return [*values, os.waitpid(child, 0)[1]]


def sequence(seed: int) -> list[Operation]:
    random = Random(seed)
    return [operation(random) for _ in range(random.randrange(4, 30))]


def outcomes(functions: ctypes.CDLL, prefix: str, operations: list[Operation]) -> Iterator[object]:
    if prefix:
        ctypes.c_int.in_dll(functions, "unsupported_ends").value = 1
    side = Side(functions, prefix)
    for each in operations:
        yield each(side)


def native(host: ctypes.CDLL, operations: list[Operation], folder: Path) -> Iterator[object]:
    for name, content in zip("ABC", CONTENTS, strict=True):
        (folder / name).write_bytes(content)
    os.umask(0o022)
    os.chdir(folder)
    yield from outcomes(host, "", operations)


@pytest.mark.parametrize("part", range(some(1, 150)))
def test_random_operations(given: ctypes.CDLL, host: ctypes.CDLL, part: int) -> None:
    compared = 0
    for seed in range(part * 20, part * 20 + some(10, 20)):
        operations = sequence(seed)
        *ours, status = run_apart(lambda operations=operations: outcomes(given, "antu_", operations))
        assert status in (0, UNSUPPORTED), f"seed {seed}"
        known = operations[: len(ours)]
        with tempfile.TemporaryDirectory() as folder:
            *theirs, _ = run_apart(lambda known=known, folder=folder: native(host, known, Path(folder)))
        assert ours == theirs, f"seed {seed}"
        compared += len(ours)
    assert compared > some(90, 180), "too much is unsupported"


CONVERSIONS = [
    "%d", "%i", "%x", "%o", "%u", "%c", "%2c", "%2d", "%1i", "%3s", "%s", "%[0-9]", "%[^-x]", "%[]x-]", "%n",
    "%hhd", "%hd", "%ld", "%lld", "%jd", "%zu", "%*d", "%*c", "%%", "%f", "%lf", "%2lf", "%3f", "%e", "%*[01]",
    "%*s", "%1c", "%5[a-z0-9]", "-", "1", "x",
]  # fmt: skip


def scanning_cases(random: Random, count: int) -> list[tuple[bytes, bytes]]:
    """What scanf is to look for, and in which text."""
    return [
        (
            "".join(random.choices([*CONVERSIONS, " "], k=random.randint(1, 4))).encode(),
            "".join(random.choices("01289-+ xXfepiINna.\t\n", k=random.randint(0, 7))).encode(),
        )
        for _ in range(count)
    ]


def scanned(functions: ctypes.CDLL, prefix: str, cases: list[tuple[bytes, bytes]]) -> Iterator[object]:
    """What fscanf says of files with these texts, writes, and leaves."""
    if prefix:
        ctypes.c_int.in_dll(functions, "unsupported_ends").value = 1
    side = Side(functions, prefix)
    for form, text in cases:
        with_text = ctypes.c_void_p(side.call("fopen", b"x", b"w", result=ctypes.c_void_p))
        side.call("fwrite", text, ctypes.c_size_t(1), ctypes.c_size_t(len(text)), with_text, result=ctypes.c_long)
        side.call("fclose", with_text)
        stream = ctypes.c_void_p(side.call("fopen", b"x", b"r", result=ctypes.c_void_p))
        buffers = [_buffer(31) for _ in range(4)]
        count = side.call("fscanf", stream, form, *buffers)
        left = (
            side.call("ftell", stream, result=ctypes.c_long),
            side.call("feof", stream) != 0,
            side.call("fgetc", stream),
        )
        yield count, [buffer.raw for buffer in buffers], left
        side.call("fclose", stream)


@pytest.mark.parametrize("seed", range(some(1, 20)))
def test_scanning_any_file(given: ctypes.CDLL, host: ctypes.CDLL, seed: int) -> None:
    random, compared = Random(seed), 0
    cases = scanning_cases(random, some(150, 500))
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        while cases:
            *ours, status = run_apart(lambda cases=cases: scanned(given, "antu_", cases))
            assert status in (0, UNSUPPORTED)
            for case, one, other in zip(cases, ours, scanned(host, "", cases), strict=False):
                assert one == other, case
            compared += len(ours)
            cases = cases[len(ours) + 1 :]
    assert compared > 100


def test_errors_have_the_machines_numbers() -> None:
    assert (errno.ENOENT, errno.EBADF, errno.EISDIR, errno.ESPIPE, errno.ENOTEMPTY) == (2, 9, 21, 29, 39)
