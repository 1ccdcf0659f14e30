"""What can and what must hold in a state, and what becomes of an execution that should not exist."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.program.source import Location
from antumbra.proofs.answer import Given, Witness
from antumbra.proofs.asking.deciding import Decider
from antumbra.proofs.ends import DeadEnd, NotUnderstood, Violation
from antumbra.proofs.memory.world import World
from antumbra.proofs.question import Question
from antumbra.proofs.state import Asked, Entry, Join, Log, State, conditions_of
from antumbra.solvers import Model, Sat, Unknown, Unsat
from antumbra.terms import Sort, Term

#: conditions of a state that a question is asked with whatever they are about
NEWEST = 4


class Judge:
    """Asks the solver about states."""

    def __init__(self, world: World, question: Question, decider: Decider) -> None:
        self.world = world
        self.question = question
        self.decider = decider
        #: the program's axioms, over unknowns
        self.axioms: list[Term] = []

    def model(self, state: State, *goals: Term) -> Model | Unknown | None:
        """An execution of the state for which the goals hold; None if there is none."""
        if T.FALSE in goals or state.impossible:
            return None
        conditions = [*self.axioms, *conditions_of(state.condition)]
        facts = self.world.facts((*conditions, *goals))
        match self.decider.ask([*conditions, *facts, *goals]):
            case Sat(model):
                return model
            case Unsat():
                return None
            case Unknown() as unknown:
                return unknown

    def possible(self, state: State, *goals: Term) -> bool:
        """Undecided counts as yes."""
        return self.model(state, *goals) is not None

    def possible_alone(self, state: State, goal: Term) -> bool:
        """Do the newest conditions of a state, and those that they and the goal have variables in common with, allow
        the goal? If not, no others do; if so, others may exclude it."""
        conditions = conditions_of(state.condition)
        if T.FALSE in (goal, *conditions[-1:]):
            return False
        near = [goal, *conditions[-NEWEST:]]
        rest = conditions[:-NEWEST]
        found: list[Term] = []
        variables: set[Term] = set()
        while near:
            found += near
            variables.update(*(T.free_variables(condition) for condition in near))
            taken = set(near)
            rest = [condition for condition in rest if condition not in taken]
            near = [condition for condition in rest if not variables.isdisjoint(T.free_variables(condition))]
        if 2 * len(rest) < len(conditions):
            return True
        return not isinstance(self.decider.ask([*self.axioms, *found, *self.world.facts(found)]), Unsat)

    def has_executions(self, state: State) -> bool:
        """May there be an execution of the state? Undecided counts as yes, and so does what looks like one."""
        if state.impossible or (state.condition is not None and self.world.excludes(state.condition.term)):
            return False
        if state.condition is state.seen:
            return True
        if state.model is not None and (model := self._extended(state, state.model)) is not None:
            state.seen, state.model = state.condition, model
            return True
        found = self.model(state)
        if found is None:
            return False
        state.seen = state.condition
        state.model = found if isinstance(found, Model) else None
        return True

    def _extended(self, state: State, model: Model) -> Model | None:
        """A model of the condition that was seen last, if it also satisfies what was added since.

        Addresses that it says nothing of lie behind all others. An error could only find executions that there are not.
        """
        added = conditions_of(state.condition, state.seen)
        bases = {v for condition in added for v in T.free_variables(condition) if v in self.world.of_base}
        new = sorted(bases - model.keys(), key=lambda base: self.world.of_base[base])
        try:
            if new:
                model = self.world.with_addresses(model, new)
            known: dict[Term, Any] = {}
            return model if all(T.evaluate(condition, model, known=known) for condition in added) else None
        except T.EvaluationError:
            return None

    def certain(self, state: State, goal: Term) -> bool:
        """Undecided counts as no."""
        return goal is T.TRUE or self.model(state, T.not_(goal)) is None

    def demand(
        self,
        state: State,
        condition: Term,
        check: str,
        message: str,
        location: Location | None,
        *,
        objects: bool = False,
    ) -> None:
        """No execution of the state may violate a check; where that is known, the others go on.

        ``objects``: the condition says that there is an object. One that other rounds or calls have made is not in the
        state, so that an execution that seems to violate this may be one that does not.
        """
        if condition is T.TRUE:
            return
        if self.question.forbids(check, location):
            found = self.model(state, T.not_(condition))
            if isinstance(found, Unknown):
                raise NotUnderstood(f"the solver does not decide whether {check} holds ({found.reason})", location)
            if found is not None:
                raise self.violation(state, found, check, message, location)
        elif objects and state.abstract and not self.certain(state, condition):
            raise NotUnderstood(f"an object that may not be known after {state.abstract}", location)
        else:
            state.assume(condition)
        if condition is T.FALSE:
            raise DeadEnd

    def reached(self, state: State, check: str, message: str, location: Location | None) -> None:
        """No execution may come here at all."""
        self.demand(state, T.FALSE, check, message, location)

    def violation(
        self,
        state: State,
        model: Model,
        check: str,
        message: str,
        location: Location | None,
        place: tuple[str, str] | None = None,
    ) -> Violation:
        inputs, choices, names = _unknowns(state.log, model)
        rest = {v: value for v, value in _constants(state, model).items() if v not in names}
        conditions = tuple(T.substitute(c, {**rest, **names}) for c in conditions_of(state.condition))
        witness = Witness(check, message, inputs, _stack(state, location), conditions, choices, place)
        return Violation(witness, location, abstract=state.abstract)


def _constants(state: State, model: Model) -> dict[Term, Term]:
    found: dict[Term, Term] = {}
    for condition in conditions_of(state.condition):
        for variable in T.free_variables(condition):
            found[variable] = T.const(model[variable], variable.sort)
    return found


def _stack(state: State, location: Location | None) -> tuple[Location, ...]:
    """Places of the calls under way, innermost first."""
    found: list[Location] = []
    for frame in reversed(state.frames):
        if location is not None:
            name = location.function or frame.procedure.name
            found.append(Location(location.file, location.line, location.column, name))
        location = None if frame.call is None else frame.call.location
    return tuple(found)


def _unknowns(log: Log, model: Model) -> tuple[tuple[Given, ...], tuple[int, ...], dict[Term, Term]]:
    """What an execution asked for and which ways it chose, in order; and names of its unknowns by their position."""
    asked: list[Asked] = []
    while log is not None:
        if isinstance(log, Join):
            log = log.one if T.evaluate(log.guard, model) else log.other
        else:
            asked.append(log.asked)
            log = log.before
    asked.reverse()
    inputs: list[Given] = []
    choices: list[int] = []
    names: dict[Term, Term] = {}
    for item in asked:
        if item.value is None:
            choices.append(item.choice)
            continue
        sort = item.value.sort
        if item.value.op is T.VAR:
            names[item.value] = T.var(f"i{len(inputs)}.{sort!r}", sort)
        inputs.append(_given(item, sort, T.evaluate(item.value, model)))
    return tuple(inputs), tuple(choices), names


def _given(item: Asked, sort: Sort, value: Any) -> Given:
    width = sort.width or 1
    bits = sort.kind in ("bv", "bool")
    text = "" if bits else T.value_text(value)
    return Given(item.name, item.type_name, item.source, width, int(value) if bits else 0, item.location, text)


def note(state: State, asked: Asked) -> None:
    """The program asks for an unknown, or chooses."""
    state.log = Entry(asked, state.log)
