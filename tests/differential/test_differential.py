"""Random C programs: native code, the reference interpreter and the executor agree.

A fixed set of seeds; ``tools/fuzz_differential.py`` runs as many as one likes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from antumbra.frontends.options import LoadOptions
from differential import generator
from differential.harness import compare, searching
from differential.native import Native
from support.size import FULL, some


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Native:
    return Native("zig -O1", tmp_path_factory.mktemp("native"))


def test_the_generator_is_a_function_of_its_seed() -> None:
    assert generator.generate(7).source == generator.generate(7).source
    assert generator.generate(7).source != generator.generate(8).source
    assert generator.generate(7).vector(0) == generator.generate(7).vector(0)


@pytest.mark.parametrize("seed", range(1000, some(1003, 1006)))
def test_concrete_runs(seed: int, native: Native, tmp_path: Path) -> None:
    report = compare(generator.generate(seed), [native], tmp_path)
    assert report.differences == []


@pytest.mark.parametrize("seed", range(2000, some(2002, 2003)))
def test_overflow_wraps(seed: int, native: Native, tmp_path: Path) -> None:
    flavour = replace(generator.CONCRETE, raw_overflow=True)
    report = compare(generator.generate(seed, flavour), [native], tmp_path, interpreter=False)
    assert report.differences == []


@pytest.mark.parametrize("seed", range(3000, some(3003, 3006)))
def test_every_path_ends_as_natively(seed: int, native: Native, tmp_path: Path) -> None:
    program = generator.generate(seed, generator.SYMBOLIC)
    report = compare(program, [native], tmp_path, search=searching(40), vectors=6)
    assert report.differences == []
    assert report.paths


@pytest.mark.parametrize("seed", range(5000, 5003))
def test_optimised_llvm(seed: int, native: Native, tmp_path: Path) -> None:
    report = compare(generator.generate(seed), [native], tmp_path, ir=["-O2", "-mcpu=baseline"])
    assert report.differences == []
    assert report.compared


@pytest.mark.parametrize("seed", range(6000, some(6002, 6003)))
def test_objects_of_unknown_bytes(seed: int, native: Native, tmp_path: Path) -> None:
    program = generator.generate(seed, generator.BLOBS)
    report = compare(program, [native], tmp_path, search=searching(30), vectors=8, concrete=False)
    assert report.differences == []


@pytest.mark.parametrize("seed", range(7000, some(7002, 7003)))
def test_faults(seed: int, tmp_path: Path) -> None:
    # without optimisation, which may use a fault to change what comes before it
    plain = Native("zig -O0", tmp_path)
    report = compare(generator.generate(seed, generator.FAULTS), [plain], tmp_path, search=searching(40), vectors=20)
    assert report.differences == []


@pytest.mark.parametrize("seed", range(8000, some(8001, 8002)))
def test_thirty_two_bits(seed: int, tmp_path: Path) -> None:
    program = generator.generate(seed, replace(generator.SYMBOLIC, ilp32=True))
    options = LoadOptions(data_model="ILP32")
    # zig builds the C library for 32 bits first: half a minute
    natives = [Native("zig 32", tmp_path)] if FULL else []
    report = compare(program, natives, tmp_path, options=options, search=searching(40), vectors=6)
    assert report.differences == []


@pytest.mark.parametrize("seed", range(4000, some(4002, 4003)))
def test_paths_with_floats(seed: int, native: Native, tmp_path: Path) -> None:
    program = generator.generate(seed, generator.SYMBOLIC_FLOATS)
    report = compare(program, [native], tmp_path, search=searching(15), vectors=6)
    assert report.differences == []
