"""Small random Boogie programs with mathematical integers, each written twice as those of ``generator.py`` are.

Integers, a map, a truth value; loops of both kinds, jumps, choices, procedures with contracts, without a body, and
recursive ones. What is stored is a remainder, so that all values are small.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from support.small.generator import CELLS, VALUES, Expr, Lines, Scalar, Small

#: in Boogie
Both = Expr


@dataclass
class Maker:
    """Makes one program; ``G`` has the cells of the map, the truth value, and the integers."""

    chance: Random
    scope: list[Scalar]
    lines: Lines = field(default_factory=Lines)
    names: int = 0
    locals: list[str] = field(default_factory=list[str])
    functions: list[str] = field(default_factory=list[str])

    def new(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def local(self, prefix: str) -> str:
        name = self.new(prefix)
        self.locals.append(name)
        return name

    # expressions

    def expr(self, depth: int = 2) -> Both:
        roll = self.chance.random()
        if depth == 0 or roll < 0.3:
            return self.leaf()
        left, right = self.expr(depth - 1), self.expr(depth - 1)
        if roll < 0.7:
            op = self.chance.choice("+-")
            return Both(f"({left.c} {op} {right.c})", f"({left.python} {op} {right.python})")
        if roll < 0.8:
            by, (word, op) = self.chance.randint(2, 5), self.chance.choice((("div", "//"), ("mod", "%")))
            return Both(f"({left.c} {word} {by})", f"({left.python} {op} {by})")
        if roll < 0.9:
            by = self.chance.choice((-2, 2, 3))
            return Both(f"({left.c} * {by})", f"({left.python} * {by})")
        asked = self.condition(0)
        return Both(
            f"(if {asked.c} then {left.c} else {right.c})", f"({left.python} if {asked.python} else {right.python})"
        )

    def leaf(self) -> Both:
        roll = self.chance.random()
        if roll < 0.7:
            scalar = self.chance.choice(self.scope)
            return Both(scalar.c, scalar.python)
        if roll < 0.8:
            index = self.chance.choice(self.scope)
            return Both(f"cells[{index.c} mod {CELLS}]", f"G[{index.python} % {CELLS}]")
        number = str(self.chance.randint(0, 7))
        return Both(number, number)

    def condition(self, depth: int = 1) -> Both:
        if depth and self.chance.random() < 0.3:
            left, right = self.condition(0), self.condition(0)
            c, python = self.chance.choice((("&&", "and"), ("||", "or")))
            return Both(f"({left.c} {c} {right.c})", f"({left.python} {python} {right.python})")
        if self.chance.random() < 0.15:
            return Both("flag", f"G[{CELLS}]")
        left, right = self.leaf() if depth == 0 else self.expr(1), self.leaf()
        op = self.chance.choice(["<", "<=", ">", ">=", "==", "!="])
        return Both(f"({left.c} {op} {right.c})", f"({left.python} {op} {right.python})")

    # statements

    def statements(self, count: int, depth: int) -> None:
        for _ in range(count):
            kinds: list[Callable[[], None]] = [self.assign, self.assign, self.input, self.array, self.flag]
            if depth:
                kinds += [partial(k, depth - 1) for k in (self.branch, self.branch, self.jump, self.counted)]
            if self.functions:
                kinds += [self.call, self.call]
            self.chance.choice(kinds)()

    def store(self, scalar: Scalar, value: Both) -> None:
        size, less = scalar.mask + 1, f" - {scalar.less}" if scalar.less else ""
        self.lines.both(
            f"{scalar.c} := ({value.c}) mod {size}{less};", f"{scalar.python} = ({value.python}) % {size}{less}"
        )

    def target(self) -> Scalar:
        return self.chance.choice([s for s in self.scope if s.mask])

    def assign(self) -> None:
        self.store(self.target(), self.expr())

    def input(self) -> None:
        scalar, values = self.target(), self.chance.choice((2, 2, 4))
        name = self.local("u")
        self.lines.both(f"havoc {name}; assume 0 <= {name} && {name} < {values};", f"{name} = nd({values})")
        self.store(scalar, Both(name, name))

    def array(self) -> None:
        index, value = self.expr(1), self.expr()
        self.lines.both(
            f"cells[({index.c}) mod {CELLS}] := ({value.c}) mod 8;",
            f"G[({index.python}) % {CELLS}] = ({value.python}) % 8",
        )

    def flag(self) -> None:
        asked = self.condition()
        self.lines.both(f"flag := {asked.c};", f"G[{CELLS}] = bool({asked.python})")

    def block(self, c: str, python: str, depth: int) -> None:
        self.lines.both(f"{c} {{", f"{python}:")
        self.lines.depth += 1
        self.statements(self.chance.randint(1, 2), depth)
        self.lines.close()

    def branch(self, depth: int) -> None:
        asked = self.condition()
        if self.chance.random() < 0.3:
            asked = Both("*", "nd(2)")
        self.block(f"if ({asked.c})", f"if {asked.python}", depth)
        if self.chance.random() < 0.5:
            self.block("else", "else", depth)

    def jump(self, depth: int) -> None:
        """A choice of two blocks, each with what it assumes."""
        one, two, end = (self.new(prefix) for prefix in ("A", "B", "C"))
        asked = self.condition()
        for head, label, guard, python in (
            (f"goto {one}, {two};", one, asked.c, f"if {asked.python}:"),
            (f"goto {end};", two, f"!{asked.c}", "else:"),
        ):
            self.lines.both(f"{head} {label}: assume {guard};", python)
            self.lines.depth += 1
            self.statements(1, depth)
            self.lines.depth -= 1
        self.lines.c.append(f"{'  ' * self.lines.depth}{end}:")

    def counted(self, depth: int) -> None:
        name, limit, made = self.local("i"), self.local("n"), self.leaf()
        self.lines.both(f"{limit} := ({made.c}) mod 4; {name} := 0;", f"{limit} = ({made.python}) % 4; {name} = 0")
        self.lines.both(f"while ({name} < {limit}) {{", f"while {name} < {limit}:")
        self.lines.depth += 1
        self.scope.append(Scalar(name, name, 0))
        self.statements(self.chance.randint(1, 2), depth)
        self.scope.pop()
        self.lines.both(f"{name} := {name} + 1;", f"{name} = {name} + 1")
        self.lines.close()

    def call(self) -> None:
        name, given, result = self.chance.choice(self.functions), self.expr(1), self.local("r")
        self.lines.both(
            f"call {result} := {name}(({given.c}) mod 4);", f"{result} = {name}(G, nd, seen, ({given.python}) % 4)"
        )
        self.store(self.target(), Both(result, result))

    def probe(self) -> None:
        value = self.expr()
        self.lines.both(f"assert ({value.c}) mod {VALUES} != K;", f"seen.add(({value.python}) % {VALUES})")

    # procedures

    def procedure(self, world: list[Scalar], *, probe: bool) -> tuple[list[str], list[str]]:
        """In some the contract says what is true of all calls; some have no body, and some call themselves."""
        name, self.lines, self.locals = self.new("f"), Lines(), []
        head = f"procedure {name}(a: int) returns (r: int)"
        contract = ["  requires 0 <= a && a < 4;"] if self.chance.random() < 0.5 else []
        if not probe and self.chance.random() < 0.25:
            free = self.chance.choice(("", "free "))
            self.functions.append(name)
            return (
                [f"{head};", *contract, f"  {free}ensures 0 <= r && r <= a;"],
                [f"def {name}(G, nd, seen, a):", "  return nd(a + 1)"],
            )
        contract.append(f"  modifies {MODIFIES};")
        if self.chance.random() < 0.5:
            contract.append("  ensures 0 <= r && r < 8;")
        recursive = self.chance.random() < 0.4
        self.scope = [*world, Scalar("a", "a", 0)]
        if recursive:
            # what calls itself has no contract that it would have to keep with one less
            contract = [line for line in contract if "requires" not in line]
            self.lines.both("if (a <= 0) { r := 0; return; }", "if a <= 0: return 0")
        self.statements(self.chance.randint(1, 3), 1)
        if probe:
            self.probe()
        inner = Both("0", "0")
        if recursive:
            again = self.local("r")
            self.lines.both(f"call {again} := {name}(a - 1);", f"{again} = {name}(G, nd, seen, a - 1)")
            inner = Both(again, again)
        value = self.expr(1)
        self.lines.both(f"r := ({value.c} + {inner.c}) mod 8;", f"return ({value.python} + {inner.python}) % 8")
        declared = [f"  var {', '.join(self.locals)}: int;"] if self.locals else []
        self.functions.append(name)
        return (
            [head, *contract, "{", *declared, *self.lines.c, "}"],
            [f"def {name}(G, nd, seen, a):", *self.lines.python],
        )


MODIFIES = "cells, flag, g0, g1"


def generate(seed: int) -> Small:
    """A function of the seed."""
    chance = Random(f"small boogie {seed}")
    world = [
        Scalar(f"g{n}", f"G[{CELLS + 1 + n}]", chance.choice((1, 3, 7)), chance.choice((0, 0, 1, 3))) for n in range(2)
    ]
    maker = Maker(chance, list(world))
    text = ["var cells: [int]int;", "var flag: bool;", "var g0, g1: int;"]
    python: list[str] = []
    place = chance.choice(("main", "main", "body", "procedure"))
    for number in range(chance.randint(1 if place == "procedure" else 0, 2)):
        made, meant = maker.procedure(world, probe=place == "procedure" and number == 0)
        text += made
        python += meant
    maker.locals, maker.scope = [], list(world)
    body = [f"  cells[{i}] := 0;" for i in range(CELLS)] + ["  flag, g0, g1 := false, 0, 0;"]
    segments: list[tuple[str, bool]] = []
    probed = place == "procedure"
    for number in range(chance.randint(1, 2)):
        again = chance.random() < 0.5
        maker.lines = Lines(depth=2 if again else 1)
        maker.statements(chance.randint(2, 4), 2)
        if maker.functions and number == 0:
            maker.call()
        if place == "body" and number == 0:
            maker.probe()
            probed = True
        segments.append((f"segment{number}", again))
        body += ["  while (*) {", *maker.lines.c, "  }"] if again else maker.lines.c
        python += [f"def segment{number}(G, nd, seen):", *maker.lines.python]
    if not probed:
        maker.lines = Lines()
        maker.probe()
        body += maker.lines.c
        python += ["def end(G, nd, seen):", *maker.lines.python]
        segments.append(("end", False))
    declared = [f"  var {', '.join(maker.locals)}: int;"] if maker.locals else []
    text += ["procedure main()", f"  modifies {MODIFIES};", "{", *declared, *body, "}", ""]
    return Small("\n".join(text), "\n".join(python) + "\n", tuple(segments), (0,) * CELLS + (False, 0, 0))
