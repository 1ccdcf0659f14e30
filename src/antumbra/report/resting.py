"""Which of the assumptions that apply to a program a verdict rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from antumbra.program.assumptions import Assumption, Bears, assume
from antumbra.report.result import Finding, Reached, Status, Verdict

#: what is said of a target or of a check that is about all executions
CLAIMS: Final = frozenset({Verdict.SAFE.value, Reached.UNREACHABLE.value, Status.HOLDS.value, Status.UNREACHABLE.value})


def resting(
    assumptions: Sequence[Assumption],
    verdict: Verdict,
    finding: Finding | None,
    claimed: bool = False,
    *,
    memory: bool = False,
) -> tuple[Assumption, ...]:
    """``safe``, and what is ``claimed`` of targets and checks one by one (CLAIMS), rest on what leaves executions out;
    ``unsafe`` on what its failing input supposes (``memory``: see program.languages); ``unknown`` claims nothing."""
    found: dict[Assumption, None] = {}
    if verdict is Verdict.SAFE or claimed:
        found.update((a, None) for a in assumptions if a.row.bears is not Bears.UNSAFE)
    if verdict is Verdict.UNSAFE and finding is not None:
        found.update((a, None) for a in assumptions if a.row.supports(finding.check))
        if memory:
            found.update((a, None) for a in _of_inputs(finding))
    return tuple(found)


def _of_inputs(finding: Finding) -> Iterator[Assumption]:
    """What the values of a failing input suppose that nobody gives as an input."""
    for source, row in (("external", "external-results"), ("uninitialised", "uninitialised")):
        names = dict.fromkeys(item.name.removesuffix("!") for item in finding.inputs if item.source == source)
        if names:
            yield assume(row, names)
