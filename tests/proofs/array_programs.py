"""Small random programs that go over arrays, and what they do: every execution with few values, by running them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

from antumbra.program.model import Program
from proofs.helpers import program

VARIABLES = (
    "g: bv64, i: bv64, j: bv64, n: bv64, t: bv64, a: bv64, b: bv64, f: bv8, m: bv8, u: bv8, v: bv8, w: bv8, x: bv8, "
    "q: bv8, s: bv8"
)
#: elements of each array
SIZE = 3

State = dict[str, int]
#: changes an execution in a round
Action = Callable[[State, list[int], list[int]], None]


class ArrayProgram:
    """One program: its text, and whether some execution of it fails."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        pieces = [self._piece() for _ in range(self._random.choice([1, 1, 2]))]
        begin = self._random.choice([0, 0, 0, 1])
        bound = self._random.choice([None, SIZE, SIZE, SIZE - 1])
        self._middle = (pieces, begin, bound)
        self._asserted = self._check()
        self._until = self._random.choice([None, bound, SIZE])
        self.made = program(self._text(), VARIABLES)
        self.safe = not any(self._fails(inputs) for inputs in product((0, 1), repeat=2 + 2 * SIZE))

    # ------------------------------------------------------------ pieces of rounds: text and meaning

    def _piece(self) -> tuple[str, Action]:
        c = self._random.choice([0, 1, 2])

        def fill(s: State, a: list[int], b: list[int]) -> None:
            b[s["i"]] = c

        def copy(s: State, a: list[int], b: list[int]) -> None:
            b[s["i"]] = a[s["i"]]

        def more(s: State, a: list[int], b: list[int]) -> None:
            b[s["i"]] = (a[s["i"]] + c) % 256

        def change(s: State, a: list[int], b: list[int]) -> None:
            a[s["i"]] = (a[s["i"]] + c) % 256

        def back(s: State, a: list[int], b: list[int]) -> None:
            b[SIZE - 1 - s["i"]] = c

        def largest(s: State, a: list[int], b: list[int]) -> None:
            s["m"] = max(s["m"], a[s["i"]])

        def seen(s: State, a: list[int], b: list[int]) -> None:
            s["f"] = 1 if a[s["i"]] == c else s["f"]

        def odd(s: State, a: list[int], b: list[int]) -> None:
            b[s["i"]] = 9 if s["i"] == c else a[s["i"]]

        def first(s: State, a: list[int], b: list[int]) -> None:
            b[s["i"]] = a[0]

        def other(s: State, a: list[int], b: list[int]) -> None:
            a[0] = c

        one = f"{c}bv8"
        ways: list[tuple[str, Action]] = [
            (f"store b + i := {one};", fill),
            ("u := load a + i; store b + i := u;", copy),
            (f"u := load a + i; store b + i := u + {one};", more),
            (f"u := load a + i; store a + i := u + {one};", change),
            (f"store b + ({SIZE - 1}bv64 - i) := {one};", back),
            ("u := load a + i; m := ite(m <u u, u, m);", largest),
            (f"u := load a + i; f := ite(u == {one}, 1bv8, f);", seen),
            (f"u := load a + i; store b + i := ite(i == {c}bv64, 9bv8, u);", odd),
            ("u := load a; store b + i := u;", first),
            (f"store a := {one};", other),
        ]
        return self._random.choice(ways)

    def _check(self) -> tuple[str, Callable[[State, int, int], bool]]:
        c = self._random.choice([0, 1, 2])
        ways: list[tuple[str, Callable[[State, int, int], bool]]] = [
            (f"w == {c}bv8", lambda s, x, y: y == c),
            ("x == w", lambda s, x, y: x == y),
            (f"w == x + {c}bv8", lambda s, x, y: y == (x + c) % 256),
            ("x <=u m", lambda s, x, y: x <= s["m"]),
            (f"f == 1bv8 || x != {c}bv8", lambda s, x, y: s["f"] == 1 or x != c),
            (f"x <=u {c}bv8", lambda s, x, y: x <= c),
            ("w <=u 1bv8", lambda s, x, y: y <= 1),
            (f"{c}bv8 <=u x", lambda s, x, y: c <= x),
        ]
        return self._random.choice(ways)

    def _text(self) -> str:
        pieces, begin, bound = self._middle
        until = "n" if bound is None else f"{bound}bv64"
        last = "n" if self._until is None else f"{self._until}bv64"
        whole = f"{SIZE}bv64"
        body = " ".join(text for text, _ in pieces)
        return (
            f'e: a := alloc stack {whole} "a"; b := alloc stack {whole} "b"; n := havoc input "n" "long"; '
            f"assume n <=u {whole}; m := 0bv8; f := 0bv8; g := 0bv64; goto g; "
            f"g: if g <u {whole} goto h else x; "
            'h: q := havoc input "q" "char"; store a + g := q & 1bv8; '
            's := havoc input "s" "char"; store b + g := s & 1bv8; g := g + 1bv64; goto g; '
            f"x: i := {begin}bv64; goto k; k: if i <u {until} goto l else y; l: {body} i := i + 1bv64; goto k; "
            f"y: j := 0bv64; goto p; p: if j <u {last} goto q else z; "
            f'q: x := load a + j; w := load b + j; assert "assert" {self._asserted[0]}, "m"; j := j + 1bv64; goto p; '
            "z: return 0bv32;"
        )

    # ------------------------------------------------------------ what it does

    def _fails(self, inputs: tuple[int, ...]) -> bool:
        pieces, begin, bound = self._middle
        n = inputs[0] * 2 + inputs[1]
        a, b = list(inputs[2 : 2 + SIZE]), list(inputs[2 + SIZE : 2 + 2 * SIZE])
        state: State = {"i": begin, "m": 0, "f": 0}
        until = n if bound is None else bound
        while state["i"] < until:
            for _, action in pieces:
                action(state, a, b)
            state["i"] += 1
        last = n if self._until is None else self._until
        return any(not self._asserted[1](state, a[j], b[j]) for j in range(last))


def program_of(seed: int) -> tuple[Program, bool]:
    found = ArrayProgram(seed)
    return found.made, found.safe
