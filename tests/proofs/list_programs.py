"""Small random programs that build, walk, change and free lists, and what they do: short executions, by running."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from antumbra.program.model import Program
from proofs.helpers import program
from support.concrete import Interpreter

POINTERS = ("h", "p", "q", "t", "l")
VARIABLES = ", ".join([*(f"{x}: bv64" for x in POINTERS), "c: bool", "d: bv32"])
NULL = "0bv64"
#: choices of an execution; after these all are no
CHOICES = 7
STEPS = 1_500
FAILS = ("violation", "undefined")
#: a statement: what it does, and to what; lists are statements within
Statement = list[Any]


class ListProgram:
    """``safe``: no execution that was tried fails. ``leaks``: none of them leaves an object behind."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        way = self._random.random()
        self._both_ways = way < 0.3
        #: nodes own objects, or some of them do
        self._owning = way > 0.75
        self._sometimes = way > 0.9
        body = self._whole()
        for _ in range(self._random.choice([0, 0, 1, 1, 2, 3])):
            self._change(body)
        self.statements: list[Statement] = [*(["null", x] for x in POINTERS), *body]
        self.made: Program = program(Text(self.statements).whole, VARIABLES)
        self.safe, self.leaks = self._truth()

    # ------------------------------------------------------------ pieces

    def _number(self) -> int:
        return self._random.choice([1, 1, 1, 2, 3])

    def _whole(self) -> list[Statement]:
        chosen = self._random
        number = self._number()
        found = chosen.choice([self._front, self._back, self._round])(number)
        for _ in range(chosen.choice([0, 1, 1, 2])):
            ways = [self._walk, self._reverse, self._drop, self._insert, self._cut, self._front, self._mark]
            found += chosen.choice(ways)(number)
        if chosen.random() < 0.7:
            found += self._free()
        return found

    def _node(self, x: str, number: int) -> list[Statement]:
        found: list[Statement] = [["new", x], ["data", x, number], ["set", x, NULL]]
        if self._owning:
            owned: list[Statement] = [["cell", "l"], ["data", "l", number], ["back", x, "l"], ["null", "l"]]
            return [*found, ["back", x, NULL], ["if?", owned, []]] if self._sometimes else [*found, *owned]
        return [*found, ["back", x, NULL]] if self._both_ways else found

    def _front(self, number: int) -> list[Statement]:
        body = [*self._node("t", number), ["set", "t", "h"]]
        if self._both_ways:
            body.append(["if", "h", [["back", "h", "t"]], []])
        return [["while?", [*body, ["copy", "h", "t"]]]]

    def _back(self, number: int) -> list[Statement]:
        body = [*self._node("t", number), ["set", "p", "t"]]
        if self._both_ways:
            body.append(["back", "t", "p"])
        last = self._number() if self._random.random() < 0.3 else number
        return [
            *self._node("h", number),
            ["copy", "p", "h"],
            ["while?", [*body, ["copy", "p", "t"]]],
            ["data", "p", last],
        ]

    def _round(self, number: int) -> list[Statement]:
        body = [*self._node("t", number), ["next", "q", "h"], ["set", "t", "q"], ["set", "h", "t"]]
        walk: list[Statement] = [
            ["next", "p", "h"],
            ["while!=", "p", "h", [["check", "p", number], ["next", "p", "p"]]],
        ]
        return [*self._node("h", number), ["set", "h", "h"], ["while?", body], *walk, ["set", "h", NULL]]

    def _walk(self, number: int) -> list[Statement]:
        chosen = self._random
        step: list[Statement] = [["check", "p", number], ["next", "p", "p"]]
        if self._owning:
            step = [["prev", "q", "p"], ["if", "q", [["check", "q", number]], []], ["null", "q"], *step]
        ways: list[list[Statement]] = [
            [["while", "p", step]],
            [["while", "p", [["if?", [["data", "p", self._number()]], []], ["next", "p", "p"]]]],
            [["if", "p", [["while=", "p", number, [["next", "p", "p"]]]], []]],
            [["while", "p", [["copy", "l", "p"], ["next", "p", "p"]]], ["if", "l", [["check", "l", number]], []]],
            [["while", "p", [["if?", [["copy", "q", "p"]], []], *step]], ["if", "q", [["check", "q", number]], []]],
        ]
        return [["copy", "p", "h"], *chosen.choice(ways)]

    def _mark(self, number: int) -> list[Statement]:
        other = self._number()
        return [
            ["copy", "p", "h"],
            ["while", "p", [["data", "p", other], ["next", "p", "p"]]],
            ["copy", "p", "h"],
            ["while", "p", [["check", "p", self._random.choice([other, other, number])], ["next", "p", "p"]]],
        ]

    def _reverse(self, _: int) -> list[Statement]:
        back: list[Statement] = [["back", "p", "t"]] if self._both_ways else []
        body: list[Statement] = [["next", "t", "p"], ["set", "p", "q"], *back, ["copy", "q", "p"], ["copy", "p", "t"]]
        return [["copy", "p", "h"], ["null", "q"], ["while", "p", body], ["copy", "h", "q"]]

    def _drop(self, _: int) -> list[Statement]:
        """Free the first node."""
        back: list[Statement] = [["if", "h", [["back", "h", NULL]], []]] if self._both_ways else []
        own: list[Statement] = [["prev", "q", "h"], ["free", "q"], ["null", "q"]] if self._owning else []
        return [["if", "h", [["next", "p", "h"], *own, ["free", "h"], ["copy", "h", "p"], *back], []]]

    def _insert(self, number: int) -> list[Statement]:
        """Somewhere."""
        back: list[Statement] = []
        if self._both_ways:
            back = [["back", "t", "p"], ["if", "q", [["back", "q", "t"]], []]]
        walk: list[Statement] = [["next", "q", "p"], ["while~", "q", [["copy", "p", "q"], ["next", "q", "p"]]]]
        made = [*self._node("t", number), ["set", "t", "q"], ["set", "p", "t"], *back]
        return [["copy", "p", "h"], ["if", "p", [*walk, *made], []]]

    def _cut(self, _: int) -> list[Statement]:
        """Free the node after some node."""
        back: list[Statement] = [["if", "t", [["back", "t", "p"]], []]] if self._both_ways else []
        walk: list[Statement] = [["next", "q", "p"], ["while~", "q", [["copy", "p", "q"], ["next", "q", "p"]]]]
        own: list[Statement] = [["prev", "l", "q"], ["free", "l"], ["null", "l"]] if self._owning else []
        body: list[Statement] = [["next", "t", "q"], ["set", "p", "t"], *back, *own, ["free", "q"]]
        return [["copy", "p", "h"], ["if", "p", [*walk, ["if", "q", body, []]], []]]

    def _free(self) -> list[Statement]:
        own: list[Statement] = [["prev", "l", "h"], ["free", "l"]] if self._owning else []
        return [["while", "h", [["next", "t", "h"], *own, ["free", "h"], ["copy", "h", "t"]]]]

    # ------------------------------------------------------------ changes

    def _change(self, statements: list[Statement]) -> None:
        """One statement less, twice, elsewhere, or with another variable or number."""
        chosen = self._random
        places = list(_lists(statements))
        inside = chosen.choice([each for each in places if each] or [[["null", "h"]]])
        at = chosen.randrange(len(inside))
        match chosen.randrange(5):
            case 0:
                del inside[at]
            case 1:
                inside.insert(at, inside[at])
            case 2:
                inside.insert(chosen.randrange(len(inside)), inside.pop(at))
            case _:
                one: Statement = list(inside[at])
                for i in range(1, len(one)):
                    if one[i] in POINTERS and chosen.random() < 0.5:
                        one[i] = chosen.choice(POINTERS)
                    elif isinstance(one[i], int):
                        one[i] = self._number()
                inside[at] = one

    # ------------------------------------------------------------ truth

    def _truth(self) -> tuple[bool, bool]:
        leaks = False
        for fill in (0, 1, 170):
            done: set[tuple[bool, ...]] = set()
            for choices in product((False, True), repeat=CHOICES):
                asked: list[bool] = []

                def choose(_: object, given: tuple[bool, ...] = choices, asked: list[bool] = asked) -> bool:
                    asked.append(len(asked) < len(given) and given[len(asked)])
                    return asked[-1]

                if any(choices[: len(each)] == each for each in done):
                    continue
                run = Interpreter(self.made, choose, fill=fill, limit=STEPS)
                kind = run.run().kind
                done.add(tuple(asked[:CHOICES]))
                if kind in FAILS:
                    return False, True
                leaks = leaks or (kind == "returned" and run.memory.leaked)
        return True, leaks


def _lists(statements: list[Statement]) -> Iterator[list[Statement]]:
    yield statements
    for each in statements:
        for part in each:
            if isinstance(part, list):
                yield from _lists(part)


class Text:
    """Statements as blocks of the program form."""

    def __init__(self, statements: list[Statement]) -> None:
        self._blocks: list[list[str]] = [["e:"]]
        self._labels = 0
        self._all(statements)
        self._blocks[-1].append("return 0bv32;")
        self.whole = "\n".join(" ".join(block) for block in self._blocks)

    def _label(self) -> str:
        self._labels += 1
        return f"b{self._labels}"

    def _begin(self, label: str) -> None:
        self._blocks.append([f"{label}:"])

    def _all(self, statements: list[Statement]) -> None:
        for each in statements:
            self._one(*each)

    def _one(self, what: str, *of: Any) -> None:
        say = self._blocks[-1].append
        match what:
            case "new":
                say(f'{of[0]} := alloc heap 24bv64 align 16 "malloc";')
            case "cell":
                say(f'{of[0]} := alloc heap 32bv64 align 16 "malloc";')
            case "zeroed":
                say(f'{of[0]} := alloc heap 24bv64 zeroed align 16 "calloc";')
            case "prev":
                say(f"{of[0]} := load pointer {of[1]} + 8bv64;")
            case "choose":
                say(f'c := havoc input "c" "bool"; {of[0]} := ite(c, {of[1]}, {of[2]});')
            case "pick":
                number = f"ite(c, {of[1]}bv32, {of[2]}bv32)"
                say(f'c := havoc input "c" "bool"; store {of[0]} + 16bv64 := {number};')
            case "null":
                say(f"{of[0]} := {NULL};")
            case "copy":
                say(f"{of[0]} := {of[1]};")
            case "next":
                say(f"{of[0]} := load pointer {of[1]};")
            case "set":
                say(f"store pointer {of[0]} := {of[1]};")
            case "back":
                say(f"store pointer {of[0]} + 8bv64 := {of[1]};")
            case "data":
                say(f"store {of[0]} + 16bv64 := {of[1]}bv32;")
            case "check":
                say(f'd := load {of[0]} + 16bv64; assert "assert" d == {of[1]}bv32, "data";')
            case "free":
                say(f"free {of[0]};")
            case "if" | "if?":
                self._branch(what, *of)
            case _:
                self._loop(what, *of)

    def _branch(self, what: str, *of: Any) -> None:
        then, otherwise, after = self._label(), self._label(), self._label()
        test = 'c := havoc input "c" "bool"; if c' if what == "if?" else f"if {of[0]} != {NULL}"
        self._blocks[-1].append(f"{test} goto {then} else {otherwise};")
        for label, part in ((then, of[-2]), (otherwise, of[-1])):
            self._begin(label)
            self._all(part)
            self._blocks[-1].append(f"goto {after};")
        self._begin(after)

    def _loop(self, what: str, *of: Any) -> None:
        head, body, after = self._label(), self._label(), self._label()
        self._blocks[-1].append(f"goto {head};")
        self._begin(head)
        say = self._blocks[-1].append
        match what:
            case "while?":
                say(f'c := havoc input "c" "bool"; if c goto {body} else {after};')
            case "while":
                say(f"if {of[0]} != {NULL} goto {body} else {after};")
            case "while~":
                middle = self._label()
                say(f"if {of[0]} != {NULL} goto {middle} else {after};")
                self._begin(middle)
                self._blocks[-1].append(f'c := havoc input "c" "bool"; if c goto {body} else {after};')
            case "while!=":
                say(f"c := builtin same_address({of[0]}, {of[1]}); if c goto {after} else {body};")
            case _:
                say(f"d := load {of[0]} + 16bv64; if d == {of[1]}bv32 goto {body} else {after};")
        self._begin(body)
        self._all(of[-1])
        self._blocks[-1].append(f"goto {head};")
        self._begin(after)
