"""Programs without memory, run concretely under a solver's model: how violations in Boogie programs are confirmed.

The model gives every unknown value and every function without meaning. Values are constants, and closed terms
where there is none (a map defined by a lambda). A run agrees with the analysis if it violates the same check
at the same place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from antumbra import terms as T
from antumbra.engines.outcome import InputValue, PathEnd
from antumbra.program import model as P
from antumbra.program.steps import TraceStep
from antumbra.records import dataclass, replace
from antumbra.solvers import Unknown as SolverUnknown
from antumbra.solvers import Unsat, UnsupportedTerm
from antumbra.solvers.axioms.macros import some_model
from antumbra.solvers.backends.full_model import FullModel
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Sort, Term
from antumbra.terms.making import make
from antumbra.terms.values import default_value

#: commands of one run
MOST_STEPS = 5_000_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """``confirmed``: the run fails as the analysis says. Else ``detail`` tells what it did."""

    confirmed: bool
    detail: str
    functions: tuple[str, ...] = ()
    inputs: tuple[InputValue, ...] = ()  #: the path's inputs with the values of this run
    trace: tuple[TraceStep, ...] = ()  #: from state to state, where the run was told which block is a state


class _Stopped(Exception):  # noqa: N818
    """The run is over."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.detail)
        self.outcome = outcome


def confirm(program: P.Program, end: PathEnd, deadline: Deadline, states: str = "") -> Outcome:
    """Run the program under a model of the path's conditions and the axioms.

    ``states``: the block where every state of a protocol passes; what is between two visits is a step of the trace.
    """
    try:
        return _Run(program, end, deadline, states).outcome()
    except _Stopped as stopped:
        return stopped.outcome
    except UnsupportedTerm as error:
        return Outcome(False, f"the solver's model cannot be read: {error}")


def _elements(program: P.Program) -> list[Term]:
    """Constants of sorts without meaning in a program: the model must have them, and tell them apart."""
    roots: list[Term] = list(program.axioms)
    for procedure in program.procedures.values():
        for block in procedure.blocks.values():
            for command in (*block.commands, block.terminator):
                match command:
                    case P.Assign() | P.Return():
                        roots += command.values
                    case P.Assume() | P.Assert() | P.Branch():
                        roots.append(command.condition)
                    case P.Call():
                        roots += command.arguments
                    case _:
                        pass
    return [t for t in T.subterms(*roots) if t.op is T.CONST and t.sort.kind == "uninterpreted"]


class _Run:
    def __init__(self, program: P.Program, end: PathEnd, deadline: Deadline, states: str) -> None:
        self.program = program
        self._states = states
        self._trace: list[TraceStep] = []
        #: the first block of the step under way, and what it was given
        self._under_way: P.Block | None = None
        self._given: list[tuple[str, int]] = []
        self.end = end
        self.deadline = deadline
        #: the variables of the unknowns so far, in their order
        self.unknowns: list[Term] = []
        self.choices = list(reversed(end.choices))
        self.steps = 0
        self.globals: dict[Term, Term] = {}
        self._model: FullModel | None = None
        self._applied: dict[Term, Term] = {}

    def outcome(self) -> Outcome:
        self._start()
        return self._run()

    @property
    def model(self) -> FullModel:
        if self._model is None:
            raise RuntimeError("a run without a model")
        return self._model

    # ------------------------------------------------------------ start

    def _start(self) -> None:
        names: dict[Term, Term] = {}
        for variable, value in self.program.variables.items():
            if value is None:
                names[variable] = self._name(variable.sort)
        axioms = [T.substitute(axiom, names) for axiom in self.program.axioms]
        found = some_model(self.end.conditions, axioms, self.deadline, _elements(self.program))
        if isinstance(found, Unsat):
            raise _Stopped(Outcome(False, "no model satisfies the path and the axioms"))
        if isinstance(found, SolverUnknown):
            raise _Stopped(Outcome(False, f"the solver gives no model of the path and the axioms ({found.reason})"))
        self._model = found
        values = {name: self._constant(name) for name in names.values()}
        for variable, value in self.program.variables.items():
            self.globals[variable] = value if value is not None else values[names[variable]]
        for axiom in axioms:
            self._look_at_the_clock()
            if (
                self.truth(T.substitute(axiom, {k: v for k, v in values.items() if k in T.free_variables(axiom)}))
                is not True
            ):
                raise _Stopped(Outcome(False, "an axiom could not be evaluated under the solver's model"))

    def _name(self, sort: Sort) -> Term:
        """The variable of the next unknown, as the machine names it."""
        kind = T.bv_sort(sort.width) if sort.kind == "fp" else sort
        variable = T.var(f"i{len(self.unknowns)} {kind!r}", kind)
        self.unknowns.append(variable)
        return variable if sort.kind != "fp" else T.fp_from_bv(variable, sort)

    def _constant(self, name: Term) -> Term:
        variables = T.free_variables(name)
        known = {v: T.const(self.model.value(v), v.sort) for v in variables}
        return T.substitute(name, known)

    # ------------------------------------------------------------ values

    def value(self, term: Term, local: dict[Term, Term]) -> Term:
        """A closed term for an expression."""
        if term.op is T.CONST:
            return term
        known: dict[Term, Term] = {}
        for variable in T.free_variables(term) if term.op is not T.VAR else (term,):
            found = local.get(variable)
            if found is None:
                found = self.globals.get(variable)
            known[variable] = T.const(default_value(variable.sort), variable.sort) if found is None else found
        return self.ground(T.substitute(term, known))

    def ground(self, term: Term) -> Term:
        """Functions replaced by their values, outside of binders."""
        if term.op is T.CONST:
            return term
        done: dict[Term, Term] = {}
        stack = [term]
        while stack:
            top = stack[-1]
            if top in done:
                stack.pop()
                continue
            if not top.args or top.op in (T.FORALL, T.EXISTS, T.LAMBDA):
                done[top] = top
                stack.pop()
                continue
            waiting = [a for a in top.args if a not in done]
            if waiting:
                stack.extend(waiting)
                continue
            arguments = tuple(done[a] for a in top.args)
            made = top if arguments == top.args else make(top.op, arguments, top.data)
            if made.op is T.APPLY and all(a.op is T.CONST for a in made.args):
                made = self._apply(made)
            done[top] = made
            stack.pop()
        return done[term]

    def _apply(self, application: Term) -> Term:
        found = self._applied.get(application)
        if found is None:
            value = self.model.applied(application)
            found = self._applied[application] = T.const(value, application.sort)
        return found

    def truth(self, condition: Term) -> bool | None:
        condition = self.ground(condition)
        if condition.op is T.CONST:
            return condition.data
        return self.model.holds(condition)

    def decide(self, condition: Term, local: dict[Term, Term], where: Any) -> bool:
        found = self.truth(self.value(condition, local))
        if found is None:
            raise _Stopped(Outcome(False, f"a condition at {where} depends on quantifiers that could not be evaluated"))
        return found

    # ------------------------------------------------------------ execution

    def _run(self) -> Outcome:
        procedure = self.program.procedures[self.program.entry]
        local: dict[Term, Term] = {}
        for parameter in procedure.parameters:
            local[parameter] = self._constant(self._name(parameter.sort))
        block = next(iter(procedure.blocks.values()))
        index = 0
        frames: list[tuple[P.Procedure, dict[Term, Term], P.Block, int, P.Call]] = []
        while True:
            while index < len(block.commands):
                command = block.commands[index]
                index += 1
                self._tick()
                if isinstance(command, P.Call) and isinstance(command.callee, str):
                    frames.append((procedure, local, block, index, command))
                    values = [self.value(a, local) for a in command.arguments]
                    procedure = self.program.procedures[command.callee]
                    local = dict(zip(procedure.parameters, values, strict=True))
                    block, index = next(iter(procedure.blocks.values())), 0
                else:
                    self._command(command, local)
            terminator = block.terminator
            self._tick()
            if isinstance(terminator, P.Return):
                if not frames:
                    return Outcome(False, "the run ends without a failure")
                results = [self.value(v, local) for v in terminator.values]
                procedure, local, block, index, call = frames.pop()
                for target, result in zip(call.targets, results, strict=False):
                    self._set(target, result, local)
                continue
            block = procedure.blocks[self._next(terminator, local)]
            index = 0
            self._came_to(block)

    def _came_to(self, block: P.Block) -> None:
        if block.label == self._states:
            self._stepped()
        elif self._under_way is None:
            self._under_way = block

    def _stepped(self) -> None:
        """A step of the trace is over."""
        block = self._under_way
        first = None if block is None else next((c.location for c in block.commands), None)
        named = self.program.procedures[self.program.entry].source_names
        values = [(str(v.data), _shown(v, value, named)) for v, value in self.globals.items()]
        name = block.label if block is not None and self._trace else "initial"
        self._trace.append(TraceStep(name, tuple(self._given), tuple(values), first))
        self._under_way = None
        self._given = []

    def _tick(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise _Stopped(Outcome(False, f"the concrete run takes more than {MOST_STEPS:,} commands"))
        self._look_at_the_clock()

    def _look_at_the_clock(self) -> None:
        if self.deadline.passed:
            raise _Stopped(Outcome(False, "there is no time left for the concrete run"))

    def _set(self, target: Term, value: Term, local: dict[Term, Term]) -> None:
        if target in self.globals:
            self.globals[target] = value
        else:
            local[target] = value

    def _command(self, command: P.Command, local: dict[Term, Term]) -> None:
        match command:
            case P.Assign():
                values = [self.value(v, local) for v in command.values]
                for target, value in zip(command.targets, values, strict=True):
                    self._set(target, value, local)
            case P.Assume():
                if not self.decide(command.condition, local, command.location):
                    raise _Stopped(Outcome(False, f"the assumption at {command.location} is false in the run"))
            case P.Assert():
                if not self.decide(command.condition, local, command.location):
                    same = command.location == self.end.location and command.check == self.end.check
                    if self._states and not same:
                        return  # a protocol does not end where another of its properties is violated
                    where = f"the run violates {command.check} at {command.location}"
                    if self._states and self._under_way is not None:
                        self._stepped()
                    raise _Stopped(Outcome(same, where, self._functions(), self._inputs(), tuple(self._trace)))
            case P.Havoc():
                value = self._constant(self._name(command.target.sort))
                self._set(command.target, value, local)
                if self._states and value.sort is T.INT:
                    self._given.append((command.name, int(value.data)))
            case _:
                raise _Stopped(Outcome(False, f"a command without concrete meaning here: {type(command).__name__}"))

    def _inputs(self) -> tuple[InputValue, ...]:
        """What the path was given, in this run: the model need not be the one that the analysis had."""
        result: list[InputValue] = []
        for item, variable in zip(self.end.inputs, self.unknowns, strict=False):
            try:
                value = self.model.value(variable)
            except UnsupportedTerm:
                # a map that has no finite table
                result.append(replace(item, value=0, text="(a map without a finite table)"))
                continue
            result.append(replace(item, text=T.value_text(value)) if item.text else replace(item, value=int(value)))
        return tuple(result)

    def _functions(self) -> tuple[str, ...]:
        """The values of functions that the run asked for."""
        shown: list[str] = []
        for application, value in list(self._applied.items())[:50]:
            arguments = ", ".join(T.value_text(a.data) for a in application.args)
            shown.append(f"{application.data.name}({arguments}) = {T.value_text(value.data)}")
        return tuple(shown)

    def _next(self, terminator: P.Terminator, local: dict[Term, Term]) -> str:
        match terminator:
            case P.Branch():
                taken = self.decide(terminator.condition, local, terminator.location)
                return terminator.then if taken else terminator.otherwise
            case P.Goto():
                targets = tuple(dict.fromkeys(terminator.targets))
                if len(targets) == 1:
                    return targets[0]
                if not self.choices:
                    raise _Stopped(Outcome(False, "the run makes more choices than the path"))
                return targets[self.choices.pop()]
            case P.Stop():
                raise _Stopped(Outcome(False, f"the run stops: {terminator.end.value} {terminator.detail}"))
            case _:
                raise _Stopped(Outcome(False, "a switch has no meaning here"))


def _shown(variable: Term, value: Term, named: Mapping[str, str]) -> int | str:
    """A value in the words of a protocol: numbers of locations and of ranges have names."""
    if value.op is not T.CONST:
        return repr(value)
    name = named.get(f"{variable.data} {int(value.data)}") if variable.sort is not T.INT else None
    if name is None:
        return T.value_text(value.data) if variable.sort is T.BOOL else int(value.data)
    return int(name) if name.removeprefix("-").isdecimal() else name
