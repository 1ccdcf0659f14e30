"""The machine: runs generated code on states, decides branches, ends paths.

It names no engine and no search order. Where execution splits it asks its scheduler which
state to go on with; what ends is handed to its listener. Both are small Protocols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NoReturn

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.program.spacing import PAGE_BITS, window_bits
from antumbra.semantics import addresses, bulk, lifetime, memory, runtime
from antumbra.semantics.cloning import unshare
from antumbra.semantics.contract import Counters, MachineOptions, PathEnded, Pending, Scheduler, Side, Suspended
from antumbra.semantics.ends import Ended, Recorder
from antumbra.semantics.maps import Maps
from antumbra.semantics.pages import EMPTY
from antumbra.semantics.regions import Compiler
from antumbra.semantics.runtime import from_term, to_term
from antumbra.semantics.settled import settle
from antumbra.semantics.state import State, Unknown
from antumbra.semantics.symbolic_memory import MOST_OBJECTS, Several
from antumbra.solvers import Chain, PathCondition, Values
from antumbra.solvers import Unknown as SolverUnknown
from antumbra.terms import Sort, Term

#: how many functions one pointer may call
MOST_CALLEES = 64


class Machine:
    """Executes one program."""

    def __init__(
        self,
        program: P.Program,
        chain: Chain,
        scheduler: Scheduler,
        recorder: Recorder,
        options: MachineOptions,
    ) -> None:
        self.program = program
        self.chain = chain
        self.scheduler = scheduler
        self.recorder = recorder
        self.options = options
        self.pointer_width = program.layout.pointer_width
        #: places below this one are nobody's
        self.first_address = min([o.address for o in program.objects], default=program.layout.first_free)
        #: starts of pieces of code, ascending
        self.code = sorted(o.address for o in program.objects if o.region is P.Region.CODE)
        self.maps = Maps(options.switches)
        #: bytes of an object that may turn into an array; a path that needs a larger one is given up
        self.largest_array: int | None = None
        self.counters = Counters()
        self.sites: list[tuple[Location | None, str]] = [(None, "")]
        self._site_numbers: dict[tuple[Location | None, str], int] = {}
        skipped = P.DEFINED_OTHERWISE - options.checks
        self.compiler = Compiler(
            program,
            self._environment(),
            self._site,
            skipped_checks=skipped,
            max_calls=options.max_calls,
            look_ahead=options.switches.look_ahead and not options.tell_excluded,
            simplify=options.switches.simplification,
            trace=options.trace,
            rounds=options.rounds,
            window_bits=_window_bits(program),
        )
        self.covered = bytearray(len(self.compiler.block_numbers))
        self._cover_environment()
        self.functions: list[Callable[..., tuple[int, tuple[Any, ...]]]] = []
        #: regions that are not generated code: calls through a pointer, per possible callee

    # ------------------------------------------------------------ generated code's view

    def _environment(self) -> dict[str, Any]:
        names = ("eq", "not_", "and_", "or_", "ite", "extract", "zero_extend", "sign_extend", "concat")
        names += ("bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvshl", "bvlshr", "bvashr", "apply_term", "plain")
        names += ("add", "sub", "mul", "lt", "le")
        environment: dict[str, Any] = {name: getattr(runtime, name) for name in names}
        environment |= {
            "select": self.maps.select,
            "map_store": self.maps.store,
            "load": memory.load,
            "store": memory.store,
            "alloc": lifetime.alloc,
            "free": lifetime.free,
            "new_life": lifetime.new_life,
            "copy": bulk.copy,
            "fill": bulk.fill,
            "builtin": bulk.builtin,
            "same_address": addresses.same_address,
            "below": addresses.below,
            "distance": addresses.distance,
            "stay": addresses.stay,
            "widened": self._widened,
            "EMPTY": EMPTY,
            "cover": self._cover,
            "fork": self.fork,
            "switch": self.switch,
            "choose": self.choose,
            "leave": self.leave,
            "stop": self.stop,
            "havoc": self.havoc,
            "assume": self.assume,
            "check": self.check,
            "too_deep": self._too_deep,
            "call_address": self.call_address,
            "recompile": self._recompile,
            "Several": Several,
            "part": self.part,
        }
        return environment

    def _cover_environment(self) -> None:
        self.compiler.bind("cov", self.covered)

    def _site(self, command: P.Command | P.Terminator, procedure: str) -> int:
        """A number for a place in the program, for messages."""
        key = (command.location, procedure)
        number = self._site_numbers.get(key)
        if number is None:
            number = self._site_numbers[key] = len(self.sites)
            self.sites.append(key)
        return number

    def _cover(self, state: State, block: int) -> None:
        self.covered[block] = 1
        state.new_coverage = True
        self.recorder.covered(state, block)

    def function(self, number: int) -> Callable[..., tuple[int, tuple[Any, ...]]]:
        """The function of a region; compiled when first called."""
        functions = self.functions
        while len(functions) <= number:
            functions.append(partial(self._first_call, len(functions)))
        return functions[number]

    def _first_call(self, number: int, state: State, *arguments: Any) -> tuple[int, tuple[Any, ...]]:
        compiled = self.compiler.compile(number)
        self.counters.compiled += 1
        # code just written may name regions that have no slot yet
        self.function(len(self.compiler.entries))
        self.functions[number] = compiled
        return compiled(state, *arguments)

    def _recompile(self, _state: State, number: int, arguments: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
        """A load gave a term where code was compiled for constants: compile all of it anew."""
        self.widen((), memory=True)
        return number, arguments

    def _widened(
        self, _state: State, number: int, arguments: tuple[Any, ...], variable: tuple[str, Term]
    ) -> tuple[int, tuple[Any, ...]]:
        """A relation of pointers depends on where objects lie, and code was compiled for one that does not."""
        self.widen((variable,), memory=False)
        return number, arguments

    def widen(self, variables: Iterable[tuple[str, Term]], *, memory: bool) -> None:
        """Variables (procedure, variable) may hold terms from now on, and so may memory."""
        stale = self.compiler.make_symbolic(variables)
        if memory and not self.compiler.memory_symbolic:
            self.compiler.memory_becomes_symbolic()
            stale = True
        if stale:
            for i in range(len(self.functions)):
                if i not in self.compiler.indirect:
                    self.functions[i] = partial(self._first_call, i)
        self.function(len(self.compiler.entries))

    # ------------------------------------------------------------ start

    def initial(self) -> Pending:
        """The state before the entry procedure's first command."""
        state = State(self, PathCondition.empty())
        if self.options.fixed_inputs is not None:
            state.fixed = list(self.options.fixed_inputs)
        lifetime.place_statics(state, self.program)
        for variable, value in self.program.variables.items():
            if value is None:
                unknown = self._unknown(state, variable.sort, P.Source.EXTERNAL, str(variable.data), "", None)
                state.variables.append(unknown)
            else:
                state.variables.append(value.data)
        if self.program.axioms:
            known = {v: to_term(x, v.sort) for v, x in zip(self.program.variables, state.variables, strict=True)}
            self.chain.axioms = tuple(T.substitute(axiom, known) for axiom in self.program.axioms)
        entry = self.program.procedures[self.program.entry]
        arguments = tuple(
            self._unknown(state, p.sort, P.Source.INPUT, str(p.data), repr(p.sort), entry.location)
            for p in entry.parameters
        )
        number = self.compiler.procedure_entry(self.program.entry)
        self.function(len(self.compiler.entries))
        return Pending(state, number, arguments)

    # ------------------------------------------------------------ unknown values

    def havoc(self, state: State, command: P.Havoc) -> Any:
        target = command.target
        return self._unknown(state, target.sort, command.source, command.name, command.type_name, command.location)

    def _unknown(
        self, state: State, sort: Sort, source: P.Source, name: str, type_name: str, location: Location | None
    ) -> Any:
        if sort.kind == "fp":
            # an input is a bit pattern, so that a test can give it back exactly
            bits = self.fresh(state, T.bv_sort(sort.width), source, name, type_name, location)
            return bits if bits.__class__ is int else from_term(T.fp_from_bv(bits, sort))
        return self.fresh(state, sort, source, name, type_name, location)

    def fresh(
        self,
        state: State,
        sort: Sort,
        source: P.Source,
        name: str,
        type_name: str,
        location: Location | None,
        group: int = -1,
        offset: int = 0,
        bits: int = 0,
    ) -> Any:
        """A new unknown. Named by its position on the path, so that paths share terms."""
        if state.fixed is not None:
            return self._fixed(state, sort, source)
        variable = T.var(f"i{state.input_count} {sort!r}", sort)
        width = bits or sort.width or 1
        state.add_input(Unknown(variable, source, name, type_name, location, width, group, offset))
        return variable

    def _fixed(self, state: State, sort: Sort, source: P.Source) -> Any:
        """In concrete mode inputs take the given values; what else is unknown is zero."""
        if sort.kind == "array":
            return T.array_value(sort, 0, {})
        values = state.fixed if source is P.Source.INPUT else None
        value = values.pop(0) if values else 0
        return bool(value) if sort is T.BOOL else value & ((1 << sort.width) - 1)

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
        then, otherwise = self.chain.branch(state.path, condition)
        if otherwise is None and isinstance(then, PathCondition):
            return then_region, then_arguments
        if then is None and isinstance(otherwise, PathCondition):
            return else_region, else_arguments
        if isinstance(then, PathCondition) and isinstance(otherwise, PathCondition):
            location = self.sites[site][0]
            trace = state.trace
            twin = self._twin(state, site)
            if twin is None:
                state.path = then
                state.trace = (location, True, trace)
                return then_region, then_arguments
            state.path, twin.path = then, otherwise
            state.trace = (location, True, trace)
            twin.trace = (location, False, trace)
            children = (Pending(state, then_region, then_arguments), Pending(twin, else_region, else_arguments))
            return self._go_on(state, children)
        return self._split(
            state,
            [(then, then_region, then_arguments, True), (otherwise, else_region, else_arguments, False)],
            site,
        )

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

    def _go_on(self, state: State, children: Sequence[Pending]) -> tuple[int, tuple[Any, ...]]:
        if not children:
            raise PathEnded
        if self.scheduler.split(children) and children[0].state is state:
            return children[0].region, children[0].arguments
        raise Suspended

    def _split(
        self,
        state: State,
        sides: Iterable[tuple[PathCondition | SolverUnknown | None, int, tuple[Any, ...], int]],
        site: int,
        *,
        chosen: bool = False,
    ) -> tuple[int, tuple[Any, ...]]:
        """The general case: any number of sides, some impossible, some undecided.

        ``chosen``: the program does not say which way to go, so the path remembers the number of the side.
        """
        location = self.sites[site][0]
        trace = state.trace
        choices = state.choices
        feasible: list[tuple[PathCondition, int, tuple[Any, ...], int]] = []
        for path, region, arguments, taken in sides:
            if isinstance(path, SolverUnknown):
                self.recorder.cut(state, Ended.SOLVER, path.reason, site)
            elif path is not None:
                feasible.append((path, region, arguments, taken))
        if not feasible:
            raise PathEnded
        children: list[Pending] = []
        # the running state goes last through the loop, since twins are made from it
        for path, region, arguments, taken in feasible[1:]:
            twin = self._twin(state, site)
            if twin is None:
                break
            twin.path = path
            twin.trace = (location, taken, trace)
            if chosen:
                twin.choices = (taken, choices)
            children.append(Pending(twin, region, arguments))
        path, region, arguments, taken = feasible[0]
        state.path = path
        if chosen:
            state.choices = (taken, choices)
        if len(feasible) > 1:
            state.trace = (location, taken, trace)
        for child in children:
            child.state.depth = state.depth
        if not children:
            return region, arguments
        return self._go_on(state, [Pending(state, region, arguments), *children])

    def switch(
        self,
        state: State,
        value: Term,
        cases: tuple[tuple[int, ...] | None, ...],
        targets: tuple[tuple[int, tuple[Any, ...]], ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        """A switch on a symbolic value: one side per target; None marks the default."""
        listed = [
            (constants, target) for constants, target in zip(cases, targets, strict=True) if constants is not None
        ]
        conditions = [T.or_(*(T.eq(value, T.const(c, value.sort)) for c in constants)) for constants, _ in listed]
        default = targets[cases.index(None)]
        taken, rest = self._one_by_one(state.path, conditions)
        sides = [(side, *target, True) for side, (_, target) in zip(taken, listed, strict=False)]
        return self._split(state, [*sides, (rest, *default, False)], site)

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

    # ------------------------------------------------------------ calls

    def leave(self, state: State, values: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
        """Return from the running procedure."""
        if state.locals is not None:
            lifetime.leave_procedure(state)
        frame = state.frame
        if frame is None:
            self.recorder.finished(state, values)
            raise PathEnded
        region, saved, state.frame, state.locals, _ = frame
        state.calls -= 1
        return region, saved + values

    def call_address(
        self,
        state: State,
        address: Any,
        arguments: tuple[Any, ...],
        place: tuple[str, str, int, tuple[Sort, ...]],
        saved: tuple[Any, ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        """A call through a pointer."""
        if address.__class__ is int:
            return self._enter(state, address, arguments, place, saved, site)
        found = self.values(state, address, MOST_CALLEES).values
        taken, rest = self._one_by_one(state.path, [T.eq(address, T.const(v, address.sort)) for v in found])
        self.left_out(state, rest, f"call with more than {MOST_CALLEES} callees", site)
        # each side becomes a state that makes the call itself, at a region of its own
        number = self.compiler.indirect_entry(place)
        self.function(len(self.compiler.entries))
        targets = [
            (side, number, (value, arguments, place, saved, site), True)
            for side, value in zip(taken, found, strict=False)
        ]
        self.functions[number] = self._call_known
        return self._split(state, targets, site)

    def _call_known(self, state: State, address: int, *rest: Any) -> tuple[int, tuple[Any, ...]]:
        """The call of one side of a call through a pointer; generated code logs the others."""
        if self.compiler.trace:
            state.log.append(address)
        return self.call_address(state, address, *rest)

    def _enter(
        self,
        state: State,
        address: int,
        arguments: tuple[Any, ...],
        place: tuple[str, str, int, tuple[Sort, ...]],
        saved: tuple[Any, ...],
        site: int,
    ) -> tuple[int, tuple[Any, ...]]:
        name = self.program.functions.get(address)
        if name is None or name not in self.program.procedures:
            item = state.objects.find(address)
            what = memory.describe(item) if item is not None else f"address {address:#x}"
            self.fail(state, "valid-deref", f"call of {what}, which is not a function", site)
        callee = self.program.procedures[name]
        if tuple(p.sort for p in callee.parameters) != place[3][: len(callee.parameters)]:
            self.give_up(state, f"call of {name} with arguments of other types", site)
        caller, label, index, _ = place
        command = self.program.procedures[caller].blocks[label].commands[index - 1]
        wanted = command.targets if isinstance(command, P.Call) else ()
        if len(wanted) > len(callee.results) or any(
            w.sort is not r.sort for w, r in zip(wanted, callee.results, strict=False)
        ):
            self.give_up(state, f"call of {name}, which gives another type of result", site)
        if isinstance(command, P.Call) and not _alike(command.kinds, callee.kinds):
            self.give_up(state, f"call of {name} with pointers for numbers, or numbers for pointers", site)
        back = self.compiler.return_entry(caller, label, index, len(callee.results))
        number = self.compiler.procedure_entry(name)
        self.function(len(self.compiler.entries))
        state.calls += 1
        if state.calls > self.options.max_calls:
            self._too_deep(state, site)
        state.frame = (back, saved, state.frame, state.locals, site)
        state.locals = None
        return number, arguments[: len(callee.parameters)]

    def _too_deep(self, state: State, site: int) -> NoReturn:
        self.cut(state, Ended.STACK, f"{self.options.max_calls} nested calls", site)

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

    def some_model(self, state: State, condition: Term, site: int) -> Any:
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


def _alike(wanted: str, given: str) -> bool:
    """Does a callee take and give pointers where its caller thinks so? What one of them lacks does not matter."""
    if not wanted or not given:
        return True
    sides = zip(wanted.split("/"), given.split("/"), strict=True)
    return all(one == other for mine, theirs in sides for one, other in zip(mine, theirs, strict=False))


def _window_bits(program: P.Program) -> int:
    """Pointers that agree above so many bits are never into two objects."""
    bits = window_bits(program.layout.pointer_width)
    starts = [o.address for o in program.objects if o.region is not P.Region.CODE]
    starts += [program.layout.first_free]
    spread = len({start >> bits for start in starts}) == len(starts)
    code = {o.address >> bits for o in program.objects if o.region is P.Region.CODE}
    return bits if spread and code.isdisjoint(start >> bits for start in starts) else PAGE_BITS
