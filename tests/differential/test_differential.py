"""Random C programs: native code, the reference interpreter and the executor agree.

A fixed set of seeds; ``tools/fuzz_differential.py`` runs as many as one likes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from differential import generator
from differential.harness import compare, searching
from differential.native import Native


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Native:
    return Native("zig -O1", tmp_path_factory.mktemp("native"))


def test_the_generator_is_a_function_of_its_seed() -> None:
    assert generator.generate(7).source == generator.generate(7).source
    assert generator.generate(7).source != generator.generate(8).source
    assert generator.generate(7).vector(0) == generator.generate(7).vector(0)


@pytest.mark.parametrize("seed", range(1000, 1008))
def test_concrete_runs(seed: int, native: Native, tmp_path: Path) -> None:
    report = compare(generator.generate(seed), [native], tmp_path)
    assert report.differences == []


@pytest.mark.parametrize("seed", range(2000, 2004))
def test_overflow_wraps(seed: int, native: Native, tmp_path: Path) -> None:
    flavour = replace(generator.CONCRETE, raw_overflow=True)
    report = compare(generator.generate(seed, flavour), [native], tmp_path, interpreter=False)
    assert report.differences == []


@pytest.mark.parametrize("seed", range(3000, 3008))
def test_every_path_ends_as_natively(seed: int, native: Native, tmp_path: Path) -> None:
    program = generator.generate(seed, generator.SYMBOLIC)
    report = compare(program, [native], tmp_path, search=searching(40), vectors=6)
    assert report.differences == []
    assert report.paths


@pytest.mark.parametrize("seed", range(4000, 4003))
def test_paths_with_floats(seed: int, native: Native, tmp_path: Path) -> None:
    program = generator.generate(seed, generator.SYMBOLIC_FLOATS)
    report = compare(program, [native], tmp_path, search=searching(15), vectors=6)
    assert report.differences == []
