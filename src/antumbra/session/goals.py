"""What targets and bounds mean in a program that was read, and what a run says of each target in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from antumbra.engines.outcome import PathEnd, Reason
from antumbra.engines.targets import TargetPlace, plan_targets
from antumbra.frontends.loaded import Loaded
from antumbra.program.errors import InputError
from antumbra.program.model import Program
from antumbra.program.source import Location
from antumbra.records import dataclass, field, replace
from antumbra.report.result import Check, Finding, Reached, Status, Target
from antumbra.semantics.compiling.long_lived import settle_long_lived
from antumbra.session.options import Goals, RunOptions


def prepare(loaded: Loaded, options: RunOptions) -> tuple[Loaded, RunOptions]:
    """The program under the condition on its inputs, with bounded loops and blocks that start at targets.

    With it goes what an engine must know of them.
    """
    goals = Goals()
    program = settle_long_lived(loaded.program)
    if options.assume_inputs is not None:
        from antumbra.program.restricting.assuming import assuming

        program = assuming(program, options.assume_inputs)
    properties = options.load.properties
    if properties.only:
        from antumbra.engines.checks import only

        program, wanted = only(program, properties.checks, properties.only)
        goals = Goals(only=wanted)
    if options.show_checks:
        goals = replace(goals, targets=_shown(program, loaded, options))
    elif options.targets is not None:
        plan = plan_targets(program, options.targets, str(loaded.path), properties.checks)
        program = plan.program
        goals = replace(goals, targets=plan.targets, empty=plan.empty)
        if options.targets not in ("all", "error-calls"):
            # the lines are what is asked, and nothing else
            properties = replace(properties, checks=frozenset[str]())
            options = replace(options, load=replace(options.load, properties=properties))
    limits = options.limits
    if limits.bound is not None or limits.max_loop is not None:
        from antumbra.program.restricting.bounds import bounded

        program, counters = bounded(program, limits.bound, returns=limits.max_loop)
        goals = replace(goals, counters=counters)
    if program is loaded.program:
        return loaded, replace(options, goals=goals)
    return replace(loaded, program=program), replace(options, goals=goals)


def _shown(program: Program, loaded: Loaded, options: RunOptions) -> tuple[TargetPlace, ...]:
    if options.targets is not None:
        raise InputError("targets and checks are not decided in one run: give one of --targets and --show-checks")
    if loaded.language.named_properties:
        raise InputError("each property of such a file has its verdict: there are no other checks to show")
    from antumbra.engines.checks import plan_checks

    planned = plan_checks(program, options.load.properties.checks)
    wanted = options.load.properties.only
    return tuple(place for place in planned if not wanted or place.id in wanted)


@dataclass(slots=True)
class TargetBook:
    """Which targets were reached, and by which test."""

    goals: Goals
    #: reached, by the target's place: whether native code got there too, and the test
    reached: dict[tuple[str, Location], tuple[bool, str | None]] = field(
        default_factory=dict[tuple[str, Location], "tuple[bool, str | None]"]
    )

    def of(self, end: PathEnd) -> TargetPlace | None:
        """The target that a path's end is about."""
        if end.location is None:
            return None
        check = "" if end.reason is Reason.TARGET else end.check
        key = (check, end.location)
        return next((target for target in self.goals.targets if target.key == key), None)

    def note(self, target: TargetPlace, test: str | None, *, confirmed: bool) -> None:
        if confirmed or target.key not in self.reached:
            self.reached[target.key] = (confirmed, test)

    @property
    def decided(self) -> bool:
        """Was every target reached?"""
        found = self.reached
        return bool(self.goals.targets) and all(found.get(t.key, (False,))[0] for t in self.goals.targets)

    def targets(self, *, complete: bool) -> Iterator[Target]:
        """Every target in the order of the program; ``complete``: what was not reached cannot be."""
        for place in self.goals.targets:
            known = self.reached.get(place.key)
            if known is None:
                verdict = Reached.UNREACHABLE if complete else Reached.UNKNOWN
            else:
                verdict = Reached.REACHABLE if known[0] else Reached.UNKNOWN
            test = known[1] if known else None
            yield Target(place.id, place.location.line, verdict.value, test)
        for line in self.goals.empty:
            yield Target(str(line), line, Reached.UNKNOWN.value)

    def checks(
        self,
        findings: Mapping[tuple[str, Location | None, Location | None], Finding],
        *,
        complete: bool,
        executed: AbstractSet[Location] | None,
    ) -> Iterator[Check]:
        """Every check that is shown. ``complete``: what was not violated cannot be; ``executed``: all places that
        executions get to, where every path was followed."""
        rows: dict[str, list[TargetPlace]] = {}
        for place in self.goals.targets:
            rows.setdefault(place.id, []).append(place)
        for name, places in rows.items():
            known = [self.reached[place.key] for place in places if place.key in self.reached]
            violated = next((test for confirmed, test in known if confirmed), None)
            if any(confirmed for confirmed, _ in known):
                status = Status.VIOLATED
            elif known or not complete:
                status = Status.UNKNOWN
            elif executed is not None and all(place.location not in executed for place in places):
                status = Status.UNREACHABLE
            else:
                status = Status.HOLDS
            first = places[0]
            location = first.location if len(places) == 1 else Location(first.location.file)
            yield Check(name, first.check, location, status, first.text, violated)
        keys = {place.key for place in self.goals.targets}
        for (check, location, _), finding in findings.items():
            if finding.asked and (location is None or (check, location) not in keys):
                status = Status.VIOLATED if finding.replayed is True else Status.UNKNOWN
                name = f"{finding.location.function or finding.location.file}.{check}" if finding.location else check
                yield Check(name, check, finding.location, status, finding.message, finding.test)
