"""Random programs with pointers, structs, arrays and a heap: without memory they go wrong where they do with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from differential.generator import CONCRETE, generate
from support.aimed import memory_programs, twins
from support.aimed.printer import printed
from support.memoryless import Compared, compared, program_of
from support.shapes.truth import from_line
from support.size import some

SHAPES = (Path(__file__).parents[2] / "shapes" / "truth.txt").read_text().splitlines()
#: paths of one program, of either form
PATHS = 150
#: seeds from here on are for 32 bits
NARROW = 1000

GENERATORS: dict[str, Callable[[int], str]] = {
    "memory": lambda seed: printed(memory_programs.generate(seed, most=3)).text,
    "twins": lambda seed: printed(twins.generate(seed)).text,
    "shapes": lambda seed: from_line(SHAPES[seed % len(SHAPES)]).text,
    "expressions": lambda seed: generate(seed, replace(CONCRETE, ilp32=seed >= NARROW)).source,
}
#: the share of programs that must be lowered, and explored to the end
LOWERED, FINISHED = 0.8, 0.4


@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
@pytest.mark.parametrize("name", GENERATORS)
def test_nothing_is_lost_and_nothing_invented(name: str, data_model: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    number = some(1, 60)
    first = 0 if data_model == "LP64" else NARROW
    found: list[Compared] = []
    for seed in range(first, first + number):
        path.write_text(GENERATORS[name](seed))
        result = compared(program_of(path, data_model=data_model), timeout=10, max_paths=PATHS)
        if isinstance(result, Compared):
            found.append(result)
            assert result.missing == frozenset(), f"{name} {seed}"
            # what the place of an object, or an unwritten byte, decides may go wrong in one of them only
            assert not result.invented & result.lowered.real, f"{name} {seed}"
    assert len(found) >= LOWERED * number
    assert sum(result.lowered.complete for result in found) >= FINISHED * len(found)
