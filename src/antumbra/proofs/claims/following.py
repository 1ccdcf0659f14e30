"""The ways of one claim of a region graph: from each region to the next places that have regions."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import assert_never

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.restricting.assuming import conjuncts
from antumbra.program.source import Location
from antumbra.proofs.claims.grounds import Grounds
from antumbra.proofs.claims.wellformed import variables_of
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.question import FOLLOWED, Budget
from antumbra.proofs.regions import Place, Region, Unreachable
from antumbra.proofs.state import Frame, State
from antumbra.records import replace
from antumbra.terms import Term

#: blocks that each active procedure has passed, since the last region or its beginning
Passed = tuple[frozenset[str], ...]


class Following:
    """A claim about executions of ``procedure`` that begin with any values."""

    def __init__(self, grounds: Grounds, claim: Unreachable, budget: Budget) -> None:
        self._grounds = grounds
        self._claim = claim
        self._budget = budget
        program = grounds.program
        self._procedure = program.procedures[claim.procedure]
        own = variables_of(program, self._procedure)
        self._values = {v: grounds.unknown(v.sort) for v in own}
        self._variables = grounds.later()
        self._frozen = {v: grounds.unknown(v.sort) for v in claim.frozen}
        self._regions: dict[Place, list[Region]] = {}
        for region in claim.regions:
            self._regions.setdefault(region.place, []).append(region)
        predicates = (v for r in claim.regions for v in sorted(T.free_variables(r.predicate), key=lambda v: v.id))
        self._spoken_of = dict.fromkeys(v for v in predicates if v not in program.variables)
        self._linked: dict[int, set[int]] = {}
        for source, target in claim.links:
            self._linked.setdefault(source, set()).add(target)
        #: the region that is left
        self._from = 0
        #: what its predicate says, and the same of the values there
        self._said: frozenset[Term] = frozenset()
        self._assumed: set[Term] = set()
        #: the variables there: those that its predicate leaves one value have that
        self._began: dict[Term, Term] = {}
        #: values there of what its predicate speaks of
        self._shown: dict[Term, Term] = {}
        #: states, and the blocks that each of their procedures has passed
        self._ways: list[tuple[State, Passed]] = []

    def check(self) -> None:
        """Executions that begin outside the entry are in regions from then on, and do nothing that is excluded."""
        start = (self._procedure.name, next(iter(self._procedure.blocks)), 0)
        state = self._state(start)
        outside = T.not_(self._valued(state, self._claim.entry))
        state.assume(outside)
        within = T.or_(*(self._valued(state, region.predicate) for region in self._regions.get(start, ())))
        what = f"the regions at its start do not have all executions of {self._procedure.name} that the claim is about"
        self._grounds.exclude(state, T.not_(within), what, self._procedure.location)
        for region in self._claim.regions:
            self._leave(region)

    # ------------------------------------------------------------ values

    def _state(self, place: Place) -> State:
        """Any state at a place."""
        return State([Frame(self._procedure, place[1], place[2], dict(self._values))], dict(self._variables), {})

    def _scope(self, state: State) -> Mapping[Term, Term]:
        return ChainMap(state.variables, state.frame.values, self._frozen)

    def _valued(self, state: State, term: Term) -> Term:
        return self._grounds.valued(term, self._scope(state))

    def _set(self, state: State, target: Term, value: Term) -> None:
        values = state.variables if target in state.variables else state.frame.values
        values[target] = value

    # ------------------------------------------------------------ ways

    def _leave(self, region: Region) -> None:
        """Follow every way from a region to the next place with regions."""
        self._from = region.number
        state = self._state(region.place)
        self._said = frozenset(conjuncts(region.predicate))
        self._assumed = set()
        #: what is about the same variables is one condition: a solver has a level for each
        together: dict[frozenset[Term], list[Term]] = {}
        for said in self._said_in_order(region):
            condition = self._valued(state, said)
            together.setdefault(frozenset(T.free_variables(condition)), []).append(condition)
            self._assumed.add(condition)
            value = value_of(said)
            if value is not None:
                # most branches of a state machine are decided by it
                self._set(state, value[0], self._valued(state, value[1]))
        for conditions in together.values():
            state.assume(T.and_(*conditions))
        self._began = {**state.frame.values, **state.variables}
        scope = self._scope(state)
        self._shown = {v: scope[v] for v in sorted(T.free_variables(region.predicate), key=lambda v: str(v.data))}
        self._ways = [(state, (frozenset(),))]
        while self._ways:
            state, seen = self._ways.pop()
            if not state.impossible:
                self._run(state, seen)

    @staticmethod
    def _said_in_order(region: Region) -> list[Term]:
        """What a predicate says, values of variables first."""
        return sorted(conjuncts(region.predicate), key=lambda said: value_of(said) is None)

    def _run(self, state: State, seen: Passed) -> None:
        """Execute the rest of a block."""
        frame = state.frame
        block = frame.procedure.blocks[frame.label]
        if frame.index == 0 and self._claim.errors and (frame.procedure.name, frame.label) in self._places:
            self._exclude(state, T.TRUE, "a place is reached that was said to be out of reach", _location(block))
            return
        while frame.index < len(block.commands):
            self._budget.step(FOLLOWED)
            command = block.commands[frame.index]
            if isinstance(command, P.Call) and command.callee in self._grounds.summaries.executed:
                self._enter(state, command, seen)
                return
            self._command(state, command)
            if state.impossible:
                return
            frame.index += 1
            if self._arrived(state, _location(block)):
                return
        self._budget.step(FOLLOWED)
        self._end_of_block(state, block.terminator, seen)

    @property
    def _places(self) -> frozenset[tuple[str, str]]:
        return self._grounds.question.places

    def _exclude(self, state: State, goal: Term, what: str, location: Location | None) -> None:
        what = f"from region {self._from} of {self._procedure.name} {what}"
        self._grounds.exclude(state, goal, what, location, self._shown)

    def _arrived(self, state: State, location: Location | None) -> bool:
        """Is there a place with regions? Then one that is linked has the state."""
        frame = state.frame
        here = self._regions.get((frame.procedure.name, frame.label, frame.index))
        if here is None or len(state.frames) > 1:
            return False
        linked = [region for region in here if region.number in self._linked.get(self._from, ())]
        within = T.or_(*(self._entered(state, region) for region in linked))
        names = ", ".join(str(region.number) for region in linked) or "none"
        what = f"a move leads to {frame.label}:{frame.index}, but not to a linked region (those are: {names})"
        self._exclude(state, T.not_(within), what, location)
        return True

    def _entered(self, state: State, region: Region) -> Term:
        """Whether a state is in a region; what the region that is left says of it already is not asked again."""
        values = (*state.variables.items(), *state.frame.values.items())
        changed = {v for v, value in values if value is not self._began.get(v)}
        parts = conjuncts(region.predicate)
        new = [p for p in parts if p not in self._said or not changed.isdisjoint(T.free_variables(p))]
        return self._valued(state, T.and_(*new))

    def _move(self, state: State, label: str, condition: Term, seen: Passed) -> None:
        if condition is T.FALSE or T.not_(condition) in self._assumed:
            return
        branch = state.fork()
        branch.assume(condition)
        branch.frame.label, branch.frame.index = label, 0
        procedure = branch.frame.procedure
        location = _location(procedure.blocks[label])
        if self._arrived(branch, location):
            return
        if label not in seen[-1]:
            self._ways.append((branch, (*seen[:-1], seen[-1] | {label})))
        elif self._grounds.possible(branch):
            raise NotUnderstood(f"no region cuts the loop at {procedure.name}, {label}", location)

    # ------------------------------------------------------------ commands

    def _command(self, state: State, command: P.Command) -> None:
        match command:
            case P.Assign():
                values = [self._valued(state, value) for value in command.values]
                for target, value in zip(command.targets, values, strict=True):
                    self._set(state, target, value)
            case P.Assume():
                state.assume(self._valued(state, command.condition))
            case P.Assert():
                if not self._grounds.question.defined(command.check):
                    condition = self._valued(state, command.condition)
                    self._demand(state, condition, command.check, command.message, command.location)
            case P.Havoc():
                self._set(state, command.target, self._grounds.unknown(command.target.sort))
            case P.Call():
                self._call(state, command)
            case _:
                raise NotUnderstood(type(command).__name__.lower(), command.location)

    def _demand(self, state: State, condition: Term, check: str, message: str, location: Location | None) -> None:
        """No execution may violate a check, if that is claimed; one that does ends."""
        if self._claim.errors and self._grounds.question.forbids(check, location):
            self._exclude(state, T.not_(condition), f"{check} may be violated ({message})", location)
        state.assume(condition)

    def _call(self, state: State, command: P.Call) -> None:
        """What the callee does is what no claim about it excludes."""
        grounds, summaries = self._grounds, self._grounds.summaries
        if not isinstance(command.callee, str):
            raise NotUnderstood("a call through an address", command.location)
        callee = grounds.program.procedures[command.callee]
        arguments = [self._valued(state, argument) for argument in command.arguments]
        given = {**state.variables, **dict(zip(callee.parameters, arguments, strict=True))}
        results = [grounds.unknown(r.sort) for r in callee.results]
        after = grounds.after(state.variables, summaries.written[callee.name])
        returned = {**after, **summaries.returned(results)}
        may_fail: list[Term] = []
        excluded: list[Term] = []
        for claim in summaries.about(callee.name):
            chosen, certain = summaries.instances(claim, self._scope(state), self._spoken_of)
            if not certain:
                state.abstract = state.abstract or f"a claim about {callee.name} may mean more"
            for frozen in chosen:
                inside = grounds.valued(claim.entry, {**given, **frozen})
                if claim.errors:
                    may_fail.append(inside)
                excluded.append(T.or_(inside, T.not_(grounds.valued(claim.goal, {**returned, **frozen}))))
        if self._claim.errors and callee.name in summaries.noisy:
            what = f"no claim excludes errors in a call of {callee.name}"
            self._exclude(state, T.and_(*may_fail), what, command.location)
        for condition in excluded:
            state.assume(condition)
        state.variables = after
        for target, value in zip(command.targets, results, strict=False):
            self._set(state, target, value)

    def _enter(self, state: State, command: P.Call, seen: Passed) -> None:
        """A call that is executed."""
        callee = self._grounds.program.procedures[str(command.callee)]
        given = [self._valued(state, argument) for argument in command.arguments]
        values = {v: self._grounds.unknown(v.sort) for v in variables_of(self._grounds.program, callee)}
        values.update(zip(callee.parameters, given, strict=True))
        state.frames.append(Frame(callee, next(iter(callee.blocks)), 0, values, command))
        self._ways.append((state, (*seen, frozenset())))

    def _leave_call(self, state: State, results: list[Term], seen: Passed) -> None:
        """Behind a call that was executed."""
        call = state.frames.pop().call
        caller = state.frames[-1]
        state.frames[-1] = replace(caller, index=caller.index + 1, values=dict(caller.values))
        for target, value in zip(call.targets if call else (), results, strict=False):
            self._set(state, target, value)
        if not self._arrived(state, _location(caller.procedure.blocks[caller.label])):
            self._ways.append((state, seen[:-1]))

    # ------------------------------------------------------------ ends of blocks

    def _end_of_block(self, state: State, terminator: P.Terminator, seen: Passed) -> None:
        match terminator:
            case P.Goto():
                for label in dict.fromkeys(terminator.targets):
                    self._move(state, label, T.TRUE, seen)
            case P.Branch():
                condition = self._valued(state, terminator.condition)
                self._move(state, terminator.then, condition, seen)
                self._move(state, terminator.otherwise, T.not_(condition), seen)
            case P.Switch():
                value = self._valued(state, terminator.value)
                others = T.TRUE
                for constant, label in terminator.cases:
                    equal = T.eq(value, self._grounds.valued(T.const(constant, value.sort), {}))
                    self._move(state, label, T.and_(others, equal), seen)
                    others = T.and_(others, T.not_(equal))
                self._move(state, terminator.default, others, seen)
            case P.Return():
                self._return(state, terminator, seen)
            case P.Stop():
                self._stop(state, terminator)
            case _:
                assert_never(terminator)

    def _return(self, state: State, terminator: P.Return, seen: Passed) -> None:
        results = [self._valued(state, value) for value in terminator.values]
        # what is not returned may be anything
        results += [self._grounds.unknown(r.sort) for r in state.frame.procedure.results[len(results) :]]
        if len(state.frames) > 1:
            self._leave_call(state, results, seen)
            return
        values = {**self._grounds.summaries.returned(results), **state.variables, **self._frozen}
        goal = self._grounds.valued(self._claim.goal, values)
        self._exclude(state, goal, "a return leads to the goal", terminator.location)

    def _stop(self, state: State, stop: P.Stop) -> None:
        if not self._claim.errors:
            return
        match stop.end:
            case P.End.EXIT | P.End.ABORT | P.End.SILENT:
                pass
            case P.End.UNSUPPORTED | P.End.BOUND:
                what = f"an end that nobody can judge is reached ({stop.end.value} {stop.detail})"
                self._exclude(state, T.TRUE, what, stop.location)
            case P.End.UNDEFINED:
                self._demand(state, T.FALSE, "def-behavior", stop.detail or "undefined behaviour", stop.location)
            case _:
                assert_never(stop.end)


def value_of(said: Term) -> tuple[Term, Term] | None:
    """A variable and its value, if that is what is said."""
    if said.op is T.VAR:
        return said, T.TRUE
    if said.op is T.NOT and said.args[0].op is T.VAR:
        return said.args[0], T.FALSE
    if said.op is T.EQ:
        variable, value = said.args
        if variable.op is T.VAR and value.op is T.CONST and variable.sort.kind in ("bv", "int"):
            return variable, value
    return None


def _location(block: P.Block) -> Location | None:
    return next((c.location for c in (*block.commands, block.terminator) if c.location), None)
