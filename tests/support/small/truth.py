"""What can happen in a program of :mod:`support.small.generator`, by running it from every state on every input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from support.small.generator import VALUES, Small, generate

State = tuple[int, ...]
Segment = Callable[[list[int], Callable[[int], int], set[int]], None]

_K = re.compile(r"\bK\b")
#: runs of a segment after which a program is too large
MOST = 4000


class TooLargeError(Exception):
    """More runs than are worth it."""


@dataclass(frozen=True)
class Known:
    seed: int
    text: str
    expected: str  #: safe, unsafe


def known(seed: int, make: Callable[[int], Small] = generate) -> Known:
    """The program of a seed with its K; of a program that is too large, the next one of its kind."""
    chance = Random(seed)
    for attempt in range(100):
        made = make(1000 * seed + attempt)
        try:
            values = reached(made)
        except TooLargeError:
            continue
        others = sorted(set(range(VALUES)) - values)
        unsafe = bool(values) and (chance.random() < 0.5 or not others)
        value = chance.choice(sorted(values) if unsafe else others)
        return Known(seed, _K.sub(str(value), made.text), "unsafe" if unsafe else "safe")
    raise AssertionError(f"no program of seed {seed} is small")


def reached(program: Small) -> set[int]:
    """The values that are compared with K in some execution."""
    names: dict[str, Segment] = {}
    exec(compile(program.python, "<program>", "exec"), names)
    seen: set[int] = set()
    left = MOST
    states: set[State] = {program.start}
    for name, again in program.segments:
        after = set(states) if again else set[State]()
        waiting = sorted(states)
        while waiting:
            state = waiting.pop()
            for ended in runs(names[name], state, seen):
                left -= 1
                if left < 0:
                    raise TooLargeError
                if ended not in after:
                    after.add(ended)
                    if again:
                        waiting.append(ended)
        states = after
    return seen


def runs(segment: Segment, state: State, seen: set[int]) -> Iterator[State]:
    """The states after a segment, one for each sequence of inputs."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        taken = list(waiting.pop())
        asked = 0

        def nd(count: int, taken: list[int] = taken) -> int:
            nonlocal asked
            if asked == len(taken):
                waiting.extend((*taken, other) for other in range(1, count))
                taken.append(0)
            asked += 1
            return taken[asked - 1]

        variables = list(state)
        segment(variables, nd, seen)
        yield tuple(variables)
