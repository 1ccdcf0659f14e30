"""Random small programs: engines against each other and against what really happens.

The truth comes from running each program from every state on every input (:mod:`support.small`, in C and in Boogie),
from the states of a protocol within a window, or from the reference interpreter of :mod:`support.aimed` where there is
heap memory. A verdict that is not the truth fails, and so does a
``safe`` whose proof is refuted. ``unknown`` is allowed, but most must be decided, and most proofs confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import antumbra
from antumbra.engines.abstract.systems.from_program import transition_system
from antumbra.engines.registry import ENGINES
from antumbra.frontends.guarded.build import program as protocol
from support.aimed import memory_programs
from support.aimed.interpreter import truth
from support.aimed.printer import printed
from support.enumeration import error_depth
from support.protocols import CHECKS
from support.random_protocols import random_program
from support.size import FULL, some
from support.small import boogie
from support.small.generator import generate
from support.small.truth import known
from support.steps import all_limited

#: the engine that is asked about every program, and those beside it in the full suite
ENGINE = "dash" if "dash" in ENGINES else "interpolate"
BESIDE = tuple(name for name in ("explore", "interpolate") if name != ENGINE) if FULL else ()
SIZE = some(8, 50)
SMALL = [range(first, first + SIZE) for first in range(0, some(16, 1000), SIZE)]
HEAP = [range(first, first + SIZE) for first in range(0, some(8, 200), SIZE)]
BOOGIE = [range(first, first + SIZE) for first in range(0, some(8, 600), SIZE)]
PROTOCOLS = [range(first, first + SIZE) for first in range(0, some(8, 400), SIZE)]
#: values of protocols outside of this are not followed: what is found inside is still real
WINDOW = 6
SUFFIX = {"small": ".c", "heap": ".c", "boogie": ".bpl", "protocols": ".gcl"}
#: the share that must be decided in each batch
DECIDED = {"small": 0.8, "heap": 0.5, "boogie": 0.7, "protocols": 0.7}
#: the share of proofs that must be confirmed: of programs with memory in which calls matter some are not
CONFIRMED = 0.6 if ENGINE == "dash" else 0.3
#: an engine that has asked for its limits so often is out of time
QUESTIONS = some(300, 5_000)


def programs(kind: str, seeds: range) -> Iterator[tuple[str, str]]:
    """Programs, and whether an error can be reached in them."""
    for seed in seeds:
        if kind in ("small", "boogie"):
            made = known(seed, generate if kind == "small" else boogie.generate)
            yield made.text, made.expected
        elif kind == "protocols":
            text = random_program(Random(f"dash {seed}"), inputs=seed % 3 == 0)
            depth, whole = error_depth(transition_system(protocol(text, "f.gcl", {}), CHECKS), WINDOW)
            # inputs outside of the window may do what others do not
            if depth is not None or (whole and seed % 3):
                yield text, "safe" if depth is None else "unsafe"
        else:
            program = memory_programs.generate(seed)
            events = truth(program).events
            # behaviour that is undefined leaves nothing to say about calls
            if events <= {"unreach-call", "assert"}:
                yield printed(program).text, "unsafe" if events else "safe"


BATCHES = {"small": SMALL, "heap": HEAP, "boogie": BOOGIE, "protocols": PROTOCOLS}


@pytest.mark.parametrize(
    ("kind", "seeds"), [(kind, seeds) for kind, all_ in BATCHES.items() for seeds in all_], ids=str
)
def test_verdicts(kind: str, seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    all_limited(monkeypatch, QUESTIONS)
    wrong: list[str] = []
    decided = total = safe = confirmed = 0
    for text, expected in programs(kind, seeds):
        path = tmp_path / f"{total}{SUFFIX[kind]}"
        path.write_text(text)
        for engine in (ENGINE, *BESIDE):
            result = antumbra.check(path, engine=engine, timeout=60)
            told = result.verdict.value
            if told not in (expected, "unknown") or result.crash:
                wrong.append(f"{engine}: {told}, not {expected}: {result.reason}\n{text}")
            elif result.proof is not None and result.proof.result == "refuted":
                wrong.append(f"{engine}: the proof was refuted: {result.proof.reason}\n{text}")
            elif told == "unsafe" and not result.replayed:
                wrong.append(f"{engine}: unsafe without a run that shows it\n{text}")
            if engine == ENGINE:
                decided += told != "unknown"
                safe += told == "safe"
                confirmed += bool(result.proof_checked)
        total += 1
    assert not wrong, "\n".join(wrong)
    assert decided >= DECIDED[kind] * total
    assert confirmed >= CONFIRMED * safe


def test_programs_are_of_every_kind() -> None:
    made = [known(seed) for seed in range(60)]
    assert {program.expected for program in made} == {"safe", "unsafe"}
    everything = "".join(program.text for program in made)
    for feature in ("while (__VERIFIER_nondet", "for (", "switch (", "cells[", "pair.", "*p", "static void h", "- 1)"):
        assert feature in everything
    made = [known(seed, boogie.generate) for seed in range(30)]
    assert {program.expected for program in made} == {"safe", "unsafe"}
    everything = "".join(program.text for program in made)
    for feature in ("while (*)", "goto", "havoc", "cells[", "requires", "free ensures", "(a - 1)", "if (*)", " mod "):
        assert feature in everything


def test_a_program_is_a_function_of_its_seed() -> None:
    assert generate(3) == generate(3)
    assert generate(3) != generate(4)
