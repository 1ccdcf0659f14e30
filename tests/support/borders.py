"""Random loops over numbers of mixed widths, with a question at the border of the values that a term takes.

Each program is written twice, as C and as Python; the Python runs for all values of the one input. Where a term takes
values up to m, "greater than m" never holds and "at least m" does: safe and unsafe programs that differ in one step.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

HEAD = "extern void reach_error(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
#: C's name → bits, and whether there is a sign
TYPES = {
    "unsigned char": (8, False),
    "signed char": (8, True),
    "unsigned short": (16, False),
    "short": (16, True),
    "unsigned": (32, False),
    "int": (32, True),
}
#: rounds of all loops of one run; a run with more decides nothing
FUEL = 3_000


@dataclass(frozen=True)
class Asked:
    """A program, and whether it is safe."""

    origin: str
    text: str
    safe: bool


class _Endless(Exception):
    """More rounds than a run may have."""


def fitted(value: int, type_: str) -> int:
    """The value, as C keeps it in a variable of a type."""
    bits, signed = TYPES[type_]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


@dataclass(frozen=True)
class _Expression:
    c: str
    python: str
    type: str


@dataclass
class _Writer:
    choose: random.Random
    types: dict[str, str] = field(default_factory=dict[str, str])
    c: list[str] = field(default_factory=list[str])
    python: list[str] = field(default_factory=list[str])
    depth: int = 1

    def put(self, c: str, python: str) -> None:
        if c:
            self.c.append("  " * self.depth + c)
        if python:
            self.python.append("  " * self.depth + python)

    # ------------------------------------------------------------ expressions

    def variable(self, *, written: bool = False) -> str:
        return self.choose.choice([name for name in self.types if not (written and name == "n")])

    def read(self, name: str) -> _Expression:
        return _Expression(name, name, self.types[name])

    def expression(self, depth: int = 1) -> _Expression:
        if depth == 0 or self.choose.random() < 0.5:
            if self.choose.random() < 0.6:
                return self.read(self.variable())
            number = str(self.choose.choice((0, 1, 2, 3, 7, 10, 50, 100, 127, 128, 200, 255, 300, -1, -3)))
            return _Expression(number, number, "int")
        return self.operation(self.choose.choice("+-+-*&"), self.expression(depth - 1), self.expression(depth - 1))

    def operation(self, sign: str, left: _Expression, right: _Expression) -> _Expression:
        type_ = "unsigned" if "unsigned" in (left.type, right.type) else "int"
        return _Expression(
            f"({left.c} {sign} {right.c})", f"fitted({left.python} {sign} {right.python}, {type_!r})", type_
        )

    def condition(self, left: str) -> tuple[str, str]:
        sign = self.choose.choice(("<", "<", "<=", "!=", ">", ">=", "=="))
        one, other = self.read(left), self.expression(int(self.choose.random() < 0.3))
        type_ = "unsigned" if "unsigned" in (one.type, other.type) else "int"
        python = f"fitted({one.python}, {type_!r}) {sign} fitted({other.python}, {type_!r})"
        return f"{one.c} {sign} {other.c}", python

    # ------------------------------------------------------------ statements

    def assign(self, name: str, value: _Expression) -> None:
        self.put(f"{name} = {value.c};", f"{name} = fitted({value.python}, {self.types[name]!r})")

    def step(self, name: str, sign: str, number: int) -> None:
        self.assign(name, self.operation(sign, self.read(name), _Expression(str(number), str(number), "int")))

    def change(self) -> None:
        name, kind = self.variable(written=True), self.choose.random()
        if kind < 0.6:
            self.step(name, self.choose.choice("+-+"), self.choose.choice((1, 1, 1, 2, 3, 5, 255)))
        elif kind < 0.8:
            self.assign(name, self.operation("+", self.read(name), self.read(self.variable())))
        else:
            self.assign(name, self.expression(2))

    def block(self, c: str, python: str, content: Callable[[], None]) -> None:
        self.put(c, python)
        self.depth += 1
        content()
        self.depth -= 1
        self.put("}", "")

    def loop(self) -> None:
        counter = self.variable(written=True)
        if self.choose.random() < 0.7:
            self.assign(counter, self.choose.choice((_Expression("0", "0", "int"), self.read("n"))))
        c, python = self.condition(counter)
        if self.choose.random() < 0.25:
            more = self.condition(self.variable())
            c, python = f"{c} && {more[0]}", f"{python} and {more[1]}"

        def body() -> None:
            self.put("", "tick()")
            for _ in range(self.choose.choice((1, 1, 2, 3))):
                kind = self.choose.random()
                if kind < 0.55:
                    self.change()
                elif kind < 0.9 or self.depth > 2:
                    test = self.condition(self.variable())
                    self.block(f"if ({test[0]}) {{", f"if {test[1]}:", self.leave if kind > 0.8 else self.change)
                else:
                    self.loop()
            self.step(counter, self.choose.choice("++-"), self.choose.choice((1, 1, 2, 3)))

        self.block(f"while ({c}) {{", f"while {python}:", body)

    def leave(self) -> None:
        self.put("break;", "break")


def programs(seed: int) -> list[Asked]:
    """Up to two programs, one safe and one not; none, if a loop of them may go on for long."""
    choose = random.Random(seed)
    writer = _Writer(choose, {"n": choose.choice(("unsigned char", "signed char"))})
    for name in "xyz"[: choose.randint(2, 3)]:
        writer.types[name] = choose.choice(list(TYPES))
    for name in writer.types:
        if name != "n":
            writer.assign(name, choose.choice((_Expression("0", "0", "int"), writer.read("n"))))
    for _ in range(choose.randint(1, 3)):
        writer.loop()
    asked = writer.operation(choose.choice("-+"), writer.read(writer.variable()), writer.read(writer.variable()))
    values = _values(writer, asked)
    if values is None:
        return []
    most, least = max(values), min(values)
    border = choose.choice(((">", ">=", most), ("<", "<=", least)))
    declared = "".join(f"  {type_} {name};\n" for name, type_ in writer.types.items())
    begin = f"{HEAD}int main(void) {{\n{declared}  n = __VERIFIER_nondet_uchar();\n" + "\n".join(writer.c)
    found: list[Asked] = []
    for sign, safe in ((border[0], True), (border[1], False)):
        end = f"\n  if ((long long){asked.c} {sign} {border[2]}LL) reach_error();\n  return 0;\n}}\n"
        found.append(Asked(str(seed), begin + end, safe))
    return found


def _values(writer: _Writer, asked: _Expression) -> set[int] | None:
    """What the term is at the end, for every input; None if a run is too long."""
    left = 0

    def tick() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise _Endless

    scope: dict[str, Any] = {"fitted": fitted, "tick": tick}
    exec("def run(n):\n" + "\n".join(writer.python) + f"\n  return {asked.python}\n", scope)
    found: set[int] = set()
    for number in range(256):
        left = FUEL
        try:
            found.add(scope["run"](fitted(number, writer.types["n"])))
        except _Endless:
            return None
    return found
