"""Generators by name, which ways of checking suit them, and one program checked every suitable way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from support.aimed import memory_programs, places, twins
from support.aimed import syntax as S
from support.aimed.interpreter import TooLargeError, Truth, truth
from support.aimed.judge import WRONG, Answer, Mode, judge, worth_asking
from support.aimed.reduce import minimal


@dataclass(frozen=True)
class Family:
    generate: Callable[[int], S.Program]
    modes: tuple[Mode, ...]


FAMILIES: dict[str, Family] = {
    "memory": Family(memory_programs.generate, ("explore", "interpolate", "auto", "explore --prune")),
    "twins": Family(twins.generate, ("explore", "interpolate", "auto")),
    "places": Family(
        places.generate, ("targets", "explore --prune", "interpolate", "explore --targets", "explore --all")
    ),
}
#: independent branches beyond which exploring all paths takes too long
MANY = 8


@dataclass(frozen=True)
class Checked:
    program: S.Program
    truth: Truth
    answers: tuple[Answer, ...]

    @property
    def wrong(self) -> tuple[Answer, ...]:
        return tuple(answer for answer in self.answers if answer.kind in WRONG)


def check(
    family: str, seed: int, path: Path, modes: Sequence[Mode] = (), timeout: float = 10, **settings: object
) -> Checked:
    program = FAMILIES[family].generate(seed)
    true = truth(program)
    wanted: Sequence[Mode] = modes or FAMILIES[family].modes
    chosen: list[Mode] = [mode for mode in wanted if suits(program, mode)]
    asked = worth_asking(true, seed % 3 == 0)
    return Checked(program, true, tuple(judge(program, true, path, chosen, asked, timeout, **settings)))


def suits(program: S.Program, mode: Mode) -> bool:
    branches = sum(
        s.count for s in program.statements() if isinstance(s, S.Noise) and s.kind in ("branches", "diamond")
    )
    endless = any(
        isinstance(s, S.Unknown) or (isinstance(s, S.Noise) and s.kind == "unknown") for s in program.statements()
    )
    return not (mode in ("explore", "explore --all", "explore --targets") and (endless or branches > MANY))


def smallest(program: S.Program, wrong: Answer, path: Path, timeout: float = 5, **settings: object) -> S.Program:
    """The program with as many statements deleted as the wrong answer survives."""

    def bad(candidate: S.Program) -> bool:
        try:
            true = truth(candidate)
        except (TooLargeError, AssertionError, KeyError):
            return False
        properties = [wrong.property] if wrong.property not in ("targets", "klee") else []
        found = judge(candidate, true, path, [wrong.mode], properties, timeout, **settings)
        return any(answer.kind == wrong.kind for answer in found)

    return minimal(program, bad)
