"""What a run found, as reports have it: the end of a path as a finding, each check, and what all of it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from antumbra.engines.contract import Engine
from antumbra.engines.outcome import Cut, PathEnd
from antumbra.engines.registry import EXPLORING
from antumbra.frontends.loaded import Loaded
from antumbra.program.assumptions import Assumption
from antumbra.program.contracts import CALLED
from antumbra.program.graphs.blaming import call_into_library
from antumbra.program.model import CHECKS
from antumbra.program.pointers import NULL
from antumbra.program.source import Location
from antumbra.records import replace
from antumbra.report.replay import KINDS, Replay
from antumbra.report.resting import CLAIMS, resting
from antumbra.report.result import Check, Finding, Result, Status, Target, Verdict
from antumbra.session.goals import TargetBook
from antumbra.session.ledger import Ledger
from antumbra.session.options import RunOptions
from antumbra.session.parts import Confirmation


def finding_of(end: PathEnd, loaded: Loaded, options: RunOptions, *, asked: bool, test: str | None) -> Finding:
    from antumbra.session.inputs import given

    place, called = end.blamed
    return Finding(
        check=_property(end, loaded, options),
        message=end.message or end.reason.text,
        location=_in_function(place, _stack(end, loaded, options)),
        called=called,
        inputs=given(end),
        stack=_stack(end, loaded, options),
        asked=asked,
        test=test,
        path=end.branches,
        trace=end.trace,
        replay=Replay.TRACE if end.trace else KINDS[loaded.language.replay],
    )


def at_calls(cuts: Iterable[Cut], loaded: Loaded | None) -> Iterator[Cut]:
    """The same, with places of the user's: engines that follow no path may name a place in a model of the library."""
    for cut in cuts:
        found = None
        if loaded is not None and cut.location is not None and cut.location.in_library:
            found = call_into_library(loaded.program, cut.location)
        yield cut if found is None else replace(cut, location=found[0], called=found[1])


def told(finding: Finding, confirmation: Confirmation) -> Finding:
    return replace(
        finding,
        replayed=confirmation.confirmed,
        notes=confirmation.notes,
        condition=confirmation.condition,
        walk=confirmation.walk,
    )


def _property(end: PathEnd, loaded: Loaded, options: RunOptions) -> str:
    """What is violated: of a protocol, what the file calls it."""
    if loaded.language.named_properties:
        return end.message.partition(":")[0]
    from antumbra.session.inputs import property_of

    return property_of(end.check, options.load.properties)


def _stack(end: PathEnd, loaded: Loaded, options: RunOptions) -> tuple[Location, ...]:
    """The frames of the user's program: the procedure that a front end puts before the entry is ours."""
    synthetic = loaded.program.entry != options.load.entry_name
    stack = end.stack[:-1] if synthetic and len(end.stack) > 1 else end.stack
    while loaded.contract is not None and len(stack) > 1 and stack[-1].function.startswith(CALLED):
        stack = stack[:-1]  # what stands for the entry
    return tuple(_of_entry(place, options) for place in stack)


def _of_entry(place: Location, options: RunOptions) -> Location:
    """A clause of its contract is of the entry."""
    return replace(place, function=options.load.entry_name) if place.function.startswith(CALLED) else place


def _in_function(location: Location | None, stack: tuple[Location, ...]) -> Location | None:
    """The place with the function's name, which the innermost frame knows."""
    if location is not None and stack and (not location.function or location.function.startswith(CALLED)):
        return replace(location, function=stack[0].function)
    return location


# ---------------------------------------------------------------- checks one by one, and what all of it rests on

#: checks that are no commands: a leak has no place of its own, and what was never written matters at any branch
_LEAKS: Final = frozenset({"valid-memtrack", "valid-memcleanup", "uninitialized"})


def check_rows(book: TargetBook, ledger: Ledger, engine: Engine | None, options: RunOptions) -> tuple[Check, ...]:
    """Every check in the order of the program; those without a place come last."""
    # an engine that prunes need not come to all places
    coverage = engine.coverage if engine is not None and engine.name == EXPLORING else None
    executed = None if coverage is None else coverage.places
    found = tuple(book.checks(ledger.findings, complete=ledger.complete, executed=executed))
    asked = sorted(_LEAKS & options.load.properties.checks - {row.check for row in found})
    status = Status.HOLDS if ledger.verdict()[0] is Verdict.SAFE else Status.UNKNOWN
    return (*found, *(Check(check, check, None, status, CHECKS[check]) for check in asked))


def rests_on(
    loaded: Loaded | None, engine: Engine | None, ledger: Ledger, targets: Sequence[Target], checks: Sequence[Check]
) -> tuple[Assumption, ...]:
    """What is taken for granted by the verdict, and by what is said of targets and checks."""
    if loaded is None:
        return ()
    claimed = any(t.verdict in CLAIMS for t in targets) or any(c.status.value in CLAIMS for c in checks)
    verdict, _ = ledger.verdict()
    granted = loaded.program.assumptions
    if engine is not None and verdict is Verdict.SAFE:
        granted = engine.resting(granted)
    return resting(granted, verdict, ledger.violation, claimed, memory=loaded.language.memory)


def null_hints(findings: Iterable[Finding]) -> Iterator[str]:
    """Pointer parameters of the entry that are null where something fails: whether callers pass null, users know."""
    told: set[str] = set()
    for finding in findings:
        for item in finding.inputs:
            name, null, _ = item.name.partition(NULL)
            if null and item.value == 1 and finding.check == "valid-deref" and name not in told:
                told.add(name)
                yield f"{name} is null there; if it never is: --pointer {name}=valid, or --entry-pointers valid"


def witnessed(result: Result, loaded: Loaded | None, options: RunOptions) -> Result:
    """With a witness where one is asked for, or a note why there is none."""
    if not options.witness or loaded is None:
        return result
    from antumbra.session.witnessing.making import make_witness

    made = make_witness(result, loaded, options)
    if isinstance(made, str):
        return replace(result, notes=(*result.notes, f"no witness: {made}"))
    return replace(result, witness=made)
