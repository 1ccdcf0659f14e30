"""Long lists of programs that are alike: ``make test`` takes a part of each, ``make nightly`` all.

Who names a file or a test gets all of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support.size import FULL

#: file → one of how many of each test's parameters
SHARES = {
    "assumptions/test_lifting.py": 2,
    "assumptions/test_outside.py": 2,
    "boogie/test_corpus.py": 2,
    "engines/dash/test_traps.py": 2,
    "evidence/test_building.py": 2,
    "engines/memoryless/test_rules.py": 2,
    "frontends_c/test_contracts.py": 3,
    "houdini/test_programs.py": 2,
    "interpolate/test_beyond.py": 2,
    "interpolate/test_boogie_values.py": 2,
    "interpolate/test_memory_states.py": 2,
    "interpolate/test_mutants.py": 2,
    "libc/test_numbers.py": 2,
    "libc/test_verdicts.py": 2,
    "proofs/test_regions.py": 2,
    "proofs/test_twins.py": 2,
    "proofs/test_unwritten_branches.py": 2,
    "semantics/test_addresses.py": 2,
    "solvers/test_backends.py": 2,
    "suites/test_portfolio.py": 2,
    "terms/test_rules_bv.py": 2,
    "witnesses/test_validate.py": 2,
}
TESTS = Path(__file__).parents[1]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if FULL or [Path(argument).resolve() for argument in config.args] != [TESTS] or config.option.keyword:
        return
    met: dict[tuple[Path, str], int] = {}
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        share = SHARES.get(item.path.relative_to(TESTS).as_posix(), 1)
        key = item.path, getattr(item, "originalname", item.name)
        number = met[key] = met.get(key, -1) + 1
        # two by two: neighbours are often twins, one right and one wrong
        (left if number // 2 % share else kept).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept
