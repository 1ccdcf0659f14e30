"""Code that tells the harness which lines a run comes to, and what variables of the source get there.

Debug records say which variable has which value from where on (``#dbg_value``), or where it lies (``#dbg_declare``);
what is stored is told byte by byte. A record that is not understood says that the variable's value is not known. The
generated code holds numbers of sites and of variables, nothing of the program's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from antumbra.evidence.native.irtext import Refused, split_argument
from antumbra.patterns import pattern
from antumbra.records import dataclass

RECORD: Final = "    #dbg_"
_RECORD = pattern(r"    #dbg_(\w+)\((.*?), !(\d+), (!DIExpression\([^()]*\))")
_EMPTY: Final = "!DIExpression()"
_FRAGMENT = pattern(r"!DIExpression\(DW_OP_LLVM_fragment, (\d+), \d+\)")
_GLOBAL = pattern(r"!dbg !(\d+)")

DECLARATIONS: Final = (
    "declare void @antumbra.h.line(i32)",
    "declare void @antumbra.h.value(i32, i64)",
    "declare void @antumbra.h.gone(i32)",
    "declare void @antumbra.h.place(i32, ptr)",
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a number in an event means: the node of a variable, and how many bits come before the part of it."""

    variable: int
    offset: int = 0


class Numbers:
    """What events are about, by number."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self._known: dict[Told, int] = {}

    def number(self, variable: int, offset: int = 0) -> int:
        told = Told(variable, offset)
        known = self._known.get(told)
        if known is None:
            known = self._known[told] = len(self.told)
            self.told.append(told)
        return known


class Stepping:
    """Of one function: goes through its lines in order, and says which calls belong before each instruction."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._site = 0
        self._waiting: list[tuple[str, str, int, str]] = []
        self._temporaries = 0

    def block(self) -> None:
        """A new block begins: it may be come to from anywhere."""
        self._site = 0

    def record(self, line: str) -> None:
        """A debug record; it counts from the next instruction on that is no phi."""
        match = _RECORD.match(line)
        if match is not None:
            self._waiting.append((match[1], match[2], int(match[3]), match[4]))

    def before(self, opcode: str, site: int) -> Iterator[str]:
        if opcode == "phi":
            return
        waiting, self._waiting = self._waiting, []
        for record in waiting:
            yield from self._told(*record)
        if site and site != self._site:
            self._site = site
            yield f"call void @antumbra.h.line(i32 {site})"

    def _told(self, kind: str, operand: str, variable: int, expression: str) -> Iterator[str]:
        try:
            of, _, value = split_argument(operand)
        except Refused:
            of, value = "", ""
        part = _FRAGMENT.fullmatch(expression)
        number = self._numbers.number(variable, int(part[1]) if part else 0)
        known = value not in ("poison", "undef", "") and not value.startswith("!")
        if kind == "declare" and of == "ptr" and known and expression == _EMPTY:
            yield f"call void @antumbra.h.place(i32 {number}, ptr {value})"
        elif kind == "value" and known and (part or expression == _EMPTY) and (wide := self._wide(of, value)):
            yield from wide[:-1]
            yield f"call void @antumbra.h.value(i32 {number}, i64 {wide[-1]})"
        else:
            yield f"call void @antumbra.h.gone(i32 {number})"

    def _temporary(self) -> str:
        self._temporaries += 1
        return f"%antumbra.v.{self._temporaries}"

    def _wide(self, kind: str, value: str) -> list[str]:
        """Instructions that make 64 bits of a value, and what then has them; nothing if it has more."""
        bits = re.fullmatch(r"i(\d+)", kind)
        if kind == "i64":
            return [value]
        wide = self._temporary()
        if kind == "ptr":
            return [f"{wide} = ptrtoint ptr {value} to i64", wide]
        if kind == "double":
            return [f"{wide} = bitcast double {value} to i64", wide]
        if kind == "float":
            narrow = self._temporary()
            return [f"{narrow} = bitcast float {value} to i32", f"{wide} = zext i32 {narrow} to i64", wide]
        if bits is not None and int(bits[1]) < 64:
            return [f"{wide} = zext {kind} {value} to i64", wide]
        return []


def global_of(line: str) -> int | None:
    """The node that describes a global variable and where it is."""
    match = _GLOBAL.search(line)
    return int(match[1]) if match else None
