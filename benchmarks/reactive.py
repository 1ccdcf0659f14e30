"""Reactive programs in the manner of the RERS challenge, of any size: a big function of rules over state variables.

Run as ``python benchmarks/reactive.py --states 40 --inputs 6 > program.c``. A machine with ``states`` states is drawn
at random (seeded) and its state is spread over small variables; each rule tests some of them and the input, sets the
next state, and returns an output. A few states call the error function. The number of inputs read is the macro N.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass

_RADIX = (2, 3, 5, 4, 2, 6, 3, 2)


@dataclass(frozen=True, slots=True)
class Shape:
    """How big the program is."""

    states: int = 40
    inputs: int = 5
    errors: int = 4
    density: float = 0.7  #: the part of (state, input) pairs that have a rule
    seed: int = 1


def generate(shape: Shape) -> str:
    """The program's text; the same shape gives the same text."""
    chance = random.Random(shape.seed)
    variables = _variables(shape.states)
    rules = [
        (state, symbol, _target(chance, state, shape.states), 20 + chance.randrange(6))
        for state in range(shape.states)
        for symbol in range(1, shape.inputs + 1)
        if chance.random() < shape.density
    ]
    chance.shuffle(rules)
    failing = chance.sample(range(shape.states // 2, shape.states), min(shape.errors, shape.states // 2))
    lines = [
        f"// Made by benchmarks/reactive.py: {shape}",
        "#ifndef N",
        "#define N 6",
        "#endif",
        "extern void reach_error(void);",
        "extern int __VERIFIER_nondet_int(void);",
        "",
        *(f"int a{i} = 0;" for i in range(len(variables))),
        "int level = 0;",
        "",
        "static int calculate_output(int input) {",
        *(_error(state, variables) for state in failing),
        *(line for rule in rules for line in _rule(rule, variables, chance)),
        "  return -2;",
        "}",
        "",
        *_main(shape.inputs),
    ]
    return "\n".join(lines) + "\n"


def _variables(states: int) -> list[int]:
    """The radix of each state variable, enough of them for all states."""
    found: list[int] = []
    capacity = 1
    while capacity < states:
        found.append(_RADIX[len(found) % len(_RADIX)])
        capacity *= found[-1]
    return found


def _digits(state: int, variables: list[int]) -> list[int]:
    digits: list[int] = []
    for radix in variables:
        digits.append(state % radix)
        state //= radix
    return digits


def _target(chance: random.Random, state: int, states: int) -> int:
    """Mostly a little further on, so that depth is needed to get to the last states."""
    return (state + 1 + chance.randrange(3)) % states if chance.random() < 0.6 else chance.randrange(state + 1)


def _holds(state: int, variables: list[int]) -> str:
    return " && ".join(f"a{i} == {digit}" for i, digit in enumerate(_digits(state, variables)))


def _error(state: int, variables: list[int]) -> str:
    return f"  if ({_holds(state, variables)} && level > {state % 7}) reach_error();"


def _rule(rule: tuple[int, int, int, int], variables: list[int], chance: random.Random) -> list[str]:
    state, symbol, target, output = rule
    now, then = _digits(state, variables), _digits(target, variables)
    changes = " ".join(f"a{i} = {new};" for i, (old, new) in enumerate(zip(now, then, strict=True)) if old != new)
    level = ("level = level * 3 / 2 + 1;", "level = (level - 7) / 2;", "level += 3;", "")[chance.randrange(4)]
    return [
        f"  if ((input == {symbol}) && ({_holds(state, variables)})) {{",
        f"    {changes} {level}".rstrip(),
        f"    return {output};",
        "  }",
    ]


def _main(inputs: int) -> list[str]:
    unknown = " && ".join(f"input != {symbol}" for symbol in range(1, inputs + 1))
    return [
        "int main(void) {",
        "  for (int i = 0; i < N; i++) {",
        "    int input = __VERIFIER_nondet_int();",
        f"    if ({unknown}) return -2;",
        "    if (calculate_output(input) == -2) return i;",
        "  }",
        "  return 0;",
        "}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a reactive program in the manner of RERS to stdout.")
    for name, value in (("states", 40), ("inputs", 5), ("errors", 4), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--density", type=float, default=0.7)
    print(generate(Shape(**vars(parser.parse_args()))), end="")


if __name__ == "__main__":
    main()
