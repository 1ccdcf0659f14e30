"""Path ends as evidence: from what the machine tells to PathEnd values with inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from antumbra import terms as T
from antumbra.engines.inputs import input_values
from antumbra.engines.naming import TightConditions, asked_inputs, condition_over_inputs
from antumbra.engines.outcome import Cut, PathEnd, Reason
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.program.source import Location, blamed
from antumbra.semantics.ends import Ended
from antumbra.semantics.machine import Machine
from antumbra.semantics.memory import addresses, leaks
from antumbra.semantics.memory.problems import describe
from antumbra.semantics.merging import Ways
from antumbra.semantics.state import State
from antumbra.solvers import OUT_OF_STEPS, OUT_OF_TIME, PathCondition
from antumbra.terms import Term

_REASONS = {
    Ended.ASSUMPTION: Reason.ASSUMPTION,
    Ended.UNSUPPORTED: Reason.UNSUPPORTED,
    Ended.SOLVER: Reason.SOLVER,
    Ended.DEPTH: Reason.DEPTH,
    Ended.FORKS: Reason.FORKS,
    Ended.STACK: Reason.STACK,
    Ended.RESOLUTION: Reason.RESOLUTION,
    Ended.ADDRESS_SPACE: Reason.ADDRESS_SPACE,
}


#: violations of one check at one place of the user's for which inputs are worked out; more only count
PER_PLACE = 3


class Recording:
    """Implements semantics.ends.Recorder. ``take`` hands over what has ended since the last call.

    ``targets`` are blocks by number: the first state that reaches one is told as an end of its own, though the path
    goes on. A violation whose target was ``closed`` is known already. ``path_conditions``: every end is told, with its
    condition over the program's inputs.
    """

    def __init__(self, checks: frozenset[str], *, every_input: bool = False, path_conditions: bool = False) -> None:
        self.checks = checks
        self.every_input = every_input
        self.path_conditions = path_conditions
        self.paths = 0
        self.sites: list[tuple[Location | None, str]] = []
        self._ends: list[PathEnd] = []
        self._seen: dict[tuple[str, int, Location | None], int] = {}
        #: by reason, detail, place and what the place calls
        self.cuts: dict[tuple[Reason, str, Location | None, str], int] = {}
        self.new_blocks = 0
        self.last_values: tuple[Any, ...] = ()
        self.targets: dict[int, TargetPlace] = {}
        self.reached: set[TargetPlace] = set()
        #: violations that nothing more has to be known about, by check and place
        self.closed: set[tuple[str, Location | None]] = set()
        self._violated: list[tuple[str, Location | None]] = []
        #: all violations that were told, by check and place
        self.told: set[tuple[str, Location | None]] = set()
        self._cut_since = False
        #: whether heap objects lived where leaks were looked for since the mark; None if they were not
        self.left: bool | None = None
        self.tight = TightConditions()

    def attach(self, machine: Machine, targets: Sequence[TargetPlace]) -> None:
        """Record what this machine tells; ``targets`` are places to reach."""
        self.sites = machine.sites
        numbers = machine.compiler.block_numbers
        self.targets = {numbers[place]: target for target in targets for place in target.blocks}

    def cut_list(self) -> list[Cut]:
        """What was not analysed to its end."""
        return [Cut(reason, text, place, count, called) for (reason, text, place, called), count in self.cuts.items()]

    @property
    def out_of_steps(self) -> bool:
        """Was a question left open for want of steps?"""
        return any(reason is Reason.STEPS for reason, *_ in self.cuts)

    @property
    def errors(self) -> int:
        """Violations so far, of the property or outside it."""
        return sum(self._seen.values())

    def mark(self) -> None:
        """From here on, for ``clean``."""
        self._violated.clear()
        self._cut_since = False
        self.left = None

    @property
    def open_violation(self) -> tuple[str, Location | None] | None:
        """What was violated since the mark and is not known already, asked for or not: check and place of the first."""
        return next((violated for violated in self._violated if violated not in self.closed), None)

    @property
    def clean(self) -> bool:
        """Nothing went wrong since the mark: no open violation, nothing cut but by a bound on loops."""
        return not self._cut_since and self.closed.issuperset(self._violated)

    def take(self) -> list[PathEnd]:
        ends, self._ends = self._ends, []
        return ends

    # ------------------------------------------------------------ what the machine tells

    def covered(self, state: State, block: int) -> None:
        self.new_blocks += 1
        target = self.targets.get(block)
        if target is not None and target not in self.reached:
            self.reached.add(target)
            number = self.paths + 1
            inputs = input_values(state, state.path)
            self._ends.append(PathEnd(number, Reason.TARGET, inputs, target.location, message=target.id))

    def finished(self, state: State, values: tuple[Any, ...]) -> None:
        self.last_values = values
        if not self._leaks(state, at_return=True):
            self._end(state, state.path, Reason.RETURN)

    def stopped(self, state: State, command: P.Stop, site: int) -> None:
        match command.end:
            case P.End.EXIT:
                if not self._leaks(state, at_return=False):
                    self._end(state, state.path, Reason.EXIT, site=site)
            case P.End.ABORT:
                self._end(state, state.path, Reason.ABORT, site=site)
            case P.End.SILENT:
                self._end(state, state.path, Reason.SILENT, site=site)
            case P.End.UNSUPPORTED:
                self._cut(state, Reason.UNSUPPORTED, command.detail, site)
            case P.End.BOUND:
                self._cut(state, Reason.BOUND, command.detail, site)
            case P.End.UNDEFINED:
                self.violated(state, state.path, "def-behavior", command.detail or "undefined behaviour", site)

    def ended(self, state: State, reason: Ended, site: int) -> None:
        self._end(state, state.path, _REASONS[reason], site=site)

    def violated(self, state: State, path: PathCondition, check: str, message: str, site: int) -> None:
        where = (check, site, self.blamed(state, site)[0])
        seen = self._seen.get(where, 0)
        self._seen[where] = seen + 1
        self._violated.append((check, self.sites[site][0]))
        self.told.add((check, self.sites[site][0]))
        reason = Reason.VIOLATION if check in self.checks else Reason.UNDEFINED
        if reason is Reason.UNDEFINED:
            self._count_cut(state, reason, f"{check}: {message}", site)
        if seen >= PER_PLACE and not self.path_conditions and not _ends_news(state, path):
            self.paths += 1
            return
        if addresses.matter(state, path):
            message += " (depends on where objects lie)"
        self._end(state, path, reason, site=site, check=check, message=message)

    def cut(self, state: State, reason: Ended, detail: str, site: int) -> None:
        if reason is Ended.SOLVER and detail == OUT_OF_TIME.reason:
            self._cut(state, Reason.TIME, "", site)
        elif reason is Ended.SOLVER and detail == OUT_OF_STEPS.reason:
            self._cut(state, Reason.STEPS, "of one query", site)
        else:
            self._cut(state, _REASONS[reason], detail, site)

    def _cut(self, state: State, reason: Reason, detail: str, site: int) -> None:
        self._count_cut(state, reason, detail, site)
        self._end(state, state.path, reason, site=site, message=detail)

    def _count_cut(self, state: State, reason: Reason, detail: str, site: int) -> None:
        key = (reason, detail, *self.blamed(state, site))
        self._cut_since = self._cut_since or reason is not Reason.BOUND
        self.cuts[key] = self.cuts.get(key, 0) + 1

    def _leaks(self, state: State, *, at_return: bool) -> bool:
        if not self.checks & leaks.LEAKS:
            return False
        alive = leaks.alive(state)
        self.left = bool(alive)
        if not alive:
            return False
        if "valid-memcleanup" in self.checks:
            self.violated(state, state.path, "valid-memcleanup", f"{describe(alive[0])} is never freed", 0)
            return True
        match leaks.lost(state, alive):
            case None:
                return False
            case _ if not at_return:
                # pointers in registers of the running procedures are not looked at
                self._cut(state, Reason.UNSUPPORTED, "leaks at exit() are not decided", 0)
            case leaks.Lost(item, path):
                self.violated(state, path, "valid-memtrack", f"{describe(item)} is lost", 0)
                if self.path_conditions and path is not state.path:
                    self._cut(state, Reason.UNSUPPORTED, f"whether more than {describe(item)} is lost", 0)
            case leaks.Undecided(item):
                self._cut(state, Reason.UNSUPPORTED, f"whether a symbolic pointer leads to {describe(item)}", 0)
        return True

    # ------------------------------------------------------------ evidence

    def _end(
        self,
        state: State,
        path: PathCondition,
        reason: Reason,
        *,
        site: int = 0,
        check: str = "",
        message: str = "",
    ) -> None:
        self.paths += 1
        location = self.sites[site][0]
        wanted = self.every_input or state.new_coverage is not None or bool(check)
        self._ends.append(
            PathEnd(
                number=self.paths,
                reason=reason,
                inputs=input_values(state, path) if wanted else (),
                location=location,
                check=check,
                message=message,
                stack=self._stack(state, site) if check or (location and location.in_library) else (),
                branches=_branches(state, path) if check else (),
                instructions=state.steps,
                depth=state.depth,
                new_coverage=_ends_news(state, path),
                conditions=tuple(path.conditions()) if check else (),
                choices=_choices(state) if check else (),
                input_condition=self._input_condition(state, path),
                asked=asked_inputs(state.unknowns()) if self.path_conditions or check else (),
            )
        )
        if reason is not Reason.VIOLATION:
            state.new_coverage = None

    def _input_condition(self, state: State, path: PathCondition) -> Term | None:
        return condition_over_inputs(state, self.tight.of(path)) if self.path_conditions else None

    def blamed(self, state: State, site: int) -> tuple[Location | None, str]:
        """The place that users are told, and the library's function that is called there."""
        location = self.sites[site][0]
        return blamed(location, self._stack(state, site) if location and location.in_library else ())

    def _stack(self, state: State, site: int) -> tuple[Location, ...]:
        """Places of the calls under way, innermost first, each with its function."""
        result: list[Location] = []
        frame = state.frame
        while True:
            location, function = self.sites[site]
            if location is not None:
                result.append(Location(location.file, location.line, location.column, location.function or function))
            if frame is None or len(result) > 200:
                return tuple(result)
            site = frame[4]
            frame = frame[2]


def _ends_news(state: State, path: PathCondition) -> bool:
    """The state came where none has been, and ends; where only some of its inputs end, the others will tell."""
    return state.new_coverage is not None and path is state.path


def _choices(state: State) -> tuple[int, ...]:
    result: list[int] = []
    link = state.choices
    while link is not None:
        number, link = link
        result.append(number)
    result.reverse()
    return tuple(result)


def _branches(state: State, path: PathCondition) -> tuple[tuple[Location | None, bool], ...]:
    """The way of the path's model: that of one of the states where several became one."""
    result: list[tuple[Location | None, bool]] = []
    link = state.trace
    while link is not None:
        place, taken, _, before = link
        if isinstance(place, Ways):
            link = place.one if T.evaluate(place.guard, path.model) else place.other
        else:
            result.append((place, taken))
            link = before
    result.reverse()
    return tuple(result)
