"""KLEE's ``.ktest`` files, version 3.

Only what the program asked for becomes an object (sources ``INPUT`` and ``HAVOC``): KLEE's replay library hands objects
out in order and would stumble over others. Names are made unique and never empty, objects never of size 0,
because KLEE's reader fails on both.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence

from antumbra.engines.outcome import InputValue
from antumbra.evidence.surroundings import Surroundings, inputs_of, surroundings
from antumbra.evidence.testcase import TestCase, TestFormatError
from antumbra.evidence.values import in_memory
from antumbra.frontends.environment import NOTHING, from_words
from antumbra.program.errors import InputError
from antumbra.program.model import Source
from antumbra.records import dataclass

_MAGICS = (b"KTEST", b"BOUT\n")
_VERSION = 3
#: strings and objects longer than this are not read: a damaged file must not cost gigabytes
_LONGEST = 1 << 28


@dataclass(frozen=True, slots=True)
class KTest:
    """The content of a file. ``data`` is as in memory, little-endian for numbers."""

    arguments: tuple[str, ...]
    objects: tuple[tuple[str, bytes], ...]


def _u32(number: int) -> bytes:
    return struct.pack(">I", number)


def _string(text: str) -> bytes:
    raw = text.encode("utf-8", "replace").replace(b"\0", b"?")
    return _u32(len(raw)) + raw


def _unique(names: Sequence[str]) -> list[str]:
    taken: set[str] = set()
    result: list[str] = []
    for name in names:
        candidate, number = name or "input", 0
        while candidate in taken:
            number += 1
            candidate = f"{name or 'input'}_{number}"
        taken.add(candidate)
        result.append(candidate)
    return result


def encode(content: KTest) -> bytes:
    parts = [_MAGICS[0], _u32(_VERSION), _u32(len(content.arguments))]
    parts += [_string(argument or "program") for argument in content.arguments]
    parts += [_u32(0), _u32(0), _u32(len(content.objects))]
    names = _unique([name for name, _ in content.objects])
    for name, (_, data) in zip(names, content.objects, strict=True):
        data = data or b"\0"
        parts += [_string(name), _u32(len(data)), data]
    return b"".join(parts)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        if size > _LONGEST or self.at + size > len(self.data):
            raise TestFormatError(
                f"the .ktest file ends at byte {len(self.data)}, {size} more bytes expected at {self.at}"
            )
        self.at += size
        return self.data[self.at - size : self.at]

    def u32(self) -> int:
        return int.from_bytes(self.take(4), "big")


def decode(data: bytes) -> KTest:
    reader = _Reader(data)
    if reader.take(5) not in _MAGICS:
        raise TestFormatError("not a .ktest file: expected KTEST at the start")
    version = reader.u32()
    if version > _VERSION:
        raise TestFormatError(f".ktest version {version} is not known (expected at most {_VERSION})")
    arguments = [reader.take(reader.u32()).decode("utf-8", "replace") for _ in range(_count(reader, 4))]
    if version >= 2:
        reader.take(8)
    objects: list[tuple[str, bytes]] = []
    for _ in range(_count(reader, 8)):
        name = reader.take(reader.u32()).decode("utf-8", "replace")
        objects.append((name, reader.take(reader.u32())))
    return KTest(tuple(arguments), tuple(objects))


def _count(reader: _Reader, least: int) -> int:
    """A count of items that take at least ``least`` bytes each."""
    count = reader.u32()
    if count * least > len(reader.data) - reader.at:
        raise TestFormatError(f"the .ktest file is too short for {count} items at byte {reader.at}")
    return count


def from_test(test: TestCase) -> KTest:
    """Arguments and files come first, as KLEE's POSIX runtime names and orders them, and its options that ask for just
    these; variables of the environment, which it does not have, come last."""
    around, inputs = surroundings(test)
    options: list[str] = []
    objects: list[tuple[str, bytes]] = []
    last: list[tuple[str, bytes]] = []
    if around is not None:
        for number, (text, length) in enumerate(zip(around.arguments, around.lengths, strict=True)):
            options += ["--sym-arg", str(length)]
            objects.append((f"arg{number:02}", text.ljust(length + 1, b"\0")))
        if around.files:
            # KLEE has one size for all files
            size = max(1, *map(len, around.files.values()))
            options += ["--sym-files", str(len(around.files)), str(size)]
            for name, data in around.files.items():
                objects += [(f"{name}_data", data.ljust(size, b"\0")), (f"{name}_data_stat", _stat(size))]
        if around.stdin is not None:
            options += ["--sym-stdin", str(len(around.stdin))]
            if around.stdin:
                objects += [("stdin", around.stdin), ("stdin_stat", _stat(len(around.stdin)))]
        last = [(f"{_VARIABLE}{name}", value + b"\0") for name, value in around.variables.items() if value is not None]
    own = [(item.name, in_memory(item)) for item in inputs]
    return KTest((test.program_file or "program", *options), (*objects, *own, *last))


#: names of objects that are variables of the environment
_VARIABLE = "env "


def _stat(size: int) -> bytes:
    """x86-64's struct stat of a regular file."""
    return struct.pack("<QQQIIIIQQQQ", 0, 1, 1, 0o100644, 0, 0, 0, 0, size, 4096, 8).ljust(144, b"\0")


def to_test(content: KTest, entry: str = "main", data_model: str = "LP64") -> TestCase:
    """The test a file stands for: inputs in order; how it ends is not recorded there."""
    program = content.arguments[0] if content.arguments else ""
    objects = list(content.objects)
    around = _around(content.arguments[1:], objects)
    environment, given = inputs_of(around) if around is not None else (NOTHING, [])
    inputs = tuple(
        InputValue(name, "bytes", Source.INPUT, 8 * len(data), int.from_bytes(data, "little")) for name, data in objects
    )
    return TestCase(
        (*given, *inputs), program_file=program, entry=entry, data_model=data_model, environment=environment.words()
    )


def _around(options: Sequence[str], objects: list[tuple[str, bytes]]) -> Surroundings | None:
    """Takes the objects of KLEE's POSIX runtime, and variables of ours; None: there are no such options."""
    if not any(re.match("--?sym-", word) for word in options):
        return None
    try:
        environment = from_words(options)
    except InputError as error:
        raise TestFormatError(f"the program's arguments are not understood: {error.message}") from error
    found = Surroundings()

    def take(name: str) -> bytes:
        if not objects or not objects[0][0].startswith(name):
            raise TestFormatError(f"expected an object {name}")
        return objects.pop(0)[1]

    for group in environment.arguments:
        count = int.from_bytes(take("n_args"), "little") if group.least < group.most else group.least
        if not group.least <= count <= group.most:
            raise TestFormatError(f"n_args is {count}")
        for _ in range(count):
            found.arguments.append(take(f"arg{len(found.arguments):02}"))
            found.lengths.append(group.length)
    for name in environment.files.names if environment.files is not None else ():
        found.files[name] = take(f"{name}_data")
        take(f"{name}_data_stat")
    if environment.closed:
        found.stdin = take("stdin") if environment.stdin else b""
        if environment.stdin:
            take("stdin_stat")
    for name, data in [each for each in objects if each[0].startswith(_VARIABLE)]:
        found.variables[name.removeprefix(_VARIABLE)] = data[:-1]
        objects.remove((name, data))
    if objects and objects[-1][0] == "model_version":
        objects.pop()
    return found
