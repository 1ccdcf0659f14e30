"""Random C programs with one to three inputs of 8 bits, so that native code can tell which of all inputs fail.

Branches, loops (as long as an input, with asserts in them, some without an end), arrays, products, calls, recursion,
memory of the heap, assumptions, several asserts, inputs that are read late or in a loop. Arithmetic is of ``int``; what
is undefined happens only where the property asks for it. ``AT(i, n)`` is an index of memory of the heap: native code
looks at it, for the analysis it is the index alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from support.characterize.native import build
from support.characterize.program import Program, Slot

#: edges that a run may take
LIMIT: Final = 20_000

HEAD: Final = """\
#include <assert.h>
#include <stdlib.h>
#ifndef AT
#define AT(i, n) (i)
#endif
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
"""
_PROPERTIES: Final = ("unreach-call",) * 8 + ("valid-deref", "no-overflow")
_TYPES: Final = {"unsigned char": ("uchar", 0, 255), "signed char": ("schar", -128, 127)}


@dataclass(frozen=True, slots=True)
class Generated:
    """``ranges``: for each slot the values that matter; outside of them the program ends by an assumption."""

    program: Program
    ranges: tuple[tuple[int, int], ...]


@dataclass
class Maker:
    chance: Random
    asked: str
    lines: list[str] = field(default_factory=list[str])
    scope: list[str] = field(default_factory=list[str])  #: that can be read
    locals: list[str] = field(default_factory=list[str])  #: that can be written
    arrays: dict[str, int] = field(default_factory=dict[str, int])
    heap: dict[str, str] = field(default_factory=dict[str, str])  #: pointer → its size, an expression
    functions: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    types: list[str] = field(default_factory=list[str])  #: of inputs that are still to be read
    small: bool = False  #: inputs are narrowed where they are read
    ranges: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    asserts: int = 0
    loops: int = 0
    names: int = 0
    depth: int = 1

    def new(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def put(self, line: str) -> None:
        self.lines.append("  " * self.depth + line)

    # expressions

    def number(self) -> str:
        return str(
            self.chance.choice((0, 1, 2, 3, 5, 7, 10, 16, 31, 64, 100, 127, -1, -5, self.chance.randint(-130, 260)))
        )

    def leaf(self) -> str:
        return self.chance.choice(self.scope) if self.scope and self.chance.random() < 0.75 else self.number()

    def value(self, depth: int = 2) -> str:
        roll = self.chance.random()
        if depth == 0 or roll < 0.3:
            return self.leaf()
        left, right = self.value(depth - 1), self.value(depth - 1)
        if roll < 0.65:
            return f"({left} {self.chance.choice('+-+-*')} {right})"
        if roll < 0.75:
            return f"({left} {self.chance.choice('&|^')} {right})"
        if roll < 0.82:
            return f"({left} {self.chance.choice('/%')} {self.chance.randint(2, 9)})"
        if roll < 0.86:
            return f"({left} % (({right} & 15) + 1))"
        if roll < 0.9 and self.functions:
            name, arguments = self.chance.choice(self.functions)
            return f"{name}({', '.join(self.leaf() for _ in range(arguments))})"
        if roll < 0.94 and self.arrays:
            return self.element()
        if roll < 0.97:
            return f"({self.condition(0)} ? {left} : {right})"
        return f"({left} >> {self.chance.randint(1, 4)})"

    def condition(self, depth: int = 1) -> str:
        if depth and self.chance.random() < 0.3:
            return f"({self.condition(0)} {self.chance.choice(('&&', '||'))} {self.condition(0)})"
        op = self.chance.choice(("<", "<=", ">", ">=", "==", "!="))
        return f"{self.value(1)} {op} {self.leaf()}"

    def element(self) -> str:
        name = self.chance.choice(sorted(self.arrays))
        size = self.arrays[name]
        if self.asked == "valid-deref" and self.chance.random() < 0.4:
            return f"{name}[{self.value(1)}]"
        return f"{name}[({self.value(1)}) & {size - 1}]"

    # statements

    def statements(self, count: int, depth: int) -> None:
        for _ in range(count):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        kinds: list[Callable[[int], None]] = [self.assign, self.assign, self.store, self.check]
        if depth:
            kinds += [self.branch, self.branch, self.loop, self.loop, self.countdown, self.cases, self.block]
        self.chance.choice(kinds)(depth)

    def assign(self, depth: int) -> None:
        target, op = self.chance.choice(self.locals), self.chance.choice(("=", "=", "+=", "-=", "^="))
        self.put(f"{target} {op} {self.value()};")

    def store(self, depth: int) -> None:
        if not self.arrays:
            return self.assign(depth)
        self.put(f"{self.element()} = {self.value()};")
        return None

    def check(self, depth: int) -> None:
        """An assert, an assumption, an end, or an input that is read late."""
        roll = self.chance.random()
        if roll < 0.35 and self.types:
            self.read()
        elif roll < 0.55 and self.asserts < 3:
            self.fails()
        elif roll < 0.7:
            self.put(f"if ({self.condition()}) return 1;")
        elif roll < 0.8:
            self.put(f"__VERIFIER_assume({self.condition()});")
        else:
            self.assign(depth)

    def fails(self) -> None:
        self.asserts += 1
        if self.asked == "unreach-call":
            known = self.chance.choice(sorted(name for name in self.scope if name.startswith("in")) or self.locals)
            right = self.chance.choice((known, self.value(1)))
            value = f"{self.chance.choice(self.locals)} {self.chance.choice('+-^*')} {right}"
            op = self.chance.choice(("<", ">", "!=", "!=", ">=", "<="))
            self.put(f"assert(({value}) {op} {self.number()});")
        elif self.asked == "valid-deref" and self.arrays:
            name = self.chance.choice(sorted(self.arrays))
            self.put(f"{name}[{self.value(1)}] = 1;")
        else:
            target = self.chance.choice(self.locals)
            self.put(f"{target} = {self.value(1)} * {self.value(1)} * {self.chance.choice((1000, 30000, 65536))};")

    def branch(self, depth: int) -> None:
        self.put(f"if ({self.condition()}) {{")
        self.inner(depth)
        if self.chance.random() < 0.5:
            self.put("} else {")
            self.inner(depth)
        self.put("}")

    def cases(self, depth: int) -> None:
        self.put(f"switch (({self.value(1)}) & 3) {{")
        for case in ("case 0:", "case 1:", "default:"):
            self.put(case)
            self.inner(0)
            self.put("  break;")
        self.put("}")

    def loop(self, depth: int) -> None:
        """As long as a constant, some bits of a value, or an input."""
        if self.loops >= 2:
            return self.assign(depth)
        name, inputs = self.new("i"), [n for n in self.scope if n.startswith("in")]
        bounds = [str(self.chance.randint(1, 6)), f"({self.leaf()} & 7)"]
        bounds += [self.chance.choice(inputs)] * 2 if inputs and self.loops == 0 else []
        step = self.chance.choice(("++", "++", "++", " += 2", " += 3"))
        self.put(f"for (int {name} = 0; {name} < {self.chance.choice(bounds)}; {name}{step}) {{")
        self.loops += 1
        self.scope.append(name)
        self.inner(depth)
        self.scope.remove(name)
        self.loops -= 1
        self.put("}")
        return None

    def countdown(self, depth: int) -> None:
        if self.loops >= 2:
            return self.assign(depth)
        name, step = self.new("w"), self.chance.randint(1, 5)
        self.put(f"int {name} = {self.leaf()} & 255;")
        if self.chance.random() < 0.2:  # some of these have no end
            self.put(f"while ({name} != {self.chance.randint(0, 9)}) {{")
            change = f"{name} = ({name} + {step}) & 63;"
        else:
            self.put(f"while ({name} > {self.chance.randint(0, 9)}) {{")
            change = f"{name} -= {step};"
        self.loops += 1
        self.scope.append(name)
        self.inner(depth)
        self.put(f"  {change}")
        self.put("}")
        self.loops -= 1
        return None

    def inner(self, depth: int) -> None:
        kept = len(self.scope), len(self.types)
        types = self.types
        if self.loops:
            self.types = []  # a read in a loop would be many inputs; ``reading`` makes those
        self.depth += 1
        self.statements(self.chance.randint(1, 2), max(0, depth - 1))
        self.depth -= 1
        if self.loops:
            self.types = types
        del self.scope[kept[0] :]

    def block(self, depth: int) -> None:
        """Memory of the heap, as large as a value says."""
        name, size = self.new("p"), f"((({self.leaf()}) & 3) + 1)"
        risky = self.asked == "valid-deref" and self.chance.random() < 0.7
        index = f"({self.value(1)}) & {self.chance.choice((3, 7))}" if risky else f"(({self.value(1)}) & 255) % {size}"
        target = self.chance.choice(self.locals)
        self.put(f"unsigned char *{name} = malloc({size});")
        self.put(f"if ({name} == 0) return 2;")
        self.put(f"for (int z = 0; z < {size}; z++) {name}[z] = z;")
        self.put(f"{name}[AT({index}, {size})] = {self.value(1)};")
        self.put(f"{target} += {name}[0];")
        self.put(f"free({name});")

    # inputs

    def read(self) -> None:
        type_name = self.types.pop()
        name = self.new("in")
        self.put(f"{type_name} {name} = {self.asking(type_name, name, 1)}")
        self.scope.append(name)

    def asking(self, type_name: str, name: str, times: int) -> str:
        """The call, and what narrows its value. Slots are in the order of the text."""
        suffix, low, high = _TYPES[type_name]
        text = f"__VERIFIER_nondet_{suffix}();"
        if self.small:
            low, high = max(low, -16), min(high, 31 if low == 0 else 15)
            text += f" __VERIFIER_assume({name} >= {low} && {name} <= {high});"
            low, high = max(low - 3, -128 if low < 0 else 0), high + 4
        self.ranges += [(low, high)] * times
        return text

    def reading(self) -> None:
        """Inputs that a loop reads."""
        times, type_name = len(self.types), self.types[0]
        self.types = []
        name = self.new("in")
        self.put(f"for (int k = 0; k < {times}; k++) {{")
        self.put(f"  {type_name} {name} = {self.asking(type_name, name, times)}")
        self.scope.append(name)
        self.scope.append("k")
        self.inner(1)
        target = self.chance.choice(self.locals)
        self.put(f"  {target} = {target} {self.chance.choice('+-*^')} {name};")
        del self.scope[-2:]
        self.put("}")

    # the program

    def function(self) -> None:
        name, self.scope = self.new("f"), ["a", "b"]
        kept, self.arrays = self.arrays, {}
        if self.chance.random() < 0.35:
            step = self.chance.randint(1, 3)
            body = f"return a <= 0 ? {self.leaf()} : {name}((a & 63) - {step}, {self.value(1)});"
            self.lines.append(f"static int {name}(int a, int b) {{\n  {body}\n}}")
        else:
            first, second = self.value(1), self.value(1)
            self.lines.append(
                f"static int {name}(int a, int b) {{\n  if ({self.condition()}) return {first};\n  return {second};\n}}"
            )
        self.arrays = kept
        self.functions.append((name, 2))

    def main(self, inputs: int) -> None:
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            self.function()
        self.scope = []
        self.lines.append("int main(void) {")
        self.types = [self.chance.choice(sorted(_TYPES)) for _ in range(inputs)]
        self.small = inputs == 3
        for name in ("s", "t"):
            self.put(f"int {name} = {self.chance.randint(0, 3)};")
            self.locals.append(name)
        if self.chance.random() < 0.5 or self.asked == "valid-deref":
            size = self.chance.choice((4, 8))
            values = ", ".join(str(self.chance.randint(-20, 120)) for _ in range(size))
            self.put(f"int table[{size}] = {{{values}}};")
            self.arrays["table"] = size
        if inputs > 1 and self.chance.random() < 0.2:
            self.scope = list(self.locals)
            self.reading()
        else:
            for _ in range(max(1, inputs - self.chance.choice((0, 0, 1)))):
                self.read()
        self.scope += self.locals
        self.statements(self.chance.randint(2, 5), 2)
        self.fails()
        self.put("return s == t;")
        self.lines.append("}")


def generate(seed: int, variant: int = 0) -> Generated:
    """A function of its arguments."""
    chance = Random(f"characterize {seed}.{variant}")
    maker = Maker(chance, chance.choice(_PROPERTIES))
    maker.main(chance.choice((1, 1, 2, 2, 2, 3)))
    options = "" if maker.asked == "unreach-call" else f"// options: --property {maker.asked}\n"
    bare = Program(f"seed {seed}.{variant}", options + HEAD + "\n".join(maker.lines) + "\n")
    return _with_inputs(bare, maker.ranges)


def _with_inputs(program: Program, ranges: list[tuple[int, int]]) -> Generated:
    """Slots in the order of the text, as ``ranges`` has them."""
    slots: list[Slot] = []
    for line, (name, type_name) in program.places.items():
        times = len(ranges) - len(program.places) + 1 if len(ranges) > len(program.places) else 1
        slots += [Slot(line, number, type_name, name) for number in range(1, times + 1)]
    object.__setattr__(program, "slots", tuple(slots))
    return Generated(program, tuple(ranges))


def telling(seed: int, folder: Path, tries: int = 8) -> Generated:
    """The first variant of which some inputs fail and some do not. Of every tenth seed the first, whatever it is."""
    for variant in range(tries):
        made = generate(seed, variant)
        if seed % 10 == 0:
            return made
        counts = build(made.program, folder, limit=LIMIT).enumerate(made.ranges)
        if 0 < counts.fails < counts.vectors - counts.excluded:
            return made
    return generate(seed)
