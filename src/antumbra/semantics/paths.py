"""Paths: where execution splits, what must hold, how they end, and what is asked of the solver about them.

No engine and no search order is named here. Where execution splits, the scheduler says which state to go on with; what
ends is handed to the recorder. Both are small Protocols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NoReturn

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.semantics import unwritten
from antumbra.semantics.cloning import unshare
from antumbra.semantics.compiling.meeting import Meeting
from antumbra.semantics.contract import (
    DECIDED,
    Counters,
    MachineOptions,
    PathEnded,
    Pending,
    Recorder,
    Scheduler,
    Side,
    SplitToMeet,
    Suspended,
)
from antumbra.semantics.ends import Ended
from antumbra.semantics.memory.resolution import MOST_OBJECTS, Several
from antumbra.semantics.runtime import to_term
from antumbra.semantics.settled import settle
from antumbra.semantics.state import State
from antumbra.solvers import POSTPONED, Chain, Model, PathCondition, Values
from antumbra.solvers import Unknown as SolverUnknown
from antumbra.terms import Term

#: times the steps that a branch gets when it comes again
LONGER = 4


class Paths:
    """Decides about paths."""

    def __init__(self, chain: Chain, scheduler: Scheduler, recorder: Recorder, options: MachineOptions) -> None:
        self.chain = chain
        self.scheduler = scheduler
        self.recorder = recorder
        self.options = options
        self.counters = Counters()
        self._branch = chain.branch if options.postpone is None else partial(chain.branch_soon, steps=options.soon)
        #: set by a scheduler that merges states
        self.split_to_meet: SplitToMeet | None = None
        self.sites: list[tuple[Location | None, str]] = [(None, "")]
        #: whether branches must not depend on memory that was never written
        self.watches_unwritten = "uninitialized" in options.checks

    # ------------------------------------------------------------ splitting

    def fork(
        self,
        state: State,
        condition: Term,
        then_region: int,
        then_arguments: tuple[Any, ...],
        else_region: int,
        else_arguments: tuple[Any, ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        """A branch on a symbolic condition."""
        if self.watches_unwritten:
            unwritten.used(self.chain, self.recorder, state, condition, site)
        then, otherwise = self._branch(state.path, condition)
        if otherwise is None and isinstance(then, PathCondition):
            if self.options.trace:
                state.log.append(DECIDED)
            return then_region, then_arguments
        if then is None and isinstance(otherwise, PathCondition):
            if self.options.trace:
                state.log.append(DECIDED)
            return else_region, else_arguments
        if isinstance(then, PathCondition) and isinstance(otherwise, PathCondition):
            location = self.sites[site][0]
            trace = state.trace
            twin = self._twin(state, site)
            if twin is None:
                state.path = then
                state.trace = (location, True, condition, trace)
                return then_region, then_arguments
            state.path, twin.path = then, otherwise
            state.trace = (location, True, condition, trace)
            twin.trace = (location, False, condition, trace)
            children = (Pending(state, then_region, then_arguments), Pending(twin, else_region, else_arguments))
            return self._go_on(state, children)
        if then is POSTPONED or otherwise is POSTPONED:
            again = (condition, then_region, then_arguments, else_region, else_arguments, site)
            self.postpone(state, then_region, again, LONGER * self.options.soon)
        return self._split(
            state,
            [(then, then_region, then_arguments, True), (otherwise, else_region, else_arguments, False)],
            site,
        )

    def postpone(self, state: State, near: int, arguments: tuple[Any, ...], steps: int) -> NoReturn:
        """Leave the state before a fork, of which ``near`` is one side, for which it then has so many steps."""
        raise NotImplementedError

    def fork_again(
        self,
        state: State,
        steps: int,
        condition: Term,
        then_region: int,
        then_arguments: tuple[Any, ...],
        else_region: int,
        else_arguments: tuple[Any, ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        """A fork that was postponed."""
        then, otherwise = self.chain.branch_soon(state.path, condition, steps=steps)
        if then is POSTPONED or otherwise is POSTPONED:
            again = (condition, then_region, then_arguments, else_region, else_arguments, site)
            self.postpone(state, then_region, again, LONGER * steps)
        sides = [(then, then_region, then_arguments, True), (otherwise, else_region, else_arguments, False)]
        return self._split(state, sides, site)

    def _twin(self, state: State, site: int) -> State | None:
        """Another state for the second side of a fork; None when a limit forbids it."""
        options = self.options
        if options.max_depth is not None and state.depth >= options.max_depth:
            self.cut(state, Ended.DEPTH, f"{options.max_depth} branches", site)
        if options.max_forks is not None and self.counters.forks >= options.max_forks:
            self.recorder.cut(state, Ended.FORKS, f"{options.max_forks} forks", site)
            return None
        self.counters.forks += 1
        state.depth += 1
        twin = state.fork()
        if not options.switches.cheap_cloning:
            unshare(twin)
        return twin

    def _go_on(
        self, state: State, children: Sequence[Pending], meeting: Meeting | None = None
    ) -> tuple[int, tuple[Any, ...]]:
        if not children:
            raise PathEnded
        if meeting is None or self.split_to_meet is None:
            first = self.scheduler.split(children)
        else:
            first = self.split_to_meet(children, meeting)
        if first and children[0].state is state:
            return children[0].region, children[0].arguments
        raise Suspended

    def _split(
        self,
        state: State,
        sides: Iterable[tuple[PathCondition | SolverUnknown | None, int, tuple[Any, ...], int]],
        site: int,
        *,
        chosen: bool = False,
        telling: Sequence[Term] = (),
        meeting: Meeting | None = None,
    ) -> tuple[int, tuple[Any, ...]]:
        """The general case: any number of sides, some impossible, some undecided.

        ``chosen``: the program does not say which way to go, so the path remembers the number of the side. ``telling``:
        conditions that tell the sides apart, where somebody needs them: the side's own, or what the side is without.
        """
        location = self.sites[site][0]
        trace = state.trace
        choices = state.choices
        feasible: list[tuple[PathCondition, int, tuple[Any, ...], int, Term | None]] = []
        for number, (path, region, arguments, taken) in enumerate(sides):
            if isinstance(path, SolverUnknown):
                self.recorder.cut(state, Ended.SOLVER, path.reason, site)
            elif path is not None:
                feasible.append((path, region, arguments, taken, telling[number] if telling else None))
        if not feasible:
            raise PathEnded
        children: list[Pending] = []
        # the running state goes last through the loop, since twins are made from it
        for path, region, arguments, taken, told in feasible[1:]:
            twin = self._twin(state, site)
            if twin is None:
                break
            twin.path = path
            twin.trace = (location, taken, told, trace)
            if chosen:
                twin.choices = (taken, choices)
            children.append(Pending(twin, region, arguments))
        path, region, arguments, taken, told = feasible[0]
        state.path = path
        if chosen:
            state.choices = (taken, choices)
        if len(feasible) > 1:
            state.trace = (location, taken, told, trace)
        for child in children:
            child.state.depth = state.depth
        if not children:
            return region, arguments
        return self._go_on(state, [Pending(state, region, arguments), *children], meeting)

    def switch(
        self,
        state: State,
        value: Term,
        cases: tuple[tuple[int, ...] | None, ...],
        targets: tuple[tuple[int, tuple[Any, ...]], ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        """A switch on a symbolic value: one side per target; None marks the default."""
        return self._switch(state, None, value, cases, targets, site)

    def _switch(
        self,
        state: State,
        meeting: Meeting | None,
        value: Term,
        cases: tuple[tuple[int, ...] | None, ...],
        targets: tuple[tuple[int, tuple[Any, ...]], ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        if self.watches_unwritten:
            unwritten.used(self.chain, self.recorder, state, value, site)
        listed = [
            (constants, target) for constants, target in zip(cases, targets, strict=True) if constants is not None
        ]
        conditions = [T.or_(*(T.eq(value, T.const(c, value.sort)) for c in constants)) for constants, _ in listed]
        default = targets[cases.index(None)]
        taken, rest = self._one_by_one(state.path, conditions)
        sides = [(side, *target, True) for side, (_, target) in zip(taken, listed, strict=False)]
        telling: tuple[Term, ...] = ()
        if meeting is not None:
            # no value is in two cases: a program that lists one twice goes to the first
            distinct = len({c for constants, _ in listed for c in constants}) == sum(len(c) for c, _ in listed)
            telling = (*conditions[: len(sides)], T.or_(T.FALSE, *conditions)) if distinct else ()
        return self._split(state, [*sides, (rest, *default, False)], site, telling=telling, meeting=meeting)

    def choose(
        self, state: State, targets: tuple[tuple[int, tuple[Any, ...], Any], ...], site: int
    ) -> tuple[int, tuple[Any, ...]]:
        """A nondeterministic goto; each target with what it assumes first, as far as that was looked at."""
        sides: list[tuple[Side, int, tuple[Any, ...], int]] = []
        for number, (region, arguments, condition) in enumerate(targets):
            path: Side = None
            if condition is True:
                path = state.path
            elif condition is not False:
                path = self.chain.assume(state.path, condition)
            sides.append((path, region, arguments, number))
        return self._split(state, sides, site, chosen=True)

    def part(
        self, state: State, several: Several, region: int, arguments: tuple[Any, ...], site: int
    ) -> tuple[int, tuple[Any, ...]]:
        """Fork by the object that an access hits; each side does the access again."""
        taken, rest = self._one_by_one(state.path, [to_term(c, T.BOOL) for c in several.conditions])
        self.left_out(state, rest, f"pointer with more than {MOST_OBJECTS} objects", site)
        return self._split(state, [(side, region, arguments, True) for side in taken], site)

    def _one_by_one(self, path: PathCondition, conditions: Iterable[Term]) -> tuple[list[Side], Side]:
        """The path where each condition is the first that holds, and where none holds.

        Where nobody knows whether anything is left, that ends the list: the rest then stands for all that follow.
        """
        sides: list[Side] = []
        rest: Side = path
        for condition in conditions:
            if not isinstance(rest, PathCondition):
                break
            if condition.op is T.CONST:
                taken, rest = (rest, None) if condition.data else (None, rest)
            else:
                taken, rest = self.chain.branch(rest, condition)
            sides.append(taken)
        return sides, rest

    def left_out(self, state: State, rest: Side, what: str, site: int) -> None:
        """Possibilities that nobody follows: the run is not complete if there are any."""
        if isinstance(rest, SolverUnknown):
            self.recorder.cut(state, Ended.SOLVER, rest.reason, site)
        elif rest is not None:
            self.recorder.cut(state, Ended.RESOLUTION, what, site)

    # ------------------------------------------------------------ conditions

    def assume(self, state: State, condition: Any, site: int) -> None:
        """Go on only where the condition holds."""
        if condition is False:
            self.recorder.ended(state, Ended.ASSUMPTION, site)
            raise PathEnded
        if self.options.tell_excluded:
            self._excluded(state, condition, site)
        path = self.chain.assume(state.path, condition)
        if path is None:
            self.recorder.ended(state, Ended.ASSUMPTION, site)
            raise PathEnded
        if isinstance(path, SolverUnknown):
            self.cut(state, Ended.SOLVER, path.reason, site)
        state.path = path
        if state.variables and not self.options.trace:
            # an engine that reads the trace must see every condition that later values rest on
            settle(state.variables, condition)

    def _excluded(self, state: State, condition: Term, site: int) -> None:
        """Tell of the executions where an assumption is false, if the state has others."""
        path = state.path
        holds, fails = self.chain.branch(path, condition)
        if isinstance(fails, SolverUnknown):
            self.recorder.cut(state, Ended.SOLVER, fails.reason, site)
        elif fails is not None and holds is not None:
            state.path = fails
            self.recorder.ended(state, Ended.ASSUMPTION, site)
            state.path = path

    def check(self, state: State, condition: Any, command: P.Assert, site: int) -> None:
        """An assertion that is not certainly true."""
        if condition is False:
            self.fail(state, command.check, command.message, site)
        self.require(state, condition, command.check, lambda _: command.message, site)

    def require(self, state: State, condition: Term, check: str, explain: Callable[[Any], str], site: int) -> None:
        """Report the inputs that violate a condition; go on with the others."""
        if condition.op is T.CONST:
            if not condition.data:
                self.fail(state, check, explain(state.path.model), site)
            return
        holds, violated = self.chain.branch(state.path, condition)
        if isinstance(violated, PathCondition):
            violated = self.chain.confirm(violated)
        if isinstance(violated, PathCondition):
            if holds is None:
                state.path = violated
            self.recorder.violated(state, violated, check, explain(violated.model), site)
        elif violated is not None:
            self.recorder.cut(state, Ended.SOLVER, violated.reason, site)
        if holds is None:
            raise PathEnded
        if isinstance(holds, SolverUnknown):
            self.cut(state, Ended.SOLVER, holds.reason, site)
        state.path = holds

    def expect(
        self, state: State, condition: Term, otherwise: str, site: int, reason: Ended = Ended.ADDRESS_SPACE
    ) -> None:
        """Go on where the condition holds; the rest, if there is any, is not analysed."""
        holds, fails = self.chain.branch(state.path, condition)
        if fails is not None:
            self.recorder.cut(state, reason, otherwise, site)
        if holds is None:
            raise PathEnded
        if isinstance(holds, SolverUnknown):
            self.cut(state, Ended.SOLVER, holds.reason, site)
        state.path = holds

    def fail(self, state: State, check: str, message: str, site: int) -> NoReturn:
        """All inputs of this path violate ``check`` here."""
        path = self.chain.confirm(state.path)
        if isinstance(path, SolverUnknown):
            self.cut(state, Ended.SOLVER, path.reason, site)
        if path is not None:
            state.path = path
            self.recorder.violated(state, path, check, message, site)
        raise PathEnded

    def cut(self, state: State, reason: Ended, detail: str, site: int) -> NoReturn:
        """The analysis stops on this path."""
        self.recorder.cut(state, reason, detail, site)
        raise PathEnded

    def give_up(self, state: State, what: str, site: int) -> NoReturn:
        self.cut(state, Ended.UNSUPPORTED, what, site)

    def exhausted(self, state: State) -> NoReturn:
        self.cut(state, Ended.ADDRESS_SPACE, "no room for another object", 0)

    def stop(self, state: State, command: P.Stop, site: int) -> NoReturn:
        self.recorder.stopped(state, command, site)
        raise PathEnded

    # ------------------------------------------------------------ questions

    def possible(self, state: State, condition: Term) -> bool:
        """Can the condition hold? Undecided counts as yes."""
        if condition.op is T.CONST:
            return condition.data
        return self.chain.assume(state.path, condition) is not None

    def must(self, state: State, condition: Term) -> bool:
        """Does the condition surely hold? Undecided counts as no."""
        if condition.op is T.CONST:
            return condition.data
        return self.chain.must(state.path, condition) is True

    def some_model(self, state: State, condition: Term, site: int) -> Model | None:
        """A model of the path and a condition, or None."""
        path = state.path if condition is T.TRUE else self.chain.assume(state.path, condition)
        if isinstance(path, SolverUnknown):
            self.cut(state, Ended.SOLVER, path.reason, site)
        return None if path is None else path.model

    def values(self, state: State, value: Any, limit: int) -> Values:
        """Up to ``limit`` different values that a term can have, and what is left."""
        if value.__class__ is not Term:
            return Values([value], None)
        return self.chain.values(state.path, value, limit)
