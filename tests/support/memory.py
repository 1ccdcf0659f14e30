"""When memory is tidied up, which must not happen all the time.

The collector walks all that lives again and again, and here terms and the modules of all tests live to the end. So it
runs between two tests only, when memory has grown, and then walks what is new: what has outlived one collection is set
aside (``gc.freeze``). It takes that too, and what engines have set aside, when memory has grown by much.

A process that stays small is also quickly forked, and what it frees it finds in the caches of the processor.
"""

from __future__ import annotations

import gc

import pytest

from antumbra.engines.limits import resident_mb

#: megabytes since the last time, for what is new and for everything
GROWN = 160
GROWN_MUCH = 900


class _Seen:
    memory = 0.0
    memory_of_everything = 0.0


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.disable()
    gc.freeze()
    _Seen.memory = _Seen.memory_of_everything = resident_mb()


def pytest_sessionstart() -> None:
    gc.disable()


def pytest_runtest_logfinish() -> None:
    memory = resident_mb()
    if memory < _Seen.memory + GROWN:
        return
    everything = memory > _Seen.memory_of_everything + GROWN_MUCH
    if everything:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
    _Seen.memory = resident_mb()
    if everything:
        _Seen.memory_of_everything = _Seen.memory


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    gc.freeze()  # the process ends: neither pytest nor the interpreter has to look for what could be freed
