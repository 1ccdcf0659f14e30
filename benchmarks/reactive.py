"""Reactive programs in the manner of the RERS challenge, of any size: a big function of rules over state variables.

Run as ``python benchmarks/reactive.py --states 40 --inputs 6 > program.c``. A machine with ``states`` states is drawn
at random (seeded) and its state is spread over small variables; each rule tests some of them and the input, sets the
next state, and returns an output. A few states call the error function. The number of inputs read is the macro N.

With ``--targets`` the program has that many lines ``error_NN:`` instead, each with a comment that says whether it can
be reached (found by enumerating the machine), a share of them ``--unreachable``; ``--depth`` is the number of layers
that the states are spread over, of which an input passes at most one. It reads inputs for ever, or N of them.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
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
    targets: int = 0  #: lines ``error_NN``, in place of the error calls
    unreachable: float = 0.5  #: the part of the targets that no input reaches
    depth: int = 8  #: layers of states, for programs with targets


def generate(shape: Shape) -> str:
    """The program's text; the same shape gives the same text."""
    return _with_targets(shape) if shape.targets else _with_errors(shape)


def _with_errors(shape: Shape) -> str:
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
        "// Made by benchmarks/reactive.py",
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
        *_main(shape.inputs, "int i = 0; i < N; i++", "i"),
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


def _main(inputs: int, rounds: str, result: str) -> list[str]:
    unknown = " && ".join(f"input != {symbol}" for symbol in range(1, inputs + 1))
    return [
        "int main(void) {",
        f"  for ({rounds}) {{",
        "    int input = __VERIFIER_nondet_int();",
        f"    if ({unknown}) return -2;",
        f"    if (calculate_output(input) == -2) return {result};",
        "  }",
        "  return 0;",
        "}",
    ]


# ------------------------------------------------------------ programs with targets


#: values of the counter that rules advance besides the state; whether it is odd follows from the state
_COUNTER = 6


@dataclass(frozen=True, slots=True)
class _Move:
    """A rule of a machine with a counter: from a state, on an input, to a state; the counter goes on by ``step``."""

    state: int
    symbol: int
    target: int
    step: int
    output: int


def _with_targets(shape: Shape) -> str:
    chance = random.Random(shape.seed)
    variables = _variables(shape.states)
    moves = _moves(shape, chance)
    targets = _targets(shape, _reached(moves, ()), chance)
    reached = _reached(moves, targets)
    return "\n".join(
        [
            "// Made by benchmarks/reactive.py",
            "#include <stdlib.h>",
            "extern int __VERIFIER_nondet_int(void);",
            "",
            *(f"int a{i} = 0;" for i in range(len(variables))),
            "int level = 0;",
            "",
            "static int calculate_output(int input) {",
            *(
                f"  if ({_holds(state, variables)} && level == {level})\n"
                f"    error_{number:02}: exit(1); // {'reachable' if (state, level) in reached else 'unreachable'}"
                for number, (state, level) in enumerate(targets)
            ),
            *(line for move in moves for line in _move(move, variables)),
            "  return -2;",
            "}",
            "",
            "#ifdef N",
            *_main(shape.inputs, "int i = 0; i < N; i++", "i"),
            "#else",
            *_main(shape.inputs, ";;", "0"),
            "#endif",
            "",
        ]
    )


def _moves(shape: Shape, chance: random.Random) -> list[_Move]:
    """Mostly on to the next layer or back, sometimes to any state of the same layer."""
    layers = max(1, min(shape.depth, shape.states))
    bounds = [shape.states * layer // layers for layer in range(layers + 1)]
    odd = [0, *(chance.randrange(2) for _ in range(shape.states - 1))]
    found: list[_Move] = []
    for layer in range(layers):
        for state in range(bounds[layer], bounds[layer + 1]):
            for symbol in range(1, shape.inputs + 1):
                if chance.random() >= shape.density:
                    continue
                onward = layer + 1 if layer + 1 < layers and chance.random() < 0.5 else chance.randint(0, layer)
                target = chance.randrange(bounds[onward], bounds[onward + 1])
                step = (odd[target] - odd[state]) % 2 + chance.choice((0, 0, 2))
                found.append(_Move(state, symbol, target, step, 20 + chance.randrange(6)))
    chance.shuffle(found)
    return found


def _reached(moves: list[_Move], targets: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """The states and counters that inputs lead to; a target ends the run."""
    following: dict[int, list[_Move]] = {}
    for move in moves:
        following.setdefault(move.state, []).append(move)
    found = {(0, 0)}
    waiting = [(0, 0)]
    while waiting:
        state, level = waiting.pop()
        for move in following.get(state, []) if (state, level) not in targets else []:
            then = (move.target, (level + move.step) % _COUNTER)
            if then not in found:
                found.add(then)
                waiting.append(then)
    return found


def _targets(shape: Shape, reached: set[tuple[int, int]], chance: random.Random) -> list[tuple[int, int]]:
    """Reached and unreached pairs of state and counter, or a counter out of range where all pairs are reached."""
    every = [(state, level) for state in range(shape.states) for level in range(_COUNTER)]
    dead = [pair for pair in every if pair not in reached]
    dead += [(state, _COUNTER + 1) for state in range(shape.states)]
    alive = [pair for pair in every if pair in reached and pair != (0, 0)]
    wanted = round(shape.targets * shape.unreachable)
    found = chance.sample(dead[: max(wanted, len(dead) - shape.states)], wanted)
    found += chance.sample(alive, min(shape.targets - wanted, len(alive)))
    chance.shuffle(found)
    return found


def _move(move: _Move, variables: list[int]) -> list[str]:
    now, then = _digits(move.state, variables), _digits(move.target, variables)
    changes = " ".join(f"a{i} = {new};" for i, (old, new) in enumerate(zip(now, then, strict=True)) if old != new)
    level = f"level = (level + {move.step}) % {_COUNTER};" if move.step else ""
    return [
        f"  if ((input == {move.symbol}) && ({_holds(move.state, variables)})) {{",
        f"    {changes} {level}".rstrip(),
        f"    return {move.output};",
        "  }",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a reactive program in the manner of RERS to stdout.")
    for name, value in (("states", 40), ("inputs", 5), ("errors", 4), ("seed", 1), ("targets", 0), ("depth", 8)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--density", type=float, default=0.7)
    parser.add_argument("--unreachable", type=float, default=0.5)
    print(generate(Shape(**vars(parser.parse_args()))), end="")


if __name__ == "__main__":
    main()
