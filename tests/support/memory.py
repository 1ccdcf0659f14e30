"""When memory is tidied up, which must not happen all the time.

The collector walks all that lives again and again, and here terms and the modules of all tests live to the end. So it
runs between two tests only, when memory has grown; it also takes what engines have set aside from it (``gc.freeze``).
"""

from __future__ import annotations

import gc

import pytest

from antumbra.engines.limits import resident_mb

#: megabytes
GROWN = 600


class _Seen:
    memory = 0.0


def pytest_sessionstart() -> None:
    gc.disable()
    _Seen.memory = resident_mb()


def pytest_runtest_logfinish() -> None:
    if resident_mb() > _Seen.memory + GROWN:
        gc.unfreeze()
        gc.collect()
        _Seen.memory = resident_mb()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    gc.freeze()  # the process ends: neither pytest nor the interpreter has to look for what could be freed
