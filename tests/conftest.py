"""Settings for the whole suite: the same examples on every run, no deadline on a loaded machine."""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.internal.conjecture import providers

from antumbra.frontends.c.toolchain import cache_folder
from antumbra.proofs import Budget
from antumbra.session import checking
from support.size import FULL, some

pytest_plugins = ["support.compiled", "support.cost", "support.daily", "support.memory", "support.patience"]

# else, where the environment says so, every process that a test starts compiles all of our modules again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# its table of Unicode takes seconds to make: one for all clones
set_hypothesis_home_dir(cache_folder() / "hypothesis")
settings.register_profile(
    "antumbra",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    max_examples=some(12, 100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("antumbra")
# else examples follow whatever numbers our modules hold, and each process reads all of them again for that
providers._get_local_constants = lambda: providers._local_constants


def _short(*, effort: float, **others: object) -> Budget:
    return Budget(steps=5_000, queries=300, effort=min(effort, 1_000_000), **others)  # type: ignore[arg-type]


@pytest.fixture(autouse=True, scope="session")
def short_checks() -> None:
    """The check of a proof that comes to no answer costs its whole budget; those that answer mostly do so at once."""
    if not FULL:
        checking.Budget = _short
