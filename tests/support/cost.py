"""What a run of the suite costs: its length, its processor time, and the tests that take most of it.

Processor time counts the processes that a test started and waited for. It says the same on a busy machine, which the
length does not.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator

import pytest

#: of all tests, ANTUMBRA_SHOWN=400 make test
SHOWN = int(os.environ.get("ANTUMBRA_SHOWN", "10"))


def _processor() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    item.stash[_BEGUN] = _processor(), time.monotonic()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    try:
        return (yield)
    finally:
        processor, clock = item.stash[_BEGUN]
        item.user_properties.append(("cost", (_processor() - processor, time.monotonic() - clock)))


_BEGUN = pytest.StashKey[tuple[float, float]]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    costs: list[tuple[float, float, str]] = []
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "teardown":
                costs += [(*value, report.nodeid) for name, value in report.user_properties if name == "cost"]
    if not costs:
        return
    costs.sort(reverse=True)
    terminalreporter.section("most processor time")
    for processor, seconds, name in costs[:SHOWN]:
        terminalreporter.write_line(f"{processor:7.1f} s  {seconds:7.1f} s long  {name}")
    total, length = sum(cost for cost, *_ in costs), sum(seconds for _, seconds, _ in costs)
    terminalreporter.write_line(f"{total:7.0f} s of processor time in {len(costs)} tests that are {length:.0f} s long")
