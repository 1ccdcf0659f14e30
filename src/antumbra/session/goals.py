"""What targets and bounds mean in a program that was read, and what a run says of each target in the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from antumbra.engines.outcome import PathEnd, Reason
from antumbra.engines.targets import TargetPlace, plan_targets
from antumbra.frontends.loaded import Loaded
from antumbra.program.restricting.assuming import assuming
from antumbra.program.restricting.bounds import bounded
from antumbra.program.source import Location
from antumbra.report.result import Reached, Target
from antumbra.semantics.compiling.long_lived import settle_long_lived
from antumbra.session.options import Goals, RunOptions


def prepare(loaded: Loaded, options: RunOptions) -> tuple[Loaded, RunOptions]:
    """The program under the condition on its inputs, with bounded loops and blocks that start at targets.

    With it goes what an engine must know of them.
    """
    goals = Goals()
    program = settle_long_lived(loaded.program)
    if options.assume_inputs is not None:
        program = assuming(program, options.assume_inputs)
    if options.targets is not None:
        plan = plan_targets(program, options.targets, str(loaded.path), options.load.properties.checks)
        program = plan.program
        goals = Goals(plan.targets, plan.empty)
        if options.targets not in ("all", "error-calls"):
            # the lines are what is asked, and nothing else
            properties = replace(options.load.properties, checks=frozenset[str]())
            options = replace(options, load=replace(options.load, properties=properties))
    limits = options.limits
    if limits.bound is not None or limits.max_loop is not None:
        program, counters = bounded(program, limits.bound, returns=limits.max_loop)
        goals = replace(goals, counters=counters)
    if program is loaded.program:
        return loaded, replace(options, goals=goals)
    return replace(loaded, program=program), replace(options, goals=goals)


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
