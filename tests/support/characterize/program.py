"""A C program with what its head says: its inputs, which of them fail, the options it is characterized with.

    // expect: fails iff …            for people
    // options: --property no-overflow
    // inputs: int n, unsigned char c[3]
    // truth: n > 3 && c[0] == 'a'    an expression of GNU C over the inputs; more lines of it may follow
    // hard: why                      nobody expects exact bounds
    // native: no                     native code does not tell whether an input fails (memory of the heap)

An input is a slot: the ``number``-th read at a line, so a line may have one read only. ``c[3]``: what is read at the
line of ``c`` for the first, second and third time. Without ``inputs`` each place is read once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

#: what follows ``__VERIFIER_nondet_`` → type of C
TYPES: Final = {
    "int": "int",
    "uint": "unsigned",
    "char": "char",
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "bool": "_Bool",
    "_Bool": "_Bool",
    "float": "float",
    "double": "double",
}
WIDTHS: Final = {
    **dict.fromkeys(("char", "signed char", "unsigned char"), 8),
    **dict.fromkeys(("short", "unsigned short"), 16),
    **dict.fromkeys(("int", "unsigned", "float"), 32),
    **dict.fromkeys(("long", "unsigned long", "long long", "unsigned long long", "double"), 64),
    "_Bool": 1,
}
READ: Final = re.compile(r"__VERIFIER_nondet_(\w+)\s*\(\s*\)")
_TARGET: Final = re.compile(r"(\w+)(?:\[\w+\])?\s*=\s*(?:\([\w ]+\))?\s*$")


@dataclass(frozen=True, slots=True)
class Slot:
    """The ``number``-th read (from 1) at a line. ``name``: of the variable it goes to, where there is one."""

    line: int
    number: int
    type_name: str
    name: str = ""

    @property
    def width(self) -> int:
        return WIDTHS[self.type_name]

    @property
    def signed(self) -> bool:
        return self.type_name in ("int", "char", "signed char", "short", "long", "long long")


@dataclass(frozen=True)
class Program:
    """``text`` is what antumbra gets."""

    name: str
    text: str

    def _told(self, key: str) -> list[str]:
        head = f"// {key}: "
        return [line.removeprefix(head) for line in self.text.splitlines() if line.startswith(head)]

    @cached_property
    def options(self) -> tuple[str, ...]:
        return tuple(word for line in self._told("options") for word in line.split())

    @property
    def asked(self) -> str:
        """The property."""
        given = self.options
        return given[given.index("--property") + 1] if "--property" in given else "unreach-call"

    @cached_property
    def truth(self) -> str | None:
        return " ".join(self._told("truth")) or None

    @property
    def hard(self) -> bool:
        return bool(self._told("hard"))

    @property
    def native(self) -> bool:
        return self._told("native") != ["no"]

    @cached_property
    def places(self) -> dict[int, tuple[str, str]]:
        """Line → name and type of what is read there."""
        found: dict[int, tuple[str, str]] = {}
        for number, line in enumerate(self.text.splitlines(), 1):
            reads = list(READ.finditer(line))
            if len(reads) > 1:
                raise ValueError(f"{self.name}:{number}: two reads on one line")
            for read in reads:
                target = _TARGET.search(line[: read.start()])
                found[number] = (target[1] if target else "", TYPES[read[1]])
        return found

    @cached_property
    def declared(self) -> tuple[tuple[str, str, int | None], ...]:
        """Type, name and (of an array) length of each input that the head names."""
        found: list[tuple[str, str, int | None]] = []
        for part in (part for line in self._told("inputs") for part in line.split(",")):
            matched = re.fullmatch(r"\s*([\w ]+?)\s+(\w+)(?:\[(\d+)\])?\s*", part)
            if matched is None:
                raise ValueError(f"{self.name}: no input: {part!r}")
            found.append((matched[1], matched[2], int(matched[3]) if matched[3] else None))
        return tuple(found)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Those that the head names, in its order; without a head one for each place."""
        if not self.declared:
            return tuple(Slot(line, 1, type_name, name) for line, (name, type_name) in self.places.items())
        lines = {name: (line, type_name) for line, (name, type_name) in self.places.items()}
        if len(lines) != len(self.places):
            raise ValueError(f"{self.name}: two places have one name")
        made: list[Slot] = []
        for type_name, name, length in self.declared:
            line, read = lines[name]
            if type_name != read:
                raise ValueError(f"{self.name}: {name} is read as {read}")
            made += [Slot(line, number, type_name, name) for number in range(1, (length or 1) + 1)]
        return tuple(made)
