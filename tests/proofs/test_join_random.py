"""Loops that count in variables and in memory, under claims about every block: truth by running all their states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from antumbra import terms as T
from antumbra.proofs import Certificate, JoinClaim, Local, LoopClaim
from proofs.helpers import check, program, said
from support.size import some

#: i, x, y and a cell of memory, each of four values
State = tuple[int, int, int, int]
NAMES = ("i", "x", "y")
MASK = 3
FEWEST_STATES = 3
LOCALS = tuple(Local(T.var(name, T.bv_sort(8)), 0, T.var(name, T.bv_sort(8))) for name in NAMES)


@dataclass(frozen=True)
class Code:
    """Text of the program form, and what it means."""

    text: str
    value: Callable[[State], int]


class Loops:
    """One program: a loop of two blocks, which asks for an input or not, and an assertion behind it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.start: State = (self._number(), self._number(), 0, self._number())
        self.stays = self._condition()
        self.holds = self._condition()
        self.body = [self._command() for _ in range(self.random.randint(1, 3))]
        self.more = [self._command() for _ in range(self.random.randint(0, 2))]
        self.asks = self.random.random() < 0.4
        #: does no variable show at the head of the loop what is in memory?
        self.hides = self.random.random() < 0.7

    def _number(self) -> int:
        return self.random.randint(0, MASK)

    def _term(self) -> Code:
        at, number = self.random.randrange(3), self._number()
        match self.random.randrange(4):
            case 0:
                return Code(f"{number}bv8", lambda _: number)
            case 1:
                return Code(NAMES[at], lambda s: s[at])
            case _:
                return Code(f"(({NAMES[at]} + {number}bv8) & {MASK}bv8)", lambda s: (s[at] + number) & MASK)

    def _condition(self) -> Code:
        a, b = self._term(), self._term()
        if self.random.random() < 0.5:
            return Code(f"{a.text} <u {b.text}", lambda s: a.value(s) < b.value(s))
        return Code(f"{a.text} != {b.text}", lambda s: a.value(s) != b.value(s))

    def _command(self) -> tuple[int, Code]:
        """The place that it writes, and what."""
        return self.random.choice((0, 1, 3, 3)), self._term()

    def text(self) -> str:
        def written(commands: list[tuple[int, Code]]) -> str:
            return " ".join(f"{'store p' if at == 3 else NAMES[at]} := {code.text};" for at, code in commands)

        i, x, y, cell = self.start
        hide = "y := 0bv8;" if self.hides else ""
        choice = 'd := havoc input "d" "bool"; if d goto j else k;' if self.asks else "goto j;"
        return (
            f'e: p := alloc stack 1bv64 "o"; d := false; store p := {cell}bv8; i := {i}bv8; x := {x}bv8; y := {y}bv8; '
            f"goto h; h: y := load p; if {self.stays.text} goto b else z; b: {written(self.body)} {choice} "
            f"k: {hide} d := false; goto h; j: {written(self.more)} {hide} d := false; goto h; "
            f'z: assert "assert" {self.holds.text}, "m"; return 0bv32;'
        )

    def fails(self) -> bool | None:
        """Can the assertion fail? None of a loop that is not entered again, and so says nothing here."""
        seen: set[State] = {self.start}
        work: list[State] = [self.start]
        failed = False
        while work:
            i, x, _, cell = work.pop()
            state: State = (i, x, cell, cell)
            if not self.stays.value(state):
                failed |= not self.holds.value(state)
                continue
            after = self._run(self.body, state)
            for new in (self._run(self.more, after), *((after,) if self.asks else ())):
                if new not in seen:
                    seen.add(new)
                    work.append(new)
        return None if len(seen) < FEWEST_STATES else failed

    @staticmethod
    def _run(commands: list[tuple[int, Code]], state: State) -> State:
        for at, code in commands:
            value = code.value(state)
            state = (*state[:at], value, *state[at + 1 :])  # type: ignore[assignment]
        return state

    def claims(self) -> Certificate:
        made: list[JoinClaim] = []
        for label in ("h", "b", "j", "z"):
            if self.random.random() < 0.7:
                every = T.TRUE if self.random.random() < 0.5 else T.bvule(self._local(), T.bv(MASK, 8))
                some_ = [T.eq(self._local(), T.bv(self._number(), 8)) for _ in range(self.random.randint(0, 3))]
                chosen = self.random.choice(((every,), tuple(some_), (T.and_(*some_), every)))
                made.append(JoinClaim((), "main", label, chosen, LOCALS))
        return Certificate(self._rounds() if self.random.random() < 0.5 else (), joins=tuple(made))

    def _rounds(self) -> tuple[LoopClaim, ...]:
        """Claims about all rounds, so that joins are within rounds that one state stands for."""
        number = T.bv(self._number(), 8)
        told = [T.bvule(self._local(), number), T.eq(self._local(), number), T.eq(self._local(), self._local())]
        return (LoopClaim("main", "h", tuple(told[: self.random.randint(0, 3)])),)

    def _local(self) -> T.Term:
        return self.random.choice(LOCALS).name


#: programs of one test: so many that some of them are confirmed by claims
PART = some(30, 120)


@pytest.mark.parametrize("first", range(0, some(30, 1200), PART))
def test_any_claims(first: int) -> None:
    confirmed = within = failing = 0
    for seed in range(5 * first, 5 * (first + PART)):
        loops = Loops(seed)
        fails = loops.fails()
        if fails is None:
            continue
        made = program(loops.text(), "p: bv64, d: bool, i: bv8, x: bv8, y: bv8")
        answer = check(made, "assert", loops.claims(), steps=1_500)
        assert said(answer) != ("confirmed" if fails else "refuted"), (seed, loops.text())
        text = getattr(answer, "text", "")
        confirmed += "joins by what holds" in text
        within += "joins by what holds" in text and "loop heads by" in text
        failing += fails
    assert confirmed >= 2
    assert within >= 1
    assert failing >= 2
