"""The machine: runs generated code on states. What becomes of paths is decided in :mod:`antumbra.semantics.paths`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.kinds import alike
from antumbra.program.languages import LANGUAGES
from antumbra.program.source import Location
from antumbra.program.spacing import PAGE_BITS, window_bits
from antumbra.records import replace
from antumbra.semantics import runtime
from antumbra.semantics.compiling.compiler import Compiler, RegionFunction
from antumbra.semantics.compiling.regions import CodeStyle
from antumbra.semantics.contract import MachineOptions, PathEnded, Pending, Recorder, Scheduler, Suspended
from antumbra.semantics.ends import Ended
from antumbra.semantics.meeting_paths import MeetingPaths
from antumbra.semantics.memory import accesses, bulk, lifetimes, relations
from antumbra.semantics.memory.addresses import stay
from antumbra.semantics.memory.maps import Maps
from antumbra.semantics.memory.pages import EMPTY
from antumbra.semantics.memory.problems import describe
from antumbra.semantics.memory.resolution import Several
from antumbra.semantics.merging import OpenState, settle
from antumbra.semantics.profile import Profile
from antumbra.semantics.runtime import from_term, to_term
from antumbra.semantics.state import State, Unknown, Wanted
from antumbra.semantics.warmth import Warmth
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Sort, Term

if TYPE_CHECKING:
    from antumbra.semantics.remembering import Remembering

#: how many functions one pointer may call
MOST_CALLEES = 64


class Machine(MeetingPaths):
    """Executes one program."""

    def __init__(
        self,
        program: P.Program,
        chain: Chain,
        scheduler: Scheduler,
        recorder: Recorder,
        options: MachineOptions,
    ) -> None:
        super().__init__(chain, scheduler, recorder, options)
        self.program = program
        # variables that other languages leave open are just unknown
        self.watches_unwritten &= LANGUAGES[program.language].memory
        self.pointer_width = program.layout.pointer_width
        self.any_addresses: set[Term] = set()
        #: places below this one are nobody's
        self.first_address = min([o.address for o in program.objects], default=program.layout.first_free)
        #: starts of pieces of code, ascending
        self.code = sorted(o.address for o in program.objects if o.region is P.Region.CODE)
        self.maps = Maps(options.switches)
        #: bytes of an object that may turn into an array; a path that needs a larger one is given up
        self.largest_array: int | None = None
        self._remembering: Remembering | None = None
        self._site_numbers: dict[tuple[Location | None, str], int] = {}
        style = CodeStyle(
            skipped_checks=P.DEFINED_OTHERWISE - options.checks,
            max_calls=options.max_calls,
            look_ahead=options.switches.look_ahead and not options.tell_excluded,
            simplify=options.switches.simplification,
            trace=options.trace,
            rounds=options.rounds,
            window_bits=_window_bits(program),
            given=options.given,
            profile=options.profile,
            joins=options.joins,
            remembers=options.switches.remembering,
            warms=options.switches.machine_code,
        )
        environment = self._environment()
        self.profile = Profile(chain, self.counters) if options.profile else None
        if self.profile is not None:
            self.profile.watch(environment)
        self.compiler = Compiler(program, environment, self._site, style)
        self.covered = bytearray(len(self.compiler.block_numbers))
        self.compiler.bind("cov", self.covered)
        if self.profile is not None:
            self.profile.entries = [0] * len(self.covered)
            self.compiler.bind("hot", self.profile.entries)
        self.functions: list[RegionFunction] = []
        if self.compiler.remembered:
            from antumbra.semantics.remembering import Remembering  # few programs have recursion

            self._remembering = Remembering()
            self.compiler.bind("recall", self._remembering.recall)
            self.compiler.bind("begin", self._remembering.begin)
        if self.compiler.warms:
            warmth = Warmth(self.compiler, self.functions, self.function, self.covered, self.counters, self.profile)
            warmth.bind(self.compiler.bind)

    # ------------------------------------------------------------ generated code's view

    def _environment(self) -> dict[str, Any]:
        names = ("eq", "not_", "and_", "or_", "ite", "extract", "zero_extend", "sign_extend", "concat")
        names += ("bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvshl", "bvlshr", "bvashr", "apply_term", "plain")
        names += ("add", "sub", "mul", "lt", "le")
        environment: dict[str, Any] = {name: getattr(runtime, name) for name in names}
        environment |= {
            "select": self.maps.select,
            "map_store": self.maps.store,
            "load": accesses.load,
            "store": accesses.store,
            "alloc": lifetimes.alloc,
            "free": lifetimes.free,
            "new_life": lifetimes.new_life,
            "copy": bulk.copy,
            "fill": bulk.fill,
            "builtin": bulk.builtin,
            "same_address": relations.same_address,
            "below": relations.below,
            "distance": relations.distance,
            "stay": stay,
            "widened": self._widened,
            "EMPTY": EMPTY,
            "cover": self._cover,
            "fork": self.fork,
            "switch": self.switch,
            "fork_and_meet": self.fork_and_meet,
            "switch_and_meet": self.switch_and_meet,
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

    def _site(self, command: P.Command | P.Terminator, procedure: str) -> int:
        """A number for a place in the program, for messages."""
        key = (command.location, procedure)
        number = self._site_numbers.get(key)
        if number is None:
            number = self._site_numbers[key] = len(self.sites)
            self.sites.append(key)
        return number

    def _cover(self, state: State, block: int) -> None:
        if state.unsettled is not None:
            settle(state)  # only what is possible is reached
        self.covered[block] = 1
        state.new_coverage = (block, state.new_coverage)
        self.recorder.covered(state, block)

    def function(self, number: int) -> RegionFunction:
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
        state = (OpenState if self.options.joins else State)(self, PathCondition.empty())
        if self.options.fixed_inputs is not None:
            state.fixed = list(self.options.fixed_inputs)
        lifetimes.place_statics(state, self.program)
        for variable, value in self.program.variables.items():
            if value is None:
                unknown = self._unknown(state, Wanted(variable.sort, P.Source.EXTERNAL, str(variable.data), "", None))
                state.variables.append(unknown)
            else:
                state.variables.append(value.data)
        if self.program.axioms:
            known = {v: to_term(x, v.sort) for v, x in zip(self.program.variables, state.variables, strict=True)}
            self.chain.axioms = tuple(T.substitute(axiom, known) for axiom in self.program.axioms)
        entry = self.program.procedures[self.program.entry]
        arguments = tuple(
            self._unknown(state, Wanted(p.sort, P.Source.INPUT, str(p.data), repr(p.sort), entry.location))
            for p in entry.parameters
        )
        number = self.compiler.procedure_entry(self.program.entry)
        self.function(len(self.compiler.entries))
        return Pending(state, number, arguments)

    # ------------------------------------------------------------ unknown values

    def havoc(self, state: State, command: P.Havoc) -> Any:
        target = command.target
        wanted = Wanted(target.sort, command.source, command.name, command.type_name, command.location)
        return self._unknown(state, wanted)

    def _unknown(self, state: State, wanted: Wanted) -> Any:
        sort = wanted.sort
        if sort.kind == "fp":
            # an input is a bit pattern, so that a test can give it back exactly
            bits = self.fresh(state, wanted._replace(sort=T.bv_sort(sort.width)))
            return from_term(T.fp_from_bv(to_term(bits, T.bv_sort(sort.width)), sort))
        return self.fresh(state, wanted)

    def fresh(self, state: State, wanted: Wanted) -> Any:
        """A new unknown. Named by its position on the path, so that paths share terms."""
        sort, source, name, type_name, location, group, offset, bits = wanted
        if state.fixed is not None:
            return self._fixed(state, sort, source)
        variable = T.var(f"i{state.input_count} {sort!r}", sort)
        width = bits or sort.width or 1
        caller = self.caller(state, location)
        state.add_input(Unknown(variable, source, name, type_name, location, width, group, offset, caller))
        return variable

    def caller(self, state: State, location: Location | None) -> Location | None:
        if location is None or not location.in_library:
            return None
        frame = state.frame
        while frame is not None:
            site: int = frame[4]
            place, function = self.sites[site]
            if place is not None and not place.in_library:
                return place if place.function else replace(place, function=function)
            frame = frame[2]
        return None

    def _fixed(self, state: State, sort: Sort, source: P.Source) -> Any:
        """In concrete mode inputs take the given values; what else is unknown is zero."""
        if sort.kind == "array":
            return T.array_value(sort, 0, {})
        values = state.fixed if source is P.Source.INPUT else None
        value = values.pop(0) if values else 0
        return bool(value) if sort is T.BOOL else value & ((1 << sort.width) - 1)

    # ------------------------------------------------------------ what takes long

    def postpone(self, state: State, near: int, arguments: tuple[Any, ...], steps: int) -> NoReturn:
        number = self.compiler.fork_entry(near)
        self.function(len(self.compiler.entries))
        self.functions[number] = self.fork_again
        if self.options.postpone is None:
            raise RuntimeError("nobody keeps what is postponed")
        self.options.postpone(Pending(state, number, (steps, *arguments)), steps)
        raise Suspended

    # ------------------------------------------------------------ calls

    def leave(self, state: State, values: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
        """Return from the running procedure."""
        if state.locals is not None:
            lifetimes.leave_procedure(state)
        frame = state.frame
        if frame is None:
            self.recorder.finished(state, values)
            raise PathEnded
        if self._remembering is not None:
            self._remembering.end(frame, values)
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
            what = describe(item) if item is not None else f"address {address:#x}"
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
        if isinstance(command, P.Call) and not alike(command.kinds, callee.kinds):
            self.give_up(state, f"call of {name} with values of other kinds", site)
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


def _window_bits(program: P.Program) -> int:
    """Pointers that agree above so many bits are never into two objects."""
    bits = window_bits(program.layout.pointer_width)
    starts = [o.address for o in program.objects if o.region is not P.Region.CODE]
    starts += [program.layout.first_free]
    spread = len({start >> bits for start in starts}) == len(starts)
    code = {o.address >> bits for o in program.objects if o.region is P.Region.CODE}
    return bits if spread and code.isdisjoint(start >> bits for start in starts) else PAGE_BITS
