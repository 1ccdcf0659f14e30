"""Random programs aimed at what the engines generalise: sizes, regions, content, owners and lives of objects.

The truth comes from a reference interpreter that enumerates all inputs, not from Antumbra. A wrong verdict fails;
``unknown`` is allowed, but most answers must be decided. ``tools/fuzz_aimed.py`` runs as many seeds as one likes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support.aimed import memory_programs, twins
from support.aimed.campaign import FAMILIES, check
from support.aimed.interpreter import truth
from support.aimed.judge import Mode
from support.aimed.native import COMPILER, differences
from support.aimed.printer import printed
from support.size import some
from support.steps import all_limited

#: family, seeds, modes
BATCHES: list[tuple[str, range, tuple[Mode, ...]]] = [
    *(("memory", range(first, first + some(3, 20)), ("interpolate",)) for first in range(0, some(20, 140), 20)),
    *(("memory", range(first, first + some(3, 10)), ("auto", "explore")) for first in range(some(310, 300), 320, 10)),
    *(("twins", range(first, first + some(1, 10)), ("interpolate", "auto")) for first in (0, 20)),
    *(
        ("places", range(first, first + some(3, 10)), ("targets", "explore --prune"))
        for first in range(0, some(20, 40), 10)
    ),
]
#: the share of answers that must be decided in each batch
DECIDED = 0.6
#: an engine asks for its limits up to 7000 times before it decides, and for ever after undefined behaviour
QUESTIONS = 20_000


@pytest.mark.parametrize(("family", "seeds", "modes"), BATCHES, ids=lambda x: str(x).replace("range", ""))
def test_verdicts(
    family: str, seeds: range, modes: tuple[Mode, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_limited(monkeypatch, QUESTIONS)
    wrong: list[str] = []
    decided = total = 0
    for seed in seeds:
        checked = check(family, seed, tmp_path / f"{family}{seed}.c", modes, timeout=20)
        wrong += [f"{checked.program.origin}: {answer}" for answer in checked.wrong]
        decided += sum(answer.kind not in ("unknown", "slow") for answer in checked.answers)
        total += len(checked.answers)
    assert wrong == []
    assert decided >= DECIDED * total


@pytest.mark.parametrize("family", FAMILIES)
def test_a_program_is_a_function_of_its_seed(family: str) -> None:
    generate = FAMILIES[family].generate
    assert printed(generate(3)).text == printed(generate(3)).text
    assert printed(generate(3)).text != printed(generate(5)).text


def test_twins_differ_in_their_truth() -> None:
    for seed in range(some(3, 5)):
        safe, unsafe = twins.twins(seed)
        assert not truth(safe).events
        assert truth(unsafe).events


def test_memory_programs_fail_on_one_side_or_none() -> None:
    programs = [memory_programs.generate(seed) for seed in range(some(10, 30))]
    failing = [{run.inputs[0] for run in truth(program).runs if run.event} for program in programs]
    assert max(map(len, failing)) == 1
    assert min(map(len, failing)) == 0


@pytest.mark.skipif(COMPILER is None, reason="needs gcc with its sanitizers")
@pytest.mark.parametrize("family", FAMILIES)
def test_the_truth_is_that_of_native_code(family: str, tmp_path: Path) -> None:
    programs = [FAMILIES[family].generate(seed) for seed in range(some(2, 12))]
    assert list(differences(programs, [truth(p) for p in programs], tmp_path, most=3)) == []
