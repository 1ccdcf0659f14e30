"""What a program does on all of its inputs: native code with gcc's sanitizers."""

from __future__ import annotations

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from support.aimed.native import COMPILER, OPTIONS, SIGNS
from support.shapes.generator import ERROR, INPUTS, generate

FLAGS = (
    "-O0",
    "-w",
    "-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero",
    "-fno-sanitize-recover=all",
)
RUNTIME = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int live;
static char **next;
static void *counted_malloc(size_t n) { live++; return malloc(n); }
static void counted_free(void *p) { live -= p != 0; free(p); }
static int take(void) { return atoi(*next++); }
#define __VERIFIER_nondet_int take
#define __VERIFIER_assume(c)
#define malloc counted_malloc
#define free counted_free
"""


@dataclass(frozen=True)
class Shape:
    """A program and what may happen in it: names of checks, ``unreach-call`` and ``valid-memcleanup`` among them."""

    seed: int
    text: str
    events: frozenset[str]


def shape(seed: int, folder: Path) -> Shape:
    """The program with an error that is reached, or not; by the seed."""
    text = generate(seed)
    ended: dict[int, bool] = {}
    events: set[str] = set()
    for told in runs(text, folder):
        if isinstance(told, str):
            events.add(told)
        else:
            ended[told[0]] = True
            events |= {"valid-memcleanup"} if told[1] else set()
    reached = Random(seed).random() < 0.5 and bool(ended)
    values = sorted(ended) if reached else [v for v in range(256) if v not in ended]
    events |= {"unreach-call"} if reached else set()
    return Shape(seed, text.replace(ERROR, ERROR.replace("K", str(Random(seed).choice(values)))), frozenset(events))


def runs(text: str, folder: Path) -> list[str | tuple[int, int]]:
    """Of each input, the check that fails, or what ``h`` is at the end and how many objects are left."""
    assert COMPILER is not None
    source, made = folder / "native.c", folder / "native"
    start = "int main(int argc, char **argv) {\n  next = argv + 1;\n  return program();\n}\n"
    shown = text.replace(ERROR, '  printf("%u %d\\n", h, live);').replace("int main(void)", "int program(void)")
    lines = [line for line in shown.splitlines() if not re.match(r"extern |#include", line)]
    source.write_text(RUNTIME + "\n".join(lines) + "\n" + start)
    subprocess.run([COMPILER, *FLAGS, str(source), "-o", str(made)], check=True, capture_output=True, text=True)
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda values: _run(made, values), INPUTS))


def _run(made: Path, values: tuple[int, ...]) -> str | tuple[int, int]:
    environment = {**os.environ, "ASAN_OPTIONS": OPTIONS}
    command = [str(made), *map(str, values)]
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", env=environment, timeout=20, check=False
    )
    for sign, meaning in SIGNS:
        if sign in done.stderr:
            return meaning
    if done.returncode:
        raise RuntimeError(f"native code ended with {done.returncode}: {done.stderr[-500:]}")
    value, live = done.stdout.split()
    return int(value), int(live)


def line_of(shape: Shape) -> str:
    """Seed, error value and events, for a machine without gcc."""
    (value,) = re.findall(r"if \(h == (\d+)\)", shape.text)
    return f"{shape.seed} {value} {','.join(sorted(shape.events)) or '-'}\n"


def from_line(line: str) -> Shape:
    seed, value, events = line.split()
    text = generate(int(seed)).replace(ERROR, ERROR.replace("K", value))
    return Shape(int(seed), text, frozenset(() if events == "-" else events.split(",")))
