"""Random well-typed programs, each with its meaning as a Python function.

Integers, bools, bit-vectors, maps, datatypes (one of them recursive), functions, calls, branches, gotos, bounded loops,
quantifiers over small ranges, lambdas and code expressions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

#: values of variables by name; a map is a dict over 0 … 3, a shape is (constructor, fields …), a list a nest of pairs
State = dict[str, Any]
Meaning = Callable[[State], Any]
Effect = Callable[[State], None]

VARIABLES = {
    "i": "int",
    "j": "int",
    "p": "bool",
    "q": "bool",
    "v": "bv8",
    "w": "bv8",
    "m": "[int]int",
    "s": "Shape",
    "l": "List",
}
GLOBALS = {"g": "int"}

PRELUDE = """\
datatype Shape { Circle(radius: int), Square(side: int, filled: bool) }
datatype List { Nil(), Cons(head: int, tail: List) }
function {:bvbuiltin "bvadd"} add8(bv8, bv8): bv8;
function {:bvbuiltin "bvmul"} mul8(bv8, bv8): bv8;
function {:bvbuiltin "bvxor"} xor8(bv8, bv8): bv8;
function {:bvbuiltin "bvlshr"} shr8(bv8, bv8): bv8;
function {:bvbuiltin "bvult"} ult8(bv8, bv8): bool;
function {:bvbuiltin "bvslt"} slt8(bv8, bv8): bool;
var g: int;
"""


@dataclass(slots=True)
class Program:
    """``text`` with the claims left out, and what it does to a state."""

    declarations: str
    body: list[str]
    effects: list[Effect] = field(default_factory=list[Effect])
    loops: int = 0

    def run(self, start: State) -> State:
        state = {k: dict(v) if isinstance(v, dict) else v for k, v in start.items()}
        for effect in self.effects:
            effect(state)
        return state

    def text(self, before: list[str], claim: str) -> str:
        counters = {f"c{n + 1}": "int" for n in range(self.loops)}
        variables = "".join(f"  var {name}: {kind};\n" for name, kind in (VARIABLES | {"t": "int"} | counters).items())
        lines = "".join(f"  {line}\n" for line in [*before, *self.body, f"assert {claim};"])
        return f"{PRELUDE}{self.declarations}procedure main()\n  modifies g;\n{{\n{variables}{lines}}}\n"


def start_state(random: Random) -> State:
    state: State = {}
    for name, kind in (VARIABLES | GLOBALS).items():
        state[name] = _value(random, kind)
    return state


def _value(random: Random, kind: str) -> Any:
    match kind:
        case "int":
            return random.randint(-5, 9)
        case "bool":
            return random.random() < 0.5
        case "bv8":
            return random.randrange(256)
        case "[int]int":
            return {k: random.randint(-3, 3) for k in range(4)}
        case "List":
            return (random.randint(0, 3), None) if random.random() < 0.5 else None
        case _:
            circle = ("Circle", random.randint(0, 5))
            return circle if random.random() < 0.5 else ("Square", random.randint(0, 5), random.random() < 0.5)


def literal(value: Any, kind: str) -> str:
    match kind:
        case "int":
            return str(value) if value >= 0 else f"(0 - {-value})"
        case "bool":
            return "true" if value else "false"
        case "bv8":
            return f"{value}bv8"
        case "List":
            heads: list[str] = []
            while value is not None:
                heads.append(f"Cons({literal(value[0], 'int')}, ")
                value = value[1]
            return "".join(heads) + "Nil()" + ")" * len(heads)
        case _:
            kinds = {"Circle": ["int"], "Square": ["int", "bool"]}[value[0]]
            fields = ", ".join(literal(v, k) for v, k in zip(value[1:], kinds, strict=True))
            return f"{value[0]}({fields})"


def equal(name: str, value: Any, kind: str) -> str:
    """That a variable has this value."""
    if kind == "[int]int":
        return " && ".join(f"{name}[{k}] == {literal(v, 'int')}" for k, v in value.items())
    return f"{name} == {literal(value, kind)}"


class Generator:
    """One program. ``scope`` are the variables that expressions may read."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.scope: dict[str, str] = {}
        self.loops = 0
        self.names = 0

    def name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def program(self, statements: int) -> Program:
        self.scope = {"a": "int", "b": "bool"}
        body, meaning = self.expression("int", 2)
        condition, holds = self.expression("bool", 2)
        amount, added = self.expression("int", 1)
        declarations = (
            f"function f(a: int, b: bool): int {{ {body} }}\n"
            "procedure step(a: int, b: bool) returns (r: int)\n  modifies g;\n"
            f"{{\n  if ({condition}) {{ g := {amount}; r := f(a, b); }} else {{ r := g; }}\n}}\n"
        )

        def step(state: State, a: int, b: bool) -> int:
            local = state | {"a": a, "b": b}
            if holds(local):
                state["g"] = added(local)
                return meaning(local)
            return state["g"]

        self.scope = VARIABLES | GLOBALS
        result = Program(declarations, [])
        for _ in range(statements):
            text, effect = self.statement(meaning, step, 2)
            result.body.append(text)
            result.effects.append(effect)
        result.loops = self.loops
        return result

    # ------------------------------------------------------------ statements

    def statement(self, f: Meaning, step: Callable[..., int], depth: int) -> tuple[str, Effect]:
        kind = self.random.choice(
            ["assign", "assign", "both", "map", "whole map", "field", "f", "call", "if", "goto", "while", "havoc"]
        )
        if depth == 0 and kind in ("if", "goto", "while"):
            kind = "assign"
        match kind:
            case "map":
                index, at = self.expression("int", 1)
                value, to = self.expression("int", 2)
                return f"m[({index}) mod 4] := {value};", lambda s: s["m"].update({at(s) % 4: to(s)})
            case "whole map":
                index, at = self.expression("int", 1)
                value, to = self.expression("int", 2)
                return f"m := m[({index}) mod 4 := {value}];", lambda s: s["m"].update({at(s) % 4: to(s)})
            case "both":
                first, a = self.expression("int", 2)
                second, b = self.expression("int", 2)

                def assign(s: State) -> None:
                    s["i"], s["j"] = a(s), b(s)

                return f"i, j := {first}, {second};", assign
            case "havoc":
                value, to = self.expression("int", 2)
                return f"t := {value}; havoc i; assume t == i;", _setter("i", to)
            case "goto":
                guard, holds = self.expression("bool", 2)
                then, first_effect = self.statement(f, step, depth - 1)
                other, second_effect = self.statement(f, step, depth - 1)
                one, two, end = (self.name(p) for p in ("A", "B", "C"))

                def jump(s: State) -> None:
                    (first_effect if holds(s) else second_effect)(s)

                ways = f"{one}: assume {guard}; {then} goto {end}; {two}: assume !({guard}); {other} {end}:"
                return f"goto {one}, {two}; {ways}", jump
            case "field":
                value, to = self.expression("int", 1)
                # the update of a field that the value does not have changes nothing

                def update(s: State) -> None:
                    if s["s"][0] == "Circle":
                        s["s"] = ("Circle", to(s))

                return f"s := s->(radius := {value});", update
            case "f" | "call":
                first, a = self.expression("int", 1)
                second, b = self.expression("bool", 1)
                target = self.random.choice(["i", "j"])
                if kind == "f":
                    return f"{target} := f({first}, {second});", _setter(
                        target, lambda s: f(s | {"a": a(s), "b": b(s)})
                    )
                return f"call {target} := step({first}, {second});", _setter(target, lambda s: step(s, a(s), b(s)))
            case "if":
                guard, holds = self.expression("bool", 2)
                then, first_effect = self.statement(f, step, depth - 1)
                other, second_effect = self.statement(f, step, depth - 1)

                def choose(s: State) -> None:
                    (first_effect if holds(s) else second_effect)(s)

                return f"if ({guard}) {{ {then} }} else {{ {other} }}", choose
            case "while":
                inner, effect = self.statement(f, step, depth - 1)
                rounds = self.random.randint(0, 3)
                self.loops += 1
                counter = f"c{self.loops}"

                def repeat(s: State) -> None:
                    for _ in range(rounds):
                        effect(s)

                head = f"while ({counter} < {rounds}) invariant {counter} <= {rounds};"
                return f"{counter} := 0; {head} {{ {counter} := {counter} + 1; {inner} }}", repeat
            case _:
                target = self.random.choice([n for n, k in self.scope.items() if k != "[int]int"])
                value, to = self.expression(self.scope[target], 3)
                return f"{target} := {value};", _setter(target, to)

    # ------------------------------------------------------------ expressions

    def expression(self, kind: str, depth: int) -> tuple[str, Meaning]:
        names = [n for n, k in self.scope.items() if k == kind]
        if depth == 0 or self.random.random() < 0.2:
            if names and self.random.random() < 0.7:
                name = self.random.choice(names)
                return name, lambda s: s[name]
            value = _value(self.random, kind)
            return literal(value, kind), lambda _s: value
        return {"int": self._int, "bool": self._bool, "bv8": self._bv, "Shape": self._shape, "List": self._list}[kind](
            depth - 1
        )

    def _two(self, kind: str, depth: int) -> tuple[str, Meaning, str, Meaning]:
        return (*self.expression(kind, depth), *self.expression(kind, depth))

    def _int(self, depth: int) -> tuple[str, Meaning]:
        match self.random.randrange(10 if "m" in self.scope else 6):
            case 4:
                name = self.name("z")
                x, f = self.expression("int", depth)
                y, g = self._inside(name, depth)
                return f"(var {name} := {x}; {y})", lambda s: g(s | {name: f(s)})
            case 5:
                name = self.name("k")
                x, f = self.expression("int", depth)
                y, g = self._inside(name, depth)
                return f"(lambda {name}: int :: {y})[{x}]", lambda s: g(s | {name: f(s)})
            case 0:
                x, f, y, g = self._two("int", depth)
                return f"({x} + {y})", lambda s: f(s) + g(s)
            case 1:
                x, f, y, g = self._two("int", depth)
                return f"({x} - {y})", lambda s: f(s) - g(s)
            case 2:
                x, f = self.expression("int", depth)
                k = self.random.choice([-7, -3, 2, 5])
                word = self.random.choice(["div", "mod"])
                # euclidean: the remainder is never negative
                return (
                    f"({x} {word} {literal(k, 'int')})",
                    lambda s: f(s) % abs(k) if word == "mod" else (f(s) - f(s) % abs(k)) // k,
                )
            case 3:
                c, h = self.expression("bool", depth)
                x, f, y, g = self._two("int", depth)
                return f"(if {c} then {x} else {y})", lambda s: f(s) if h(s) else g(s)
            case 6:
                x, f = self.expression("int", depth)
                return f"m[({x}) mod 4]", lambda s: s["m"][f(s) % 4]
            case 7:
                x, f, y, g = self._two("int", depth)
                return (
                    f"m[({x}) mod 4 := {y}][({y}) mod 4]",
                    lambda s: g(s) if f(s) % 4 == g(s) % 4 else s["m"][g(s) % 4],
                )
            case 8:
                x, f = self.expression("List", depth)
                return f"(if {x} is Cons then ({x})->head else 0)", lambda s: 0 if f(s) is None else f(s)[0]
            case _:
                x, f = self.expression("Shape", depth)
                return f"(if {x} is Circle then ({x})->radius else ({x})->side)", lambda s: f(s)[1]

    def _bool(self, depth: int) -> tuple[str, Meaning]:
        match self.random.randrange(10 if "v" in self.scope else 6):
            case 4:
                name = self.name("k")
                kind = self.random.choice(["forall", "exists"])
                size = self.random.randint(0, 3)
                self.scope = self.scope | {name: "int"}
                x, f = self.expression("bool", min(depth, 1))
                self.scope = {n: k for n, k in self.scope.items() if n != name}
                join = "==>" if kind == "forall" else "&&"
                every = all if kind == "forall" else any
                return (
                    f"({kind} {name}: int :: 0 <= {name} && {name} < {size} {join} {x})",
                    lambda s: every(f(s | {name: k}) for k in range(size)),
                )
            case 5:
                name = self.name("z")
                x, f = self.expression("int", depth)
                c, h = self.expression("bool", depth)
                y, g = self.expression("bool", depth)
                code = f"{name} := {x}; goto B, C; B: assume {c}; return {name} > 0; C: assume !({c}); return {y};"
                return (
                    f"|{{ var {name}: int; A: {code} }}|",
                    lambda s: f(s) > 0 if h(s) else g(s),
                )
            case 0:
                x, f, y, g = self._two("int", depth)
                return f"({x} < {y})", lambda s: f(s) < g(s)
            case 1:
                x, f, y, g = self._two("bool", depth)
                return f"({x} ==> {y})", lambda s: not f(s) or g(s)
            case 2:
                x, f, y, g = self._two("bool", depth)
                return f"({x} <==> !{y})", lambda s: f(s) != g(s)
            case 3:
                x, f, y, g = self._two("int", depth)
                return f"({x} == {y} || {x} >= {y})", lambda s: f(s) >= g(s)
            case 6:
                x, f, y, g = self._two("List", depth)
                return f"({x} == {y})", lambda s: f(s) == g(s)
            case 7:
                x, f, y, g = self._two("bv8", depth)
                return f"ult8({x}, {y})", lambda s: f(s) < g(s)
            case 8:
                x, f, y, g = self._two("bv8", depth)
                return f"slt8({x}, {y})", lambda s: (f(s) ^ 128) < (g(s) ^ 128)
            case _:
                x, f, y, g = self._two("Shape", depth)
                return f"({x} == {y})", lambda s: f(s) == g(s)

    def _bv(self, depth: int) -> tuple[str, Meaning]:
        x, f, y, g = self._two("bv8", depth)
        match self.random.randrange(5):
            case 0:
                return f"add8({x}, {y})", lambda s: (f(s) + g(s)) % 256
            case 1:
                return f"mul8({x}, {y})", lambda s: f(s) * g(s) % 256
            case 2:
                return f"xor8({x}, {y})", lambda s: f(s) ^ g(s)
            case 3:
                return f"shr8({x}, {y})", lambda s: f(s) >> g(s) if g(s) < 8 else 0
            case _:
                return f"({x})[4:0] ++ ({y})[8:4]", lambda s: (f(s) & 15) << 4 | g(s) >> 4

    def _inside(self, name: str, depth: int) -> tuple[str, Meaning]:
        """An integer that may depend on one more variable."""
        self.scope = self.scope | {name: "int"}
        result = self.expression("int", depth)
        self.scope = {n: k for n, k in self.scope.items() if n != name}
        return result

    def _list(self, depth: int) -> tuple[str, Meaning]:
        x, f = self.expression("List", depth)
        if self.random.random() < 0.3:
            return f"(if {x} is Cons then ({x})->tail else Nil())", lambda s: None if f(s) is None else f(s)[1]
        y, g = self.expression("int", depth)
        return f"Cons({y}, {x})", lambda s: (g(s), f(s))

    def _shape(self, depth: int) -> tuple[str, Meaning]:
        x, f = self.expression("int", depth)
        if self.random.random() < 0.5:
            return f"Circle({x})", lambda s: ("Circle", f(s))
        y, g = self.expression("bool", depth)
        return f"Square({x}, {y})", lambda s: ("Square", f(s), g(s))


def _setter(name: str, meaning: Meaning) -> Effect:
    def effect(state: State) -> None:
        state[name] = meaning(state)

    return effect
