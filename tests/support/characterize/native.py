"""Which inputs fail, by native code: one executable that runs a program on many vectors of inputs, beside the bounds.

Nothing of antumbra takes part. Reads of inputs are told apart by line and number, runs are ended by a count of edges
(clang's coverage), undefined behaviour is seen by clang's sanitizer with handlers of our own (``harness.c``).
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Final

from support.characterize.program import READ, TYPES, Program, Slot
from support.clang import ZIG

HARNESS: Final = Path(__file__).parent / "harness.c"
#: property → what it asks of clang's sanitizer, and which handlers then mean failure
_SANITIZERS: Final = {
    "unreach-call": ("integer-divide-by-zero,bounds,shift-exponent", "ERROR"),
    "no-overflow": ("signed-integer-overflow,shift-base,bounds", "OVERFLOW DIVISION SHIFT"),
    "division-by-zero": ("integer-divide-by-zero,bounds,shift-exponent", "DIVISION"),
    "def-behavior": ("integer-divide-by-zero,bounds,shift-exponent", "SHIFT"),
    "valid-free": ("integer-divide-by-zero,bounds,shift-exponent", ""),
    "valid-deref": ("integer-divide-by-zero,bounds,shift-exponent", "DEREF"),
}
_ENDS: Final = ("ERROR", "OVERFLOW", "DIVISION", "SHIFT", "DEREF")
_FLAGS: Final = ("-w", "-std=gnu11", "-ffp-contract=off", "-fno-strict-aliasing", "-fno-builtin", "-UNDEBUG")


class End(IntEnum):
    """How a run ended. LATE: not within the limit. UNDEFINED: by behaviour that the property does not ask for."""

    OK = 0
    FAILS = 1
    EXCLUDED = 2
    LATE = 3
    UNDEFINED = 4


@dataclass(frozen=True, slots=True)
class Bounds:
    """``file``: bounds.c. ``parameters``: for each of its functions' parameters the slot it is, and its type."""

    file: Path
    parameters: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Of one vector. ``told``: what the program's head says; both bounds; None where there is none."""

    end: End
    told: bool | None
    must: bool | None
    may: bool | None

    @property
    def fails(self) -> bool | None:
        """None where neither native code nor the head knows."""
        if self.end in (End.LATE, End.UNDEFINED):
            return self.told
        return self.end is End.FAILS

    @property
    def disagreement(self) -> str | None:
        if self.told is not None and self.end in (End.OK, End.FAILS, End.EXCLUDED) and self.told != self.fails:
            return f"the head of the program is wrong: it says {self.told}, native code {self.end.name}"
        if self.must and self.may is False:
            return "an input in MUST and in SAFE"
        if self.must and self.fails is False:
            return "an input in MUST that does not fail"
        if self.may is False and self.fails:
            return "an input in SAFE that fails"
        return None


@dataclass(slots=True)
class Counts:
    """Of an enumeration: how many vectors there are of each kind."""

    vectors: int = 0
    fails: int = 0
    must: int = 0
    may: int = 0  #: between the bounds
    late: int = 0
    late_must: int = 0  #: in MUST, and no failure seen within the limit
    excluded: int = 0
    undefined: int = 0
    wrong: int = 0
    examples: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Executable:
    path: Path
    slots: tuple[Slot, ...]

    def ask(self, vectors: Sequence[Sequence[int]]) -> list[Answer]:
        lines = (" ".join(f"{value & (1 << 64) - 1:x}" for value in vector) + "\n" for vector in vectors)
        done = subprocess.run(
            [self.path], input="".join(lines), capture_output=True, text=True, check=False, timeout=600
        )
        answers = [_answer(line) for line in done.stdout.splitlines()]
        if len(answers) != len(vectors):
            raise RuntimeError(f"{self.path}: {len(answers)} answers for {len(vectors)} vectors, {done.returncode}")
        return answers

    def enumerate(self, ranges: Sequence[tuple[int, int]]) -> Counts:
        """All vectors within ranges, ends included."""
        words = [str(bound) for pair in ranges for bound in pair]
        done = subprocess.run([self.path, *words], capture_output=True, text=True, check=False, timeout=1200)
        if done.returncode:
            raise RuntimeError(f"{self.path}: {done.returncode} {done.stderr[-300:]}")
        counts = Counts()
        for line in done.stdout.splitlines():
            if line.startswith("vector"):
                counts.examples.append(line)
                continue
            end, lower, upper, number = (int(word) for word in line.split()[1:])
            counts.vectors += number
            counts.fails += number * (end == End.FAILS)
            counts.must += number * lower
            counts.may += number * (upper and not lower)
            counts.late += number * (end == End.LATE)
            counts.late_must += number * (end == End.LATE and lower)
            counts.excluded += number * (end == End.EXCLUDED)
            counts.undefined += number * (end == End.UNDEFINED)
            passes = end in (End.OK, End.EXCLUDED, End.UNDEFINED)
            counts.wrong += number * bool(
                (lower and passes) or (not upper and end == End.FAILS) or (lower and not upper)
            )
        return counts


def build(program: Program, folder: Path, bounds: Bounds | None = None, limit: int = 100_000) -> Executable:
    """``limit``: on the edges of one run."""
    others = (
        [] if bounds is None else [slot for slot in bounds.parameters if _place(slot) not in _places(program.slots)]
    )
    slots = (*program.slots, *others)
    source, harness = folder / "program.c", folder / "harness.c"
    source.write_text(_instrumented(program.text))
    harness.write_text(_head(program, slots, bounds, limit) + HARNESS.read_text())
    sanitize, _ = _SANITIZERS[program.asked]
    wrap = () if program.asked == "no-overflow" else ("-fwrapv",)
    checks = (f"-fsanitize={sanitize}", "-fsanitize-minimal-runtime", "-fsanitize-recover=all")
    # every block counts, so that a loop of one block cannot hide
    coverage = ("-fsanitize-coverage=bb,no-prune,trace-pc", "-fno-finite-loops")
    renamed = ("-Dmain=program_main", "-Dabort=native_abort", "-Dexit=native_exit", "-DAT(i,n)=native_at(i,n)")
    objects: list[Path] = []
    for file, flags in (
        (source, (*checks, *wrap, *coverage, *renamed)),
        (harness, ()),
        *([(bounds.file, ())] if bounds else []),
    ):
        made = folder / f"{file.stem}.o"
        # a compiler's passes over long functions take minutes
        level = "-O0" if file.stat().st_size > LARGE_FILE else "-O1"
        _clang("-c", level, *_FLAGS, "-fno-sanitize=undefined", *flags, str(file), "-o", str(made))
        objects.append(made)
    executable = folder / "program.exe"
    _clang("-fno-sanitize=undefined", *(str(made) for made in objects), "-lm", "-o", str(executable))
    return Executable(executable, slots)


#: bytes of a file
LARGE_FILE = 500_000


def _clang(*arguments: str) -> None:
    done = subprocess.run([str(ZIG), "cc", *arguments], capture_output=True, text=True, check=False, timeout=280)
    if done.returncode:
        raise RuntimeError(f"{arguments}:\n{done.stderr[:3000]}")


def _instrumented(text: str) -> str:
    """Reads say where they are; declarations stay."""

    def read(match: re.Match[str]) -> str:
        if match[1] in ("float", "double"):
            return f"native_read_{match[1]}(__LINE__)"
        return f"(({TYPES[match[1]]})native_read(__LINE__))"

    declared = "unsigned long native_read(int); float native_read_float(int); double native_read_double(int); "
    declared += "int native_at(int, int);"
    return declared + "\n#line 1\n" + READ.sub(read, text)


def _head(program: Program, slots: Sequence[Slot], bounds: Bounds | None, limit: int) -> str:
    _, failing = _SANITIZERS[program.asked]
    lines = [
        f"#define {name} {'FAILS' if name in failing.split() else 'UNDEFINED'}" for name in _ENDS if name != "ERROR"
    ]
    # an error function that is not asked for ends the program like abort
    lines.append(f"#define ERROR {'FAILS' if 'ERROR' in failing else 'OK'}")
    lines += [f"#define SLOTS {len(slots)}", f"#define LIMIT {limit}L", f"#define NATIVE {int(program.native)}"]
    lines.append(f"static const int slot_line[] = {{{', '.join(str(slot.line) for slot in slots)}, 0}};")
    lines.append(f"static const int slot_number[] = {{{', '.join(str(slot.number) for slot in slots)}, 0}};")
    lines += ["typedef unsigned long word_;"]
    lines.append("static float float_(word_ w) { union { unsigned u; float f; } x; x.u = (unsigned)w; return x.f; }")
    lines.append("static double double_(word_ w) { union { word_ u; double f; } x; x.u = w; return x.f; }")
    lines += [*_told(program), *_bounds(slots, bounds)]
    return "\n".join(lines) + "\n"


def _value(slot: Slot, index: int, type_name: str = "") -> str:
    if (type_name or slot.type_name) in ("float", "double"):
        return f"{type_name or slot.type_name}_(word_values[{index}])"
    return f"({type_name or slot.type_name})word_values[{index}]"


def _told(program: Program) -> list[str]:
    if program.truth is None:
        return ["static int told(const word_ *word_values) { return -1; }"]
    lines, index = ["static int told(const word_ *word_values) {"], 0
    for type_name, name, length in program.declared:
        values = [_value(program.slots[index + i], index + i) for i in range(length or 1)]
        index += length or 1
        array = f"[{length}] = {{{', '.join(values)}}}" if length else f" = {values[0]}"
        lines.append(f"  {type_name} {name}{array};")
    return [*lines, f"  return ({program.truth}) != 0;", "}"]


def _bounds(slots: Sequence[Slot], bounds: Bounds | None) -> list[str]:
    if bounds is None:
        return [f"static int {name}(const word_ *word_values) {{ return -1; }}" for name in ("must", "may")]
    where = {_place(slot): index for index, slot in enumerate(slots)}
    values = ", ".join(_value(slot, where[_place(slot)]) for slot in bounds.parameters)
    types = ", ".join(slot.type_name for slot in bounds.parameters) or "void"
    lines: list[str] = []
    for name in ("must", "may"):
        lines.append(f"_Bool {name}_fail({types});")
        lines.append(f"static int {name}(const word_ *word_values) {{ return {name}_fail({values}); }}")
    return lines


def _place(slot: Slot) -> tuple[int, int]:
    return slot.line, slot.number


def _places(slots: Sequence[Slot]) -> set[tuple[int, int]]:
    return {_place(slot) for slot in slots}


def _answer(line: str) -> Answer:
    end, *rest = (int(word) for word in line.split())
    told, must, may = (None if value < 0 else bool(value) for value in rest)
    return Answer(End(end), told, must, may)
