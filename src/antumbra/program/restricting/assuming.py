"""A program under a condition on its inputs: executions that violate the condition do not exist.

The condition is a conjunction over canonical variables (program.inputs). A conjunct binds an execution from the moment
when it has asked for all inputs of the conjunct. A conjunct with an input that is never asked for excludes nothing. So
no execution is lost that has values for the inputs it does not ask for with which the condition holds (existential: a
proof under the condition holds for all inputs that satisfy it); an execution for which no such values exist may be
left, where a conjunct mixes inputs that it asks for with others.

It is written into the program, with counters of how often a place was asked and copies of the inputs that a later
``assume`` needs, so that engines, the check of proofs and the replay see an ordinary program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.errors import InputError
from antumbra.program.inputs import InputName, InputPlace, asked_at_start, inputs_in, place_of
from antumbra.program.restricting.order import AskingOrder
from antumbra.program.source import Location
from antumbra.records import dataclass, field, replace
from antumbra.terms import Term
from antumbra.terms.values import default_value


def assuming(program: P.Program, condition: Term) -> P.Program:
    """The program under a condition on its inputs. Raises InputError where the condition cannot be written into it."""
    if condition.sort is not T.BOOL:
        raise InputError(f"a condition on inputs is Boolean, not {condition.sort!r}")
    parts = tuple(conjuncts(condition))
    if not parts:
        return program
    return _Writer(program, parts).program()


def conjuncts(condition: Term) -> Iterator[Term]:
    """Conditions that are together the same: of conjunctions, and of negated disjunctions, the parts."""
    work = [condition]
    while work:
        term = work.pop()
        if term.op is T.AND:
            work += reversed(term.args)
        elif term.op is T.NOT and term.args[0].op is T.OR:
            work += [T.not_(part) for part in reversed(term.args[0].args)]
        elif term is not T.TRUE:
            yield term


@dataclass(slots=True)
class _Place:
    """What is remembered of a place. ``counter``: how often it was asked, up to one more than anybody wants to know."""

    counter: Term
    most: int
    #: bytes that are asked for of an object; None: the value itself
    offsets: Sequence[int | None]
    #: copies of inputs
    kept: dict[InputName, Term] = field(default_factory=dict[InputName, Term])

    def times(self, number: int) -> Term:
        return T.const(number, self.counter.sort)


@dataclass(frozen=True, slots=True)
class _Part:
    """A conjunct, and of each place in it the last of its inputs: with all of those asked for, it binds."""

    condition: Term
    last: Mapping[InputPlace, int]


class _Writer:
    def __init__(self, program: P.Program, parts: Sequence[Term]) -> None:
        self._program = program
        self._inputs = inputs_in(parts)
        procedures = program.procedures.values()
        self._fresh = Fresh(variable_names(program.variables, procedures))
        self._parts = [self._part(part) for part in parts]
        most: dict[InputPlace, int] = {}
        for part in self._parts:
            for place, number in part.last.items():
                most[place] = max(number, most.get(place, 0))
        self._places = {place: self._place(place, number) for place, number in most.items()}
        for part in self._parts:
            for named in self._inputs_of(part.condition):
                if len(part.last) > 1 or named.number < part.last[named.place]:
                    self._keep(named)
        self._found: set[InputPlace] = set()
        #: by place, the conjuncts that it may complete
        order = AskingOrder(program, self._places)
        self._completed: dict[InputPlace, list[_Part]] = {place: [] for place in self._places}
        for part in self._parts:
            for place in part.last:
                if order.last(place, part.last):
                    self._completed[place].append(part)

    def _place(self, place: InputPlace, most: int) -> _Place:
        counter = T.var(self._fresh(f"asked {place.name}"), T.bv_sort((most + 1).bit_length()))
        offsets = dict.fromkeys(named.offset for named in self._inputs.values() if named.place == place)
        return _Place(counter, most, tuple(offsets))

    def _inputs_of(self, condition: Term) -> list[InputName]:
        free = T.free_variables(condition)
        return [named for variable, named in self._inputs.items() if variable in free]

    def _part(self, condition: Term) -> _Part:
        last: dict[InputPlace, int] = {}
        for named in self._inputs_of(condition):
            last[named.place] = max(named.number, last.get(named.place, 0))
        return _Part(condition, last)

    def _keep(self, named: InputName) -> None:
        kept = self._places[named.place].kept
        if named not in kept:
            kept[named] = T.var(self._fresh(f"{named.place.name} {named.number}"), named.place.sort)

    # ------------------------------------------------------------ the program

    def program(self) -> P.Program:
        old = self._program
        procedures = {name: self._procedure(procedure) for name, procedure in old.procedures.items()}
        procedures[old.entry] = self._begun(procedures[old.entry])
        for place in self._places:
            if place not in self._found:
                raise InputError(f"no condition can be put on {place}: no command of the program asks for it")
        variables = dict(old.variables)
        for told in self._places.values():
            for variable in (told.counter, *told.kept.values()):
                variables[variable] = T.const(default_value(variable.sort), variable.sort)
        return replace(old, procedures=procedures, variables=variables)

    def _procedure(self, procedure: P.Procedure) -> P.Procedure:
        blocks = {label: self._block(block) for label, block in procedure.blocks.items()}
        if all(blocks[label] is block for label, block in procedure.blocks.items()):
            return procedure
        return replace(procedure, blocks=blocks)

    def _block(self, block: P.Block) -> P.Block:
        commands = [made for command in block.commands for made in self._command(command)]
        return block if len(commands) == len(block.commands) else P.Block(block.label, commands, block.terminator)

    def _command(self, command: P.Command) -> Iterator[P.Command]:
        if isinstance(command, P.Havoc) and place_of(command) in self._places:
            yield from self._havoc(command, place_of(command))
            return
        yield command
        if isinstance(command, P.Builtin) and command.name == "make_symbolic" and place_of(command) in self._places:
            yield from self._object(command, place_of(command))

    def _havoc(self, command: P.Havoc, place: InputPlace) -> Iterator[P.Command]:
        target = command.target
        if target.sort is place.sort:
            yield command
            yield from self._asked(place, {None: target}, command.location)
            return
        # a float: what is asked for are its bits, and those of a NaN would be lost
        bits = T.var(self._fresh(f"bits of {command.name}"), place.sort)
        yield replace(command, target=bits)
        yield P.Assign((target,), (T.fp_from_bv(bits, target.sort),), command.location)
        yield from self._asked(place, {None: bits}, command.location)

    def _object(self, command: P.Builtin, place: InputPlace) -> Iterator[P.Command]:
        """Read the bytes that the condition speaks of, as soon as they are unknown."""
        address, size = command.arguments
        given: dict[int | None, Term] = {}
        for offset in self._places[place].offsets:
            if offset is None or size.op is not T.CONST or offset >= size.data:
                break
            given[offset] = T.var(self._fresh(f"byte of {place.name}"), place.sort)
            yield P.Load(given[offset], T.bvadd(address, T.const(offset, address.sort)), command.location)
        yield from self._asked(place, given, command.location)

    def _begun(self, entry: P.Procedure) -> P.Procedure:
        """The entry procedure with what is asked for before its first command, and what needs no input."""
        commands: list[P.Command] = [P.Assume(part.condition) for part in self._parts if not part.last]
        for variable, place in asked_at_start(self._program):
            if place in self._places:
                if variable.sort is not place.sort:
                    raise InputError(f"no condition can be put on {place}: it is a float that is given at the start")
                commands += self._asked(place, {None: variable}, entry.location)
        if not commands:
            return entry
        first = next(iter(entry.blocks))
        label = Fresh(entry.blocks)("inputs @0")
        return replace(entry, blocks={label: P.Block(label, commands, P.Goto((first,))), **entry.blocks})

    def _asked(
        self, place: InputPlace, given: Mapping[int | None, Term], location: Location | None
    ) -> Iterator[P.Command]:
        """A place was asked, and gave values by their offset: count, remember, and assume what that completes."""
        self._found.add(place)
        told = self._places[place]
        if not given.keys() >= set(told.offsets):
            raise InputError(f"no condition can be put on {place}: it has no such byte")
        count = told.counter
        more = T.ite(T.bvugt(count, told.times(told.most)), count, T.bvadd(count, told.times(1)))
        targets, values = [count], [more]
        for named, kept in told.kept.items():
            targets.append(kept)
            values.append(T.ite(T.eq(count, told.times(named.number - 1)), given[named.offset], kept))
        yield P.Assign(tuple(targets), tuple(values), location)
        for part in self._completed[place]:
            yield P.Assume(self._bound(part, place, given), location)

    def _bound(self, part: _Part, place: InputPlace, given: Mapping[int | None, Term]) -> Term:
        """The conjunct, if the values that this place has just given are the last that it needs."""
        told = self._places[place]
        known = [T.eq(told.counter, told.times(part.last[place]))]
        for other, number in part.last.items():
            if other != place:
                there = self._places[other]
                known.append(T.bvuge(there.counter, there.times(number)))
        meaning: dict[Term, Term] = {}
        for named in self._inputs_of(part.condition):
            newest = named.place == place and named.number == part.last[place]
            meaning[named.variable] = given[named.offset] if newest else self._places[named.place].kept[named]
        return T.implies(T.and_(*known), T.substitute(part.condition, meaning))
