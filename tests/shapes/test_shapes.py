"""Random C programs of many shapes against what native code does on all of their inputs.

``truth.txt`` has what gcc's sanitizers said of the first seeds; ``tools/fuzz_shapes.py`` runs as many as one likes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support.aimed.native import COMPILER
from support.shapes.generator import generate
from support.shapes.judge import ENGINES, judge
from support.shapes.truth import from_line, line_of, shape
from support.size import some
from support.steps import all_limited

LINES = (Path(__file__).parent / "truth.txt").read_text().splitlines()
#: the share of answers that must be decided
DECIDED = 0.5
#: how often an engine may ask for its limits; those that decide ask some 30 times
QUESTIONS = 1_000


@pytest.mark.parametrize("engine", range(len(ENGINES)), ids=ENGINES)
def test_verdicts(engine: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    all_limited(monkeypatch, QUESTIONS)
    # each program has one engine, and no two engines have the same; by day those that take no more than a second or two
    lines = some(LINES[4 : 4 + len(ENGINES)], LINES)
    shapes = [from_line(line) for line in lines[engine :: len(ENGINES)]]
    answers = [a for s in shapes for a in judge(s, tmp_path / f"{s.seed}.c", (ENGINES[engine],), timeout=60)]
    assert [answer for answer in answers if answer.wrong] == []
    assert sum(answer.kind == "right" for answer in answers) >= DECIDED * len(answers)


def test_the_truth_has_every_kind() -> None:
    events = [from_line(line).events for line in LINES]
    assert frozenset() in events
    for event in ("unreach-call", "valid-deref", "valid-free", "valid-memcleanup"):
        assert any(event in found for found in events)


def test_a_program_is_a_function_of_its_seed() -> None:
    assert generate(3) == generate(3)
    assert generate(3) != generate(5)


@pytest.mark.skipif(COMPILER is None, reason="needs gcc with its sanitizers")
def test_the_truth_is_that_of_native_code(tmp_path: Path) -> None:
    assert [line_of(shape(seed, tmp_path)).strip() for seed in range(3)] == LINES[:3]
