"""KLEE's ``.ktest`` files, version 3.

Only what the program asked for becomes an object (sources ``INPUT`` and ``HAVOC``): KLEE's replay library hands objects
out in order and would stumble over others. Names are made unique and never empty, objects never of size 0,
because KLEE's reader fails on both.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from antumbra.engines.outcome import InputValue
from antumbra.evidence.testcase import TestCase, TestFormatError
from antumbra.evidence.values import in_memory
from antumbra.program.model import Source

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
    inputs = (item for item in test.inputs if item.source in (Source.INPUT, Source.HAVOC))
    return KTest((test.program_file or "program",), tuple((item.name, in_memory(item)) for item in inputs))


def to_test(content: KTest, entry: str = "main", data_model: str = "LP64") -> TestCase:
    """The test a file stands for: inputs in order; how it ends is not recorded there."""
    inputs = tuple(
        InputValue(name, "bytes", Source.INPUT, 8 * len(data), int.from_bytes(data, "little"))
        for name, data in content.objects
    )
    program = content.arguments[0] if content.arguments else ""
    return TestCase(inputs, program_file=program, entry=entry, data_model=data_model)
