"""One task by several at once: engines and seeds as processes. The first that decides it wins, and the others end."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

from antumbra.records import dataclass
from antumbra.suites.child import Child, Ended, Limits, end_adopted

#: seconds between two looks at those at work
LOOK: Final = 0.2
#: seconds that an interrupted run has to say what it knows
PATIENCE: Final = 5.0
_VERDICTS: Final = {0: "safe", 1: "unsafe"}
_RESULTS: Final = {0: "RESULT: true", 1: "RESULT: false"}


@dataclass(frozen=True, slots=True)
class Member:
    """One of them: what it is called, and its options of ``check``."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """Whose answer counts. ``against``: one that decided otherwise, at the same time."""

    member: int
    ended: Ended
    against: int | None = None


def members(engines: Sequence[str], engine: str, seed: int, count: int) -> list[Member]:
    """So many. With ``auto`` that comes first, then each engine by itself, then other seeds; else other seeds."""
    found = [Member(engine, ("--engine", engine, "--seed", str(seed)))]
    if engine == "auto" and len(engines) > 1:
        found += [Member(name, ("--engine", name, "--seed", str(seed))) for name in engines]
    by_chance = engines[0] if engine == "auto" else engine
    order = ("--search", "random") if by_chance == "explore" else ()
    while len(found) < count:
        seed += 1
        found.append(Member(f"{by_chance} {seed}", ("--engine", by_chance, "--seed", str(seed), *order)))
    return found[:count]


def is_decisive(ended: Ended, *, as_json: bool) -> bool:
    """Has it told a verdict, whole, with the exit status that belongs to it?"""
    if ended.killed or ended.status not in _VERDICTS:
        return False
    if not as_json:
        lines = ended.output.rstrip().splitlines()
        return bool(lines) and lines[-1].startswith(_RESULTS[ended.status])
    with suppress(ValueError):
        printed: object = json.loads(ended.output)
        if isinstance(printed, dict):
            return cast("dict[str, Any]", printed).get("verdict") == _VERDICTS[ended.status]
    return False


def race(commands: Sequence[Sequence[str]], *, as_json: bool, alone: bool = False) -> Won:
    """Run all; the first decisive answer, or that the input is wrong, or else what the first of them says.

    Whatever ends this, no process is left. Ctrl-C lets the first say what it knows.
    """
    children = {number: Child(command, Limits()) for number, command in enumerate(commands)}
    over: dict[int, Ended] = {}
    try:
        while children:
            _wait([child.pid for child in children.values()])
            _poll(children, over)
            decided = [number for number in over if is_decisive(over[number], as_json=as_json)]
            if decided:
                first = decided[0]
                against = [n for n in decided if over[n].status != over[first].status]
                return Won(first, over[first], against[0] if against else None)
            if 0 in over and over[0].status == 3:  # of others it may mean that they are not made for the program
                return Won(0, over[0])
        return Won(0, over[0])
    except KeyboardInterrupt:
        return Won(0, over[0] if 0 in over else _interrupted(children[0]))
    finally:
        for child in children.values():
            child.end()
        if alone:
            end_adopted(())


def _poll(children: dict[int, Child], over: dict[int, Ended]) -> None:
    for number, child in list(children.items()):
        ended = child.poll()
        if ended is not None:
            over[number] = ended
            del children[number]


def _wait(pids: Sequence[int]) -> None:
    """Until one ends; at most for a moment."""
    watched: list[int] = []
    try:
        with suppress(OSError, AttributeError):
            watched += [os.pidfd_open(pid) for pid in pids]
        select.select(watched, [], [], LOOK)
    finally:
        for each in watched:
            os.close(each)


def _interrupted(child: Child) -> Ended:
    with suppress(ProcessLookupError):
        os.kill(child.pid, signal.SIGINT)
    until = time.monotonic() + PATIENCE
    while (ended := child.poll()) is None and time.monotonic() < until:
        time.sleep(0.02)
    if ended is None:
        child.kill()
        while (ended := child.poll()) is None:
            time.sleep(0.005)
    return ended


def command(words: Sequence[str], member: Member, out: Path, memory_mb: int) -> list[str]:
    """A call of ``check`` with what belongs to the member: what comes last counts, but for words for a compiler."""
    at = words.index("--") if "--" in words else len(words)
    own = ["--jobs", "1", *member.words, "--out", str(out), "--sarif", f"{out}.sarif", "--memory", str(memory_mb)]
    return [sys.executable, "-m", "antumbra", "check", *words[:at], *own, *words[at:]]
