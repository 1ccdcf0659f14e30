"""Random programs with loops over small numbers and flags, each with its meaning as a Python function.

The claims are random too: most are wrong, and a run with random inputs soon shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

#: values by name; a map is a dict from 0 … 15
State = dict[str, int | bool | dict[int, int]]
Effect = Callable[[State, Random], None]

NUMBERS = ("x", "y", "z", "n")
FLAGS = ("p", "q", "f")
#: rounds of a loop that a run goes through before it is given up
FUEL = 40

PRELUDE = """\
function {:bvbuiltin "bvadd"} add(bv4, bv4): bv4;
function {:bvbuiltin "bvsub"} sub(bv4, bv4): bv4;
function {:bvbuiltin "bvmul"} mul(bv4, bv4): bv4;
function {:bvbuiltin "bvxor"} xor(bv4, bv4): bv4;
function {:bvbuiltin "bvult"} ult(bv4, bv4): bool;
function {:bvbuiltin "bvsle"} sle(bv4, bv4): bool;
var p, q, f: bool;
var m: [bv4]bv4;
"""


class Violated(Exception):
    """An assertion fails."""


class Blocked(Exception):
    """An assumption is false, or the run is too long."""


@dataclass(frozen=True)
class Code:
    lines: list[str]
    effect: Effect


class Generator:
    def __init__(self, random: Random) -> None:
        self._random = random

    def program(self) -> tuple[str, Effect]:
        codes = [self._statement(2) for _ in range(self._random.randint(1, 3))]
        codes.append(self._loop(2))
        codes += [self._claim() for _ in range(self._random.randint(1, 2))]
        body = _sequence(codes)
        lines = "".join(f"  {line}\n" for line in body.lines)
        header = "procedure main(x0: bv4, y0: bv4, z0: bv4, n: bv4)\n  modifies p, q, f, m;\n"
        start = "  var x, y, z: bv4;\n  x, y, z := x0, y0, z0;\n"
        return f"{PRELUDE}{header}{{\n{start}{lines}}}\n", body.effect

    # ------------------------------------------------------------ expressions

    def _number(self, depth: int = 2) -> tuple[str, Callable[[State], int]]:
        r = self._random
        if depth == 0 or r.random() < 0.4:
            if r.random() < 0.4:
                value = r.choice((0, 1, 2, 4, 8, r.randrange(16)))
                return f"{value}bv4", lambda _: value
            if r.random() < 0.15:
                index, at = self._number(0)
                return f"m[{index}]", lambda s: s["m"][at(s)]  # type: ignore[index]
            name = r.choice(NUMBERS)
            return name, lambda s: s[name]  # type: ignore[return-value]
        operator = r.choice(("add", "add", "sub", "mul", "xor"))
        (a, va), (b, vb) = self._number(depth - 1), self._number(depth - 1)
        compute = {
            "add": lambda s: (va(s) + vb(s)) % 16,
            "sub": lambda s: (va(s) - vb(s)) % 16,
            "mul": lambda s: va(s) * vb(s) % 16,
            "xor": lambda s: va(s) ^ vb(s),
        }[operator]
        return f"{operator}({a}, {b})", compute

    def _condition(self, depth: int = 1) -> tuple[str, Callable[[State], bool]]:
        r = self._random
        choice = r.random()
        if depth and choice < 0.35:
            (a, va), (b, vb) = self._condition(0), self._condition(0)
            if r.random() < 0.5:
                return f"({a} && {b})", lambda s: va(s) and vb(s)
            return f"({a} ==> {b})", lambda s: not va(s) or vb(s)
        if choice < 0.55:
            name = r.choice(FLAGS)
            if r.random() < 0.5:
                return name, lambda s: bool(s[name])
            return f"!{name}", lambda s: not s[name]
        (a, va), (b, vb) = self._number(1), self._number(1)
        match r.choice(("ult", "sle", "==")):
            case "ult":
                return f"ult({a}, {b})", lambda s: va(s) < vb(s)
            case "sle":
                return f"sle({a}, {b})", lambda s: (va(s) ^ 8) < (vb(s) ^ 8) or va(s) == vb(s)
            case _:
                return f"{a} == {b}", lambda s: va(s) == vb(s)

    # ------------------------------------------------------------ statements

    def _statement(self, depth: int) -> Code:
        r = self._random
        choice = r.random()
        if depth and choice < 0.2:
            return self._branch(depth - 1)
        if depth and choice < 0.32:
            return self._loop(depth - 1)
        if choice < 0.4:
            name = r.choice(("x", "y", "z"))
            return Code([f"havoc {name};"], lambda s, rnd: s.update({name: rnd.randrange(16)}))
        if choice < 0.45:
            return self._claim()
        if choice < 0.55:
            (i, vi), (v, vv) = self._number(1), self._number(1)
            return Code([f"m[{i}] := {v};"], lambda s, _: s.update(m={**s["m"], vi(s): vv(s)}))  # type: ignore[dict-item]
        if choice < 0.7:
            name = r.choice(FLAGS)
            c, vc = self._condition()
            if r.random() < 0.6:  # as logs of accesses are kept
                return Code(
                    [f"{name} := if {c} then true else {name};"], lambda s, _: s.update({name: vc(s) or s[name]})
                )
            return Code([f"{name} := {c};"], lambda s, _: s.update({name: vc(s)}))
        name = r.choice(("x", "y", "z"))
        if r.random() < 0.6:
            step = r.choice((1, 1, 2, 4, 15))
            return Code([f"{name} := add({name}, {step}bv4);"], lambda s, _: s.update({name: (s[name] + step) % 16}))  # type: ignore[operator]
        v, vv = self._number()
        return Code([f"{name} := {v};"], lambda s, _: s.update({name: vv(s)}))

    def _branch(self, depth: int) -> Code:
        c, vc = self._condition()
        then, otherwise = self._block(depth), self._block(depth)
        lines = [f"if ({c}) {{", *then.lines, "} else {", *otherwise.lines, "}"]
        return Code(lines, lambda s, r: (then if vc(s) else otherwise).effect(s, r))

    def _loop(self, depth: int) -> Code:
        c, vc = self._condition()
        body = self._block(depth)

        def effect(state: State, random: Random) -> None:
            for _ in range(FUEL):
                if not vc(state):
                    return
                body.effect(state, random)
            raise Blocked

        return Code([f"while ({c}) {{", *body.lines, "}"], effect)

    def _block(self, depth: int) -> Code:
        return _sequence([self._statement(depth) for _ in range(self._random.randint(1, 3))])

    def _claim(self) -> Code:
        c, vc = self._condition()

        def effect(state: State, _: Random) -> None:
            if not vc(state):
                raise Violated

        return Code([f"assert {c};"], effect)


def _sequence(codes: list[Code]) -> Code:
    def effect(state: State, random: Random) -> None:
        for code in codes:
            code.effect(state, random)

    return Code([line for code in codes for line in code.lines], effect)


def violated_by(effect: Effect, random: Random, runs: int) -> bool:
    """Does one of some random runs fail?"""
    for _ in range(runs):
        state: State = {name: random.randrange(16) for name in NUMBERS}
        state |= {name: random.random() < 0.5 for name in FLAGS}
        state["m"] = {i: random.randrange(16) for i in range(16)}
        try:
            effect(state, random)
        except Violated:
            return True
        except Blocked:
            continue
    return False
