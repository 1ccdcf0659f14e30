"""A small, slow interpreter of programs over terms, written from the meaning of each command (``program.model``).

It follows every execution, joined where ways meet; it knows nothing of engines, of how they execute and of what
they think superfluous. What it does not understand ends it with the reason.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, assert_never

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph
from antumbra.program.kinds import alike
from antumbra.program.source import Location
from antumbra.proofs.answer import Witness
from antumbra.proofs.asking.judge import Judge, note
from antumbra.proofs.certificate import Certificate
from antumbra.proofs.claims.joins import Joins
from antumbra.proofs.claims.loops import Loops
from antumbra.proofs.claims.recursion import Recursions
from antumbra.proofs.ends import DeadEnd, NotUnderstood, Violation
from antumbra.proofs.memory.accesses import Memory
from antumbra.proofs.memory.effects import Effects
from antumbra.proofs.memory.leaks import Leaks
from antumbra.proofs.order import Orders, Queue
from antumbra.proofs.question import ALONE, COMMAND, Budget
from antumbra.proofs.shapes.unfolding import looked_at
from antumbra.proofs.state import Asked, Frame, State
from antumbra.records import replace
from antumbra.solvers import Unknown
from antumbra.terms import Term

if TYPE_CHECKING:
    from antumbra.proofs.concrete import Concrete
    from antumbra.proofs.shapes.heads import Shapes

#: calls under way before we say that we cannot follow
MOST_CALLS = 1_000
#: calls of one procedure that are under way at once, where parts of lists are made: recursion over lists has no end
MOST_ACTIVE = 8


class Walker:
    """One walk over all executions of a program."""

    def __init__(
        self, judge: Judge, program: P.Program, certificate: Certificate, budget: Budget, *, merging: bool
    ) -> None:
        self._judge = judge
        self._program = program
        self._budget = budget
        self._merging = merging
        self._price = COMMAND if merging else ALONE
        self._memory = Memory(judge)
        self._concrete = _concrete(program, judge, budget)
        self._effects = Effects(judge, self._memory)
        self._leaks = Leaks(judge)
        self._orders = Orders()
        self._shapes: Shapes | None = None
        if certificate.shapes:
            from antumbra.proofs.shapes.heads import Shapes

            self._shapes = Shapes(judge, self._orders, certificate.shapes)
        self.queue = Queue(
            self._orders,
            judge.world.unknown,
            merging=merging,
            spend=budget.spend,
            ordered=self._shapes is not None,
        )
        numbers = count(1)
        self.joins = Joins(certificate, judge, self._orders.is_head, budget)
        self.loops = Loops(certificate, judge, self.queue.add, numbers)
        self.recursions = Recursions(certificate, program, judge, self.queue.add, numbers)
        self.states = 0
        #: the first branch that may depend on what was never written, if that is asked
        self.unwritten: P.Branch | P.Switch | None = None

    def walk(self) -> None:
        """Follow every execution to its end. Raises what ``ends`` lists when that is not how it went."""
        self.queue.add(self._initial())
        while (state := self.queue.pop()) is not None:
            if any(many.void for many in state.rests):
                continue
            # a loop or call that was left has been seen to its end: whoever is in it goes first
            state.rests = tuple(many for frame in state.frames for many in frame.rests)
            self.states += 1
            with suppress(DeadEnd):
                self._run(self.joins.forgotten(state))

    def _initial(self) -> State:
        entry = self._program.procedures[self._program.entry]
        frame = Frame(entry, next(iter(entry.blocks)), 0, {})
        state = State([frame], {}, self._judge.world.statics())
        for variable, value in self._program.variables.items():
            state.variables[variable] = (
                self._asked(state, variable, P.Source.EXTERNAL, str(variable.data), "", None)
                if value is None
                else self._judge.world.relocated(value)
            )
        self._judge.axioms = [T.substitute(a, _known(state.variables, a)) for a in self._program.axioms]
        for parameter in entry.parameters:
            frame.values[parameter] = self._asked(
                state, parameter, P.Source.INPUT, str(parameter.data), repr(parameter.sort), entry.location
            )
        return state

    def _asked(
        self, state: State, target: Term, source: P.Source, name: str, type_name: str, location: Location | None
    ) -> Term:
        """Any value of the target's sort; of a float any pattern of bits."""
        sort = target.sort
        bits = sort.kind == "fp"
        variable = self._judge.world.unknown("unknown", T.bv_sort(sort.width) if bits else sort)
        note(state, Asked(variable, name, type_name, source, location))
        if source is not P.Source.UNINITIALISED:
            self._judge.world.given.add(variable)
        return T.fp_from_bv(variable, sort) if bits else variable

    # ------------------------------------------------------------ values

    def _value(self, state: State, term: Term) -> Term:
        """An expression of the program under the values of a state."""
        world = self._judge.world
        term = world.relocated(term)
        if term.op is T.CONST:
            return term
        values: dict[Term, Term] = {}
        for variable in T.free_variables(term):
            if variable in world.of_base:
                continue
            found = state.variables.get(variable)
            if found is None:
                found = state.frame.values.get(variable)
            if found is None:
                raise NotUnderstood(f"{variable.data} is read before it is written")
            values[variable] = found
        return values.get(term, term) if term.op is T.VAR else T.substitute(term, values)

    @property
    def heads(self) -> int:
        """At how many heads of loops there were parts of lists, or might have been."""
        return 0 if self._shapes is None else len(self._shapes.heads)

    @property
    def too_fine(self) -> bool:
        """Were there more shapes at some head than are followed?"""
        return self._shapes is not None and self._shapes.too_many

    @staticmethod
    def _set(state: State, target: Term, value: Term) -> None:
        if target in state.variables:
            state.variables[target] = value
        else:
            state.frame.values[target] = value

    # ------------------------------------------------------------ commands

    def _run(self, state: State) -> None:
        """Execute until the ways part, or another procedure begins or ends."""
        frame = state.frame
        block = frame.procedure.blocks[frame.label]
        if frame.index == 0 and (frame.procedure.name, frame.label) in self._judge.question.places:
            self._reached(state, block)
        while frame.index < len(block.commands):
            self._budget.step(self._price)
            command = block.commands[frame.index]
            if state.segments and self._opens(state, command):
                return
            if isinstance(command, P.Call):
                self._call(state, command)
                return
            self._command(state, command)
            frame.index += 1
        self._budget.step(self._price)
        if state.segments and self._opens(state, block.terminator):
            return
        self._end_of_block(state, block.terminator)

    def _opens(self, state: State, node: P.Command | P.Terminator) -> bool:
        """Does a command look at a node of a list that is no object of its own? Then states go on in which it is."""
        if self._shapes is None:
            raise ValueError("parts of lists in a walk that makes none")
        for term, passed in looked_at(node):
            found = self._shapes.opened(state, self._value(state, term), passed=passed)
            if found is not None:
                for each in found:
                    self.queue.add(each)
                return True
        return False

    def _reached(self, state: State, block: P.Block) -> None:
        """A place that executions must not come to."""
        location = next((c.location for c in (*block.commands, block.terminator) if c.location), None)
        found = self._judge.model(state)
        if isinstance(found, Unknown):
            raise NotUnderstood(f"the solver does not decide whether a place is reached ({found.reason})", location)
        if found is None:
            raise DeadEnd
        place = (state.frame.procedure.name, block.label)
        message = "a place is reached that was said to be out of reach"
        raise self._judge.violation(state, found, "", message, location, place)

    def _command(self, state: State, command: P.Command) -> None:
        match command:
            case P.Assign():
                values = [self._value(state, value) for value in command.values]
                for target, value in zip(command.targets, values, strict=True):
                    self._set(state, target, value)
            case P.Assume():
                self._assume(state, self._value(state, command.condition))
            case P.Assert():
                if not self._judge.question.defined(command.check):
                    condition = self._value(state, command.condition)
                    self._judge.demand(state, condition, command.check, command.message, command.location)
            case P.Havoc():
                made = self._asked(
                    state, command.target, command.source, command.name, command.type_name, command.location
                )
                self._set(state, command.target, made)
            case P.Load():
                width = command.target.sort.width // 8
                address = self._value(state, command.address)
                self._set(state, command.target, self._memory.load(state, address, width, command.location))
            case P.Store():
                address, value = self._value(state, command.address), self._value(state, command.value)
                self._memory.store(state, address, value, command.location)
            case P.Alloc():
                size = self._value(state, command.size)
                self._set(state, command.target, self._memory.alloc(state, command, size))
            case P.Free():
                self._memory.free(state, self._value(state, command.address), command.location)
            case P.Copy():
                places = self._value(state, command.destination), self._value(state, command.source)
                self._memory.copy(state, command, *places, self._value(state, command.size))
            case P.Fill():
                place, byte = self._value(state, command.destination), self._value(state, command.byte)
                self._memory.fill(state, command, place, byte, self._value(state, command.size))
            case P.Builtin():
                arguments = [self._value(state, argument) for argument in command.arguments]
                for target, value in zip(
                    command.targets, self._effects.builtin(state, command, arguments), strict=False
                ):
                    self._set(state, target, value)
            case P.Call():
                raise ValueError("a call ends the commands that are executed at once")
            case _:
                assert_never(command)

    def _assume(self, state: State, condition: Term) -> None:
        if condition is T.FALSE:
            raise DeadEnd
        state.assume(condition)

    # ------------------------------------------------------------ calls

    def _call(self, state: State, command: P.Call) -> None:
        arguments = [self._value(state, argument) for argument in command.arguments]
        if isinstance(command.callee, str):
            self._enter(state, command, self._program.procedures[command.callee], arguments)
            return
        address = self._value(state, command.callee)
        functions = {a: name for a, name in self._program.functions.items() if name in self._program.procedures}
        place = self._judge.world.relocated
        cases = {a: T.eq(address, place(T.const(a, address.sort))) for a in functions}
        valid = T.or_(*cases.values()) if cases else T.FALSE
        self._judge.demand(state, valid, "valid-deref", "call of something that is not a function", command.location)
        for a, condition in cases.items():
            if condition is T.FALSE or (condition is not T.TRUE and not self._judge.possible(state, condition)):
                continue
            callee = self._program.procedures[functions[a]]
            if not _fits(command, callee, arguments):
                raise NotUnderstood(f"a call of {callee.name} with arguments or results of other types")
            branch = state.fork()
            branch.assume(condition)
            self._enter(branch, command, callee, arguments[: len(callee.parameters)])

    def _enter(self, state: State, command: P.Call, callee: P.Procedure, arguments: list[Term]) -> None:
        if len(state.frames) > MOST_CALLS:
            raise NotUnderstood(f"more than {MOST_CALLS} calls under way", command.location)
        known = None if self._concrete is None else self._concrete.results(callee, arguments)
        if known is not None:
            self._behind(state, command, known)
            return
        contract = self.recursions.concerns(callee)
        active = sum(frame.procedure is callee for frame in state.frames)
        if self._shapes is not None and active >= MOST_ACTIVE:
            raise NotUnderstood("recursion over lists", command.location)
        again = contract or active > 0
        asked = again and state.condition is not state.seen
        if again and not self._judge.has_executions(state):
            raise DeadEnd
        if contract:
            self.recursions.call(state, command, callee, arguments)
            return
        values = dict(zip(callee.parameters, arguments, strict=True))
        state.frames.append(Frame(callee, next(iter(callee.blocks)), 0, values, command))
        if asked and self._merging and not self.queue.allows(state.frame):
            self.queue.park(state)
        else:
            self._arrive(state)

    def _return(self, state: State, values: list[Term]) -> None:
        self._memory.leave(state, len(state.frames))
        frame = state.frame
        if frame.recursion is not None:
            self.recursions.returned(frame.recursion, state, values)
            return
        call = frame.call
        if call is None:
            self._leaks.at_return(state)
            return
        state.frames.pop()
        self._behind(state, call, values)

    def _behind(self, state: State, call: P.Call, values: list[Term]) -> None:
        """Go on where a call has returned."""
        caller = state.frame
        # other states may share it
        state.frames[-1] = replace(caller, index=caller.index + 1, values=dict(caller.values))
        for target, value in zip(call.targets, values, strict=False):
            self._set(state, target, value)
        self.queue.add(state)

    # ------------------------------------------------------------ ends of blocks

    def _end_of_block(self, state: State, terminator: P.Terminator) -> None:
        match terminator:
            case P.Goto():
                self._choose(state, tuple(dict.fromkeys(terminator.targets)))
            case P.Branch():
                condition = self._value(state, terminator.condition)
                self._depends(terminator, condition)
                self._branch(
                    state, [(condition, terminator.then), (T.not_(condition), terminator.otherwise)], chosen=False
                )
            case P.Switch():
                self._switch(state, terminator)
            case P.Return():
                self._return(state, [self._value(state, value) for value in terminator.values])
            case P.Stop():
                self._stop(state, terminator)
            case _:
                assert_never(terminator)

    def _depends(self, terminator: P.Branch | P.Switch, value: Term) -> None:
        if self.unwritten is None and not self._judge.world.is_written(value):
            self.unwritten = terminator

    def _branch(self, state: State, ways: list[tuple[Term, str]], *, chosen: bool) -> None:
        """One state for each way; the conditions exclude each other. ``chosen``: the program does not say which."""
        open_ways = [(i, c, label) for i, (c, label) in enumerate(ways) if c is not T.FALSE]
        for i, condition, label in open_ways:
            branch = state if len(open_ways) == 1 else state.fork()
            branch.assume(condition)
            if chosen:
                note(branch, Asked(None, choice=i))
            if not self._merging and not self._judge.has_executions(branch):
                continue
            self._move(branch, label)

    def _choose(self, state: State, targets: tuple[str, ...]) -> None:
        if len(targets) == 1:
            self._move(state, targets[0])
            return
        first = [state.frame.procedure.blocks[label].commands[:1] for label in targets]
        assumed = [self._value(state, c[0].condition) for c in first if c and isinstance(c[0], P.Assume)]
        if len(targets) == 2 == len(assumed) and assumed[0] is T.not_(assumed[1]):
            # what the two ways assume first decides between them
            conditions = assumed
        else:
            sort = T.bv_sort(max(1, (len(targets) - 1).bit_length()))
            way = self._judge.world.unknown("way", sort)
            last = T.bvuge(way, T.const(len(targets) - 1, sort))
            conditions = [*(T.eq(way, T.const(i, sort)) for i in range(len(targets) - 1)), last]
        self._branch(state, list(zip(conditions, targets, strict=True)), chosen=True)

    def _switch(self, state: State, terminator: P.Switch) -> None:
        value = self._value(state, terminator.value)
        self._depends(terminator, value)
        ways: dict[str, Term] = {}
        before: list[Term] = []
        for constant, label in terminator.cases:
            # the constant may be the address of a label: goto *p
            equal = T.eq(value, self._judge.world.relocated(T.const(constant, value.sort)))
            here = T.and_(equal, *(T.not_(c) for c in before if c is equal))
            ways[label] = T.or_(ways.get(label, T.FALSE), here)
            before.append(equal)
        ways[terminator.default] = T.or_(
            ways.get(terminator.default, T.FALSE), T.and_(*(T.not_(c) for c in before)) if before else T.TRUE
        )
        self._branch(state, [(condition, label) for label, condition in ways.items()], chosen=False)

    def _move(self, state: State, label: str) -> None:
        """Go on at another block."""
        frame = state.frame
        number = self._orders.number
        back = number(frame.procedure, label) <= number(frame.procedure, frame.label)
        # the condition is new since the loop was entered, or the last time, if it is not the one that was asked about
        asked = back and self._merging and state.condition is not state.seen
        if asked and not self._judge.has_executions(state):
            return
        frame.label, frame.index = label, 0
        if frame.rounds or frame.peeled:
            around = self._orders.graph(frame.procedure).loops.around(label)
            frame.rounds = tuple(r for r in frame.rounds if r.head in around)
            frame.peeled = tuple(head for head in frame.peeled if head in around)
        if asked and not self.loops.concerns(frame) and not self.queue.allows(frame):
            self.queue.park(state)
            return
        self._arrive(state)

    def _arrive(self, state: State) -> None:
        if self._shapes is not None and self._orders.is_head(state.frame):
            for each in self._shapes.arrive(state):
                self.queue.add(each)
        elif self.loops.concerns(state.frame):
            self.loops.arrive(state)
        else:
            self.queue.add(state)

    def _stop(self, state: State, stop: P.Stop) -> None:
        match stop.end:
            case P.End.EXIT:
                self._leaks.at_exit(state, stop.location)
            case P.End.ABORT | P.End.SILENT:
                pass
            case P.End.UNSUPPORTED | P.End.BOUND:
                self._cut(state, stop)
            case P.End.UNDEFINED:
                message = stop.detail or "undefined behaviour"
                self._judge.reached(state, "def-behavior", message, stop.location)
            case _:
                assert_never(stop.end)

    def _cut(self, state: State, stop: P.Stop) -> None:
        """An end of which nothing is known: no proof may lead here."""
        found = self._judge.model(state)
        message = f"an end that nobody can judge is reached ({stop.end.value} {stop.detail})"
        if isinstance(found, Unknown):
            raise NotUnderstood(message, stop.location)
        if found is not None:
            raise Violation(Witness("", message), stop.location, abstract=state.abstract)


def _concrete(program: P.Program, judge: Judge, budget: Budget) -> Concrete | None:
    """Who answers calls with constants, where there is recursion."""
    if not CallGraph(program).recursive:
        return None
    from antumbra.proofs.concrete import Concrete  # few programs have any

    return Concrete(program, judge.question, budget, judge.world)


def _known(values: dict[Term, Term], term: Term) -> dict[Term, Term]:
    return {v: values[v] for v in T.free_variables(term) if v in values}


def _fits(command: P.Call, callee: P.Procedure, arguments: list[Term]) -> bool:
    given = [a.sort for a in arguments][: len(callee.parameters)]
    wanted = [t.sort for t in command.targets]
    if not alike(command.kinds, callee.kinds):
        return False
    return given == [p.sort for p in callee.parameters] and wanted == [r.sort for r in callee.results][: len(wanted)]
