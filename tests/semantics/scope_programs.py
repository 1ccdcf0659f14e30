"""Small random C programs whose pointers outlive scopes, and what they do: every execution, by running them.

Each time a scope begins its local is another object; an access through a pointer to one whose scope has ended is
undefined, even while the local is in scope once more.
"""

from __future__ import annotations

from itertools import count, product
from random import Random
from typing import Any

#: bits of each of the two inputs
BITS = 2
_LAST = 15

#: a local of a scope, by the number of that life; and which of its two elements
Place = tuple[int, int]


class Undefined(Exception):
    """A pointer to a former life was followed."""


class _Left(Exception):
    def __init__(self, way: str) -> None:
        self.way = way


class ScopeProgram:
    """``fails`` and ``undefined``: whether some execution calls the error function, or follows such a pointer first."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._names = count()
        kept = ["p", "q", *self._random.choice([(), ("h.m", "t[i & 1]")])]
        self._pointers = kept
        # what is kept in every round goes to the head of the loop by itself, computed or not
        self._always = self._random.choice([0.0, 0.5, 1.0])
        self._ways = self._random.choice([("second",), ("by round",), ("first", "second", "by round")])
        self._body = self._scope(())
        if self._random.random() < 0.5:  # used before, kept behind all else that a round does
            _, name, _, pieces = self._body
            pieces[:0] = [("read", "p", self._condition())]
            pieces += [("keep", "p", ("always", 1), (self._random.choice(self._ways), name))]
        self._rounds = self._random.choice(["a", "3", "2 + b"])
        self._wanted = self._random.randint(0, 8)
        # mostly nothing is undefined but what a local that is in scope once more hides
        after = self._random.choice([("always", 0), ("always", 0), self._condition()])
        self._after = self._random.choice("pq"), after
        self.text = self._text()
        ends = [self._run(a, b) for a, b in product(range(1 << BITS), repeat=2)]
        self.fails = "fails" in ends
        self.undefined = "undefined" in ends

    # ------------------------------------------------------------ what it is made of

    def _condition(self) -> tuple[str, int]:
        return self._random.choice("iabv"), self._random.randint(0, 3)

    def _place(self, visible: tuple[str, ...]) -> tuple[str, str]:
        choices = [("kept", name) for name in self._pointers]
        choices += [(how, name) for name in visible for how in self._ways] * 4
        return self._random.choice(choices)

    def _scope(self, visible: tuple[str, ...]) -> tuple[Any, ...]:
        name = f"x{next(self._names)}"
        visible = (*visible, name)
        pieces = [self._piece(visible) for _ in range(self._random.randint(1, 4))]
        return "scope", name, self._random.randint(0, 3), pieces

    def _piece(self, visible: tuple[str, ...]) -> tuple[Any, ...]:
        kinds = ("keep", "read", "write", "leave", "scope")
        kind = self._random.choices(kinds, [8, 6, 4, 1, 2 if len(visible) < 3 else 0])[0]
        pointer, condition = self._random.choice(self._pointers), self._condition()
        match kind:
            case "keep":
                always = self._random.random() < self._always
                return kind, pointer, ("always", 1) if always else condition, self._place(visible)
            case "leave":
                return kind, self._random.choice(["break", "continue"]), condition
            case "scope":
                return self._scope(visible)
            case _:
                return kind, pointer, condition

    # ------------------------------------------------------------ its text

    def _text(self) -> str:
        return (
            "int __VERIFIER_nondet_int(void); void reach_error(void);\n"
            "int g; struct { int *m; } h = {&g}; int *t[2] = {&g, &g};\n"
            "int main(void) {\n"
            f"int a = __VERIFIER_nondet_int() & {(1 << BITS) - 1}, b = __VERIFIER_nondet_int() & {(1 << BITS) - 1};\n"
            "int v = 0, *p = &g, *q = &g, i;\n"
            f"for (i = 0; i < {self._rounds}; i++) {self._written(self._body)}\n"
            f"{self._written(('read', *self._after)) if self._after[1][0] != 'always' else ''}\n"
            f"if (v == {self._wanted}) reach_error();\nreturn 0; }}\n"
        )

    def _written(self, piece: tuple[Any, ...]) -> str:
        match piece:
            case "scope", name, first, pieces:
                return f"{{ int {name}[2] = {{{first}, i}}; {' '.join(map(self._written, pieces))} }}"
            case "leave", word, (name, value):
                return f"if ({name} == {value}) {word};"
            case "keep", pointer, (name, value), (how, of):
                place = {"kept": of, "first": of, "second": f"&{of}[1]", "by round": f"{of} + (i & 1)"}[how]
                return f"{pointer} = {place};" if name == "always" else f"if ({name} == {value}) {pointer} = {place};"
            case "read", pointer, (name, value):
                return f"if ({name} == {value}) v = (v + *{pointer}) & {_LAST};"
            case _:
                _, pointer, (name, value) = piece
                return f"if ({name} == {value}) *{pointer} = {value};"

    # ------------------------------------------------------------ what it does

    def _run(self, a: int, b: int) -> str:
        run = _Run(a, b)
        try:
            rounds = {"a": a, "3": 3, "2 + b": 2 + b}[self._rounds]
            while run.numbers["i"] < rounds:
                try:
                    run.do(self._body, {})
                except _Left as left:
                    if left.way == "break":
                        break
                run.numbers["i"] += 1
            run.do(("read", *self._after), {})
        except Undefined:
            return "undefined"
        return "fails" if run.numbers["v"] == self._wanted else "ends"


class _Run:
    def __init__(self, a: int, b: int) -> None:
        self.numbers = {"a": a, "b": b, "i": 0, "v": 0, "always": 1}
        self._lives = count(1)
        self._memory: dict[Place, int] = {(0, 0): 0}
        self._pointers: dict[str, Place] = dict.fromkeys(("p", "q", "h.m", "t0", "t1"), (0, 0))

    def _name(self, pointer: str) -> str:
        return f"t{self.numbers['i'] & 1}" if pointer.startswith("t[") else pointer

    def _followed(self, pointer: str) -> Place:
        place = self._pointers[self._name(pointer)]
        if place not in self._memory:
            raise Undefined
        return place

    def do(self, piece: tuple[Any, ...], lives: dict[str, int]) -> None:
        numbers = self.numbers
        if piece[0] == "scope":
            _, name, first, pieces = piece
            life = next(self._lives)
            self._memory |= {(life, 0): first, (life, 1): numbers["i"]}
            try:
                for each in pieces:
                    self.do(each, {**lives, name: life})
            finally:
                del self._memory[life, 0], self._memory[life, 1]
            return
        kind, pointer, (name, value), *rest = piece
        if numbers[name] != value:
            return
        match kind:
            case "leave":
                raise _Left(pointer)
            case "keep":
                how, of = rest[0]
                element = {"kept": 0, "first": 0, "second": 1, "by round": numbers["i"] & 1}[how]
                place = self._pointers[self._name(of)] if how == "kept" else (lives[of], element)
                self._pointers[self._name(pointer)] = place
            case "read":
                numbers["v"] = (numbers["v"] + self._memory[self._followed(pointer)]) & _LAST
            case _:
                self._memory[self._followed(pointer)] = value
