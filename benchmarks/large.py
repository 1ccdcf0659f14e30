"""Programs of any number of lines, in plain and varied C: how reading grows with the size.

Run as ``python benchmarks/large.py --lines 100000 > program.c``. Functions with loops, switches, arrays, structures,
pointers, strings and arithmetic call each other, always later ones earlier ones, so that all of them are reached from
main, and none is executed often. Which one is called depends on an input; some end in a check that inputs can violate.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator

HEAD = """// Made by benchmarks/large.py
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct item { int key; long weight; char name[8]; struct item *next; };
static struct item items[16];
static int table[64];
static unsigned state = 1;
"""


def generate(lines: int, seed: int = 1) -> str:
    """A program of about so many lines; the same numbers give the same text."""
    chance = random.Random(seed)
    out = HEAD.splitlines()
    count = 0
    while len(out) < lines - 12:
        body = list(_body(chance, count))
        out += [f"static int f{count}(int x, int *out) {{", *(f"  {line}" for line in body), "}"]
        count += 1
    out += [
        "int main(void) {",
        "  int which = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int(), result = 0;",
        f"  if (which < 0 || which >= {count}) return 0;",
        f"  int found = which % 2 ? f{count - 1}(value, &result) : f{max(count - 2, 0)}(value, &result);",
        "  return found + result > 0;",
        "}",
        "",
    ]
    return "\n".join(out)


def _body(chance: random.Random, number: int) -> Iterator[str]:
    yield f"int y = x + {chance.randrange(100)};"
    for part in chance.choices(_PARTS, k=chance.randint(3, 8)):
        yield "{"  # so that names of one part do not meet those of another
        yield from (f"  {line}" for line in part(chance, number))
        yield "}"
    # each calls the one before it, so that all are reached
    if number:
        yield f"if (y % {chance.randint(2, 9)} == 0) return f{number - 1}(y, out) + 1;"
    yield "*out = y;"
    yield "return y;"


def _loop(chance: random.Random, _: int) -> Iterator[str]:
    yield f"for (int i = 0; i < {chance.randint(2, 12)}; i++) {{"
    yield f"  table[(y + i) & 63] += i * {chance.randint(2, 9)};"
    yield f"  if (table[i] > {chance.randrange(1000)})"
    yield "    y -= table[i];"
    yield "}"


def _switch(chance: random.Random, _: int) -> Iterator[str]:
    yield "switch (y & 7) {"
    for case in range(chance.randint(3, 7)):
        yield f"  case {case}:"
        yield f"    y = y * {chance.randint(2, 9)} + {chance.randrange(50)};"
        yield "    break;"
    yield "  default:"
    yield "    y ^= (int)state;"
    yield "}"


def _structure(chance: random.Random, _: int) -> Iterator[str]:
    at = chance.randrange(16)
    yield f"struct item *it{at} = &items[{at}];"
    yield f"if (it{at}->key < y) {{"
    yield f"  it{at}->weight += y;"
    yield f"  it{at}->next = &items[{chance.randrange(16)}];"
    yield f'  strcpy(it{at}->name, "{"".join(chance.choices("abcdef", k=5))}");'
    yield "} else if (it" + str(at) + "->next) {"
    yield f"  y += (int)it{at}->next->weight;"
    yield "}"


def _arithmetic(chance: random.Random, _: int) -> Iterator[str]:
    yield f"state = state * {chance.randrange(3, 999, 2)}u + {chance.randrange(999)}u;"
    yield f"y = (int)((unsigned)y >> {chance.randint(1, 7)}) ^ (int)(state & {chance.randrange(255)}u);"
    yield f"if (y > {chance.randrange(2000)} && (y & {chance.randint(1, 15)}) != 0 && x != {chance.randrange(99)})"
    yield f"  y /= {chance.randint(2, 9)};"


def _check(chance: random.Random, _: int) -> Iterator[str]:
    yield f"if (x == {chance.randrange(10**6)} && y == {chance.randrange(10**6)})"
    yield "  reach_error();"


def _memory(chance: random.Random, number: int) -> Iterator[str]:
    size = chance.randint(2, 6)
    name = f"p{number}_{chance.randrange(10**6)}"
    yield f"int *{name} = malloc({size} * sizeof(int));"
    yield f"if ({name}) {{"
    yield f"  {name}[{chance.randrange(size)}] = y;"
    yield f"  y = {name}[{chance.randrange(size)}] + 1;"
    yield f"  free({name});"
    yield "}"


def _floating(chance: random.Random, _: int) -> Iterator[str]:
    yield "if (y > 0 && y < 1000) {"
    yield f"  double d = y * {chance.random():.3f};"
    yield "  y = (int)(d + 0.5);"
    yield "}"


_PARTS: tuple[Callable[[random.Random, int], Iterator[str]], ...] = (
    _loop,
    _switch,
    _structure,
    _arithmetic,
    _arithmetic,
    _check,
    _memory,
    _floating,
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a program of so many lines of varied C to stdout.")
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(generate(given.lines, given.seed))


if __name__ == "__main__":
    main()
