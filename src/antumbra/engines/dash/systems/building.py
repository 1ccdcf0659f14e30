"""From the program form to graphs of places: commands between two places become one edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from antumbra import terms as T
from antumbra.engines.dash.systems.composing import drop_unreachable
from antumbra.engines.dash.systems.guards import conjuncts
from antumbra.engines.dash.systems.inlining import called, inline
from antumbra.engines.dash.systems.reducing import reduce
from antumbra.engines.dash.systems.system import Edge, Error, Input, Kind, Place, System
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.graphs.flow import CallGraph, FlowGraph
from antumbra.program.graphs.ways import few_ways
from antumbra.program.validity.validate import written_variables
from antumbra.proofs.certificate import result
from antumbra.records import dataclass, replace
from antumbra.terms import Term

#: ends of a whole execution that are no reason to worry
_FINE = frozenset({P.End.EXIT, P.End.ABORT, P.End.SILENT})


@dataclass(frozen=True, slots=True)
class _Way:
    """A path under way from a place: guards and values in terms of the variables at that place."""

    label: str
    index: int
    guards: tuple[Term, ...]
    values: Mapping[Term, Term]
    inputs: tuple[Input, ...]
    labels: tuple[str, ...]


def systems_of(program: P.Program, checks: frozenset[str], *, fine: bool = False) -> dict[str, System]:
    """The graphs of all procedures that may be executed. Raises InputError for commands that it does not take.

    ``fine``: a place for each block that computes or decides something, and no composed edges; else
    procedures of one step are put in place of their calls.
    """
    calls = CallGraph(program)
    found: dict[str, System] = {}
    numbers = _Numbers()
    for name in calls.reachable:
        found[name] = _Builder(program, program.procedures[name], checks, numbers).build(fine=fine)
    # callees first, components of recursion until nothing changes
    for component in calls.components:
        changed = True
        while changed:
            changed = False
            for name in component:
                if name in found:
                    changed |= _summarise(found[name], found)
    callees = {edge.callee for system in found.values() for edge in system.edges}
    short = few_ways(program)
    for name in (name for component in calls.components for name in component if name in found):
        system = found[name]
        system.called = name in callees
        for edge in system.edges:
            if edge.call is not None:
                edge.written = frozenset((*edge.call.targets, *found[edge.callee].modifies))
        _drop_harmless_calls(system, found)
        if not fine:
            reduce(system)
        drop_unreachable(system)
        if not fine and inline(system, found, short):
            reduce(system)
            drop_unreachable(system)
    return found if fine else called(found, program.entry)


class _Numbers:
    def __init__(self) -> None:
        self.places = 0
        self.edges = 0
        self.inputs = 0


class _Builder:
    def __init__(self, program: P.Program, procedure: P.Procedure, checks: frozenset[str], numbers: _Numbers) -> None:
        self._program = program
        self._procedure = procedure
        self._checks = checks
        self._numbers = numbers
        self._places: dict[tuple[str, int], Place] = {}
        self._errors: dict[tuple[str, int], Place] = {}
        self._all: list[Place] = []
        self._edges: list[Edge] = []
        self._results = tuple(result(i, r.sort) for i, r in enumerate(procedure.results))

    def build(self, *, fine: bool) -> System:
        procedure = self._procedure
        flow = FlowGraph(procedure)
        first = flow.entry
        entry = self._new(Kind.ENTRY, first, 0)
        exit_ = self._new(Kind.EXIT, "", 0)
        self._exit = exit_
        # the entry has no predecessors, even where the first block is a loop's head
        if flow.predecessors[first]:
            self._place(first, 0, head=first in flow.loop_heads)
        else:
            self._places[first, 0] = entry
        for label in flow.reverse_postorder:
            if label != first and (label in flow.loop_heads or len(flow.predecessors[label]) > 1):
                self._place(label, 0, head=label in flow.loop_heads)
            if fine and label != first and _computes(procedure.blocks[label]):
                self._place(label, 0)
            for index, command in enumerate(procedure.blocks[label].commands):
                if isinstance(command, P.Call):
                    self._place(label, index)
                    self._place(label, index + 1)
        if self._places[first, 0] is not entry:
            self._edge(entry, self._places[first, 0], _Way(first, 0, (), {}, (), ()))
        for (label, index), place in list(self._places.items()):
            self._from(place, label, index)
        return System(
            procedure, entry, exit_, self._all, self._edges, self._results, frozenset(self._program.variables)
        )

    def _new(self, kind: Kind, label: str, index: int) -> Place:
        place = Place(self._numbers.places, self._procedure.name, kind, label, index)
        self._numbers.places += 1
        if label:
            block = self._procedure.blocks[label]
            rest = (*block.commands[index:], block.terminator)
            place.location = next((c.location for c in rest if c.location is not None), None)
        self._all.append(place)
        return place

    def _place(self, label: str, index: int, *, head: bool = False) -> Place:
        place = self._places.get((label, index))
        if place is None:
            place = self._places[label, index] = self._new(Kind.INNER, label, index)
        place.head = place.head or head
        return place

    def _error(self, label: str, index: int, error: Error, kind: Kind = Kind.ERROR) -> Place:
        place = self._errors.get((label, index))
        if place is None:
            place = self._errors[label, index] = self._new(kind, label, index)
            place.location, place.error = error.location, error
        return place

    def _edge(self, source: Place, target: Place, way: _Way, **more: object) -> None:
        if any(guard is T.FALSE for guard in way.guards):
            return
        updates = {v: value for v, value in way.values.items() if value is not v}
        edge = Edge(self._numbers.edges, source, target, way.guards, updates, way.inputs, labels=way.labels)
        for name, value in more.items():
            setattr(edge, name, value)
        self._numbers.edges += 1
        self._edges.append(edge)
        source.outgoing.append(edge)
        target.incoming.append(edge)

    # ------------------------------------------------------------ the ways from a place

    def _from(self, place: Place, label: str, index: int) -> None:
        block = self._procedure.blocks[label]
        if index < len(block.commands):
            command = block.commands[index]
            if isinstance(command, P.Call):
                self._call(place, command, label, index)
                return
        work = [_Way(label, index, (), {}, (), ())]
        first = True
        while work:
            way = work.pop()
            known = None if first else self._places.get((way.label, way.index))
            first = False
            if known is not None:
                self._edge(place, known, way)
            else:
                work += reversed(list(self._through(place, way)))

    def _call(self, place: Place, command: P.Call, label: str, index: int) -> None:
        if not isinstance(command.callee, str):
            raise InputError("the engine dash takes no calls through pointers here", command.location)
        way = _Way(label, index, (), {}, (), (label,))
        self._edge(place, self._place(label, index + 1), way, call=command, callee=command.callee)
        error = Error("", f"an error in {command.callee}", command.location)
        inside = self._error(label, -index - 1, error, Kind.CALLEE)
        self._edge(place, inside, way, call=command, callee=command.callee)

    def _through(self, place: Place, way: _Way) -> Iterator[_Way]:
        """Follow a block from a position to its end, or to the next place."""
        block = self._procedure.blocks[way.label]
        start = way.index
        way = replace(way, labels=(*way.labels, way.label))
        for index in range(start, len(block.commands) + 1):
            if index > start and (way.label, index) in self._places:
                yield replace(way, index=index)
                return
            if index < len(block.commands):
                stepped = self._command(place, way, block.commands[index], index)
                if stepped is None:
                    return
                way = stepped
        yield from self._leave(place, way, block.terminator)

    def _value(self, way: _Way, term: Term) -> Term:
        return T.substitute(term, way.values) if way.values else term

    def _input(self, target: Term, havoc: P.Havoc | None) -> Input:
        self._numbers.inputs += 1
        sort = target.sort
        bits = T.bv_sort(sort.width) if sort.kind == "fp" else sort
        return Input(T.var(f"dash input {self._numbers.inputs}", bits), havoc)

    def _command(self, place: Place, way: _Way, command: P.Command, index: int) -> _Way | None:
        match command:
            case P.Assign():
                values = dict(way.values)
                new = [self._value(way, value) for value in command.values]
                values.update(zip(command.targets, new, strict=True))
                return replace(way, values=values)
            case P.Assume():
                return self._assumed(way, self._value(way, command.condition))
            case P.Assert():
                if command.check in P.DEFINED_OTHERWISE and command.check not in self._checks:
                    return way
                condition = self._value(way, command.condition)
                if condition is T.TRUE:
                    return way
                failing = self._assumed(way, T.not_(condition))
                if failing is not None:
                    error = Error(command.check, command.message, command.location)
                    self._edge(place, self._error(way.label, index, error), failing)
                return self._assumed(way, condition)
            case P.Havoc():
                given = self._input(command.target, command)
                sort = command.target.sort
                value = T.fp_from_bv(given.variable, sort) if sort.kind == "fp" else given.variable
                return replace(way, values={**way.values, command.target: value}, inputs=(*way.inputs, given))
            case P.Builtin(name="print"):
                return way
            case P.Load() | P.Store() | P.Alloc() | P.Free() | P.Copy() | P.Fill() | P.Builtin():
                raise InputError(f"the engine dash takes no {type(command).__name__.lower()} here", command.location)
            case P.Call():
                raise ValueError("a call is between two places")
            case _:
                assert_never(command)

    @staticmethod
    def _assumed(way: _Way, condition: Term) -> _Way | None:
        if condition is T.FALSE:
            return None
        if condition is T.TRUE:
            return way
        parts = conjuncts(condition)
        return replace(way, guards=(*way.guards, *(p for p in parts if p not in way.guards)))

    def _leave(self, place: Place, way: _Way, terminator: P.Terminator) -> Iterator[_Way]:
        match terminator:
            case P.Goto(targets):
                yield from self._choice(way, tuple(dict.fromkeys(targets)))
            case P.Branch(condition, then, otherwise):
                value = self._value(way, condition)
                for label, taken in ((then, value), (otherwise, T.not_(value))):
                    side = self._assumed(way, taken)
                    if side is not None:
                        yield replace(side, label=label, index=0)
            case P.Switch():
                yield from self._switch(way, terminator)
            case P.Return(values):
                results = zip(self._results, (self._value(way, v) for v in values), strict=False)
                kept = {v: t for v, t in way.values.items() if v in self._program.variables}
                self._edge(place, self._exit, replace(way, values={**kept, **dict(results)}))
            case P.Stop(end, detail):
                if end in _FINE:
                    return
                check = "def-behavior" if end is P.End.UNDEFINED else ""
                error = Error(check, detail or end.value, terminator.location, None if check else end)
                self._edge(place, self._error(way.label, len(self._procedure.blocks[way.label].commands), error), way)
            case _:
                assert_never(terminator)

    def _choice(self, way: _Way, targets: tuple[str, ...]) -> Iterator[_Way]:
        if len(targets) == 1:
            yield replace(way, label=targets[0], index=0)
            return
        sort = T.bv_sort(max(1, (len(targets) - 1).bit_length()))
        choice = self._input(T.var("choice", sort), None)
        for number, target in enumerate(targets):
            last = number == len(targets) - 1
            index = T.const(number, sort)
            taken = T.bvuge(choice.variable, index) if last else T.eq(choice.variable, index)
            side = self._assumed(replace(way, inputs=(*way.inputs, choice)), taken)
            if side is not None:
                yield replace(side, label=target, index=0)

    def _switch(self, way: _Way, terminator: P.Switch) -> Iterator[_Way]:
        value = self._value(way, terminator.value)
        together: dict[str, list[Term]] = {}
        for key, label in terminator.cases:
            together.setdefault(label, []).append(T.eq(value, T.const(key, value.sort)))
        for label, cases in together.items():
            side = self._assumed(way, T.or_(*cases))
            if side is not None and label != terminator.default:
                yield replace(side, label=label, index=0)
        others = [c for label, cases in together.items() if label != terminator.default for c in cases]
        side = self._assumed(way, T.and_(*(T.not_(c) for c in others)) if others else T.TRUE)
        if side is not None:
            yield replace(side, label=terminator.default, index=0)


def _computes(block: P.Block) -> bool:
    """Does a block decide something, or compute more than copies before it goes on to another?"""
    if isinstance(block.terminator, P.Branch | P.Switch):
        return True
    return isinstance(block.terminator, P.Goto) and any(
        not isinstance(c, P.Assign) or any(v.op not in (T.VAR, T.CONST) for v in c.values) for c in block.commands
    )


def _summarise(system: System, systems: Mapping[str, System]) -> bool:
    """What calls may change, and whether something may be wrong in them; True if that is new."""
    written = {v for b in system.procedure.blocks.values() for c in b.commands for v in written_variables(c)}
    callees = {edge.callee for edge in system.edges if edge.call is not None}
    for name in callees:
        written |= systems[name].modifies if name in systems else frozenset()
    modifies = system.modifies | (frozenset(written) & system.globals)
    wrong = any(p.kind is Kind.ERROR for p in system.places) or any(
        systems[name].erroneous for name in callees if name in systems
    )
    changed = modifies != system.modifies or wrong != system.erroneous
    system.modifies, system.erroneous = modifies, wrong
    return changed


def _drop_harmless_calls(system: System, systems: Mapping[str, System]) -> None:
    """Calls in which nothing can be wrong have no way to an error."""
    system.keep([e for e in system.edges if e.target.kind is not Kind.CALLEE or systems[e.callee].erroneous])
