"""From syntax to a Program: one block a transition, and one where every state passes and is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from antumbra import terms as T
from antumbra.frontends.errors import InputError
from antumbra.frontends.guarded import syntax as S
from antumbra.frontends.guarded.actions import steps_of
from antumbra.frontends.guarded.alike import alike
from antumbra.frontends.guarded.declaring import declare_channels, declare_enumerations, typed_cell
from antumbra.frontends.guarded.defined import Need, needs
from antumbra.frontends.guarded.expressions import condition, constant, holds, values
from antumbra.frontends.guarded.parser import parse
from antumbra.frontends.guarded.properties import STATES, selected
from antumbra.frontends.guarded.scope import MOST, Cell, Scope, Template
from antumbra.frontends.guarded.steps import Steps
from antumbra.frontends.guarded.steps import blocks as step_blocks
from antumbra.program import model as P
from antumbra.program.assumptions import Assumption, assume
from antumbra.program.source import Location
from antumbra.records import replace
from antumbra.terms import Term


def program(text: str, file: str, given: Mapping[str, int], chosen: Sequence[str] = ()) -> P.Program:
    """The program of a file, with some parameters ``given`` and the ``chosen`` of its properties, or all.

    Raises InputError.
    """
    syntax = parse(text, file)
    if chosen:
        syntax = replace(syntax, properties=selected(syntax.properties, chosen, file))
    return _Builder(syntax, file, text, given).build()


class _Builder:
    def __init__(self, syntax: S.File, file: str, text: str, given: Mapping[str, int]) -> None:
        self._syntax = syntax
        self._file = file
        self._text = text
        self._scope = Scope()
        self._parameters(given)

    def build(self) -> P.Program:
        self._declare()
        steps = self._steps()
        scope = self._scope
        blocks: dict[str, P.Block] = {}
        self._initial(blocks)
        transitions: list[P.Block] = []
        taken = {STATES, *blocks}
        for step in steps:
            transitions += step_blocks(step, taken)
        guard = T.or_(T.FALSE, *(step.guard for step in steps))
        checks: list[P.Command] = [
            P.Assert(good, "assert", message, place) for good, message, place in self._properties(guard)
        ]
        asked = [_assertion(need) for p in self._syntax.properties if p.condition for need in needs(p.condition, scope)]
        if asked:
            # no property by itself, so it is asserted where no step goes on
            transitions.append(P.Block("properties defined", asked, P.Stop(P.End.SILENT)))
        targets = tuple(b.label for b in transitions)
        if not checks and not any(isinstance(c, P.Assert) for b in transitions for c in b.commands):
            raise InputError(
                "nothing to check; expected a property, such as: property mutex P@critical;", Location(self._file, 1, 1)
            )
        blocks[STATES] = P.Block(STATES, checks, P.Goto(targets) if targets else P.Return())
        blocks.update((b.label, b) for b in transitions)
        place = Location(self._file, 1, 1)
        main = P.Procedure("main", (), (), blocks, place, self._value_names())
        return P.Program(
            name=Path(self._file).stem,
            language="guarded",
            procedures={"main": main},
            entry="main",
            layout=P.Layout(64),
            variables={c.term: None for c in scope.cells.values()},
            sources={self._file: self._text},
            alike=alike(scope),
            assumptions=list(self._granted()),
        )

    def _granted(self) -> Iterator[Assumption]:
        """What a verdict on the protocol takes for granted."""
        parameters = [f"{name} = {value}" for name, value in self._scope.parameters.items()]
        if parameters:
            yield assume("parameters", parameters)
        places = [f"line {expression.place.line}" for expression in self._syntax.initial]
        if places:
            yield assume("initial", places)

    # ---------------------------------------------------------------- declarations

    def _parameters(self, given: Mapping[str, int]) -> None:
        scope = self._scope
        for parameter in self._syntax.parameters:
            if parameter.name in scope.parameters:
                raise InputError(f"parameter {parameter.name} is declared twice", parameter.place)
            value = constant(parameter.value, scope, "a parameter")
            scope.parameters[parameter.name] = given.get(parameter.name, value)
        for name in given:
            if name not in scope.parameters:
                known = ", ".join(scope.parameters) or "none"
                raise InputError(f"there is no parameter {name!r}; the file has {known}", Location(self._file))

    def _declare(self) -> None:
        scope = self._scope
        declare_enumerations(self._syntax, scope)
        for process in self._syntax.processes:
            if process.name in scope.templates:
                raise InputError(f"process {process.name} is declared twice", process.place)
            indices: tuple[int | None, ...] = (None,)
            if process.over is not None:
                indices = tuple(values(process.over, scope))
                if not indices:
                    raise InputError("the range of the process is empty", process.over.place)
            locations: dict[str, int] = {}
            for name in process.locations:
                if name in locations:
                    raise InputError(f"location {name} is declared twice", process.place)
                locations[name] = len(locations)
            scope.templates[process.name] = Template(process.name, indices, locations, process.place)
        for variable in self._syntax.variables:
            self._variable(variable, scope, "")
        declare_channels(self._syntax, scope)
        for process in self._syntax.processes:
            template = scope.templates[process.name]
            for index in template.indices:
                inner = scope.within(process.name, index, process.variable)
                name = _named(process.name, index)
                if template.locations:
                    width = max(1, (len(template.locations) - 1).bit_length())
                    counter = T.var(f"{name}@", T.bv_sort(width))
                    cells = scope.cells
                    cells[process.name, index, "@", None] = Cell(
                        counter, "location", 0, len(template.locations) - 1, 0, process.place
                    )
                for variable in process.variables:
                    self._variable(variable, inner, f"{name}.")

    def _variable(self, variable: S.Variable, scope: Scope, prefix: str) -> None:
        if variable.name in scope.bound or variable.name in scope.parameters:
            raise InputError(f"{variable.name} already names a parameter", variable.place)
        if scope.value_of(variable.name):
            raise InputError(f"{variable.name} already names a value of an enumeration", variable.place)
        elements: tuple[int | None, ...] = (None,)
        if variable.over is not None:
            elements = tuple(values(variable.over, scope))
        for element in elements:
            key = (scope.inside, scope.index, variable.name, element)
            if key in scope.cells:
                raise InputError(f"variable {variable.name} is declared twice", variable.place)
            name = f"{prefix}{_named(variable.name, element)}"
            scope.cells[key] = typed_cell(name, variable.type, variable.initial, scope, variable.place)

    def _value_names(self) -> dict[str, str]:
        """``variable number`` → what reports call that value of a finite variable: a location's name, or a number."""
        found: dict[str, str] = {}
        for (process, _, name, _), cell_ in self._scope.cells.items():
            if name == "@":
                for location, number_ in self._scope.templates[process].locations.items():
                    found[f"{cell_.term.data} {number_}"] = location
            elif cell_.enumeration:
                for number_, value_name in enumerate(self._scope.enumerations[cell_.enumeration]):
                    found[f"{cell_.term.data} {number_}"] = value_name
            elif cell_.type == "range" and cell_.low:
                for value in range(cell_.low, cell_.high + 1):
                    found[f"{cell_.term.data} {value - cell_.low}"] = str(value)
        return found

    # ---------------------------------------------------------------- initial states

    def _initial(self, blocks: dict[str, P.Block]) -> None:
        """Constants are assigned, other integers unknown, other finite variables take each of their values."""
        commands: list[P.Command] = []
        open_: list[Cell] = []
        for found in self._scope.cells.values():
            if found.initial is None and found.is_finite:
                open_.append(found)
            elif isinstance(found.initial, Term):
                commands.append(P.Assign((found.term,), (found.initial,), found.place))
            elif found.initial is not None:
                commands.append(P.Assign((found.term,), (found.constant(int(found.initial)),), found.place))
            else:
                commands.append(P.Havoc(found.term, P.Source.INPUT, found.term.data, "int", found.place))
        label = "initial"
        for found in open_:
            join = f"initial {found.term.data}"
            names: list[str] = []
            for value in range(found.low, found.high + 1):
                name = f"{join} = {value}"
                names.append(name)
                blocks[name] = P.Block(
                    name, [P.Assign((found.term,), (found.constant(value),), found.place)], P.Goto((join,))
                )
            blocks[label] = P.Block(label, commands, P.Goto(tuple(names)))
            label, commands = join, []
        for expression in self._syntax.initial:
            commands += [_assertion(need) for need in needs(expression, self._scope)]
            commands.append(P.Assume(condition(expression, self._scope), expression.place))
        blocks[label] = P.Block(label, commands, P.Goto((STATES,)))
        first = blocks.pop("initial")
        rest = dict(blocks)
        blocks.clear()
        blocks["initial"] = first
        blocks.update(rest)

    # ---------------------------------------------------------------- transitions

    def _steps(self) -> list[Steps]:
        found: list[Steps] = []
        for transition in self._syntax.transitions:
            found += self._transition(transition, self._scope, "")
        for process in self._syntax.processes:
            for index in self._scope.templates[process.name].indices:
                inner = self._scope.within(process.name, index, process.variable)
                for transition in process.transitions:
                    found += self._transition(transition, inner, f"{_named(process.name, index)}.")
        if len(found) > MOST:
            raise InputError(f"{len(found)} transitions are too many; expected at most {MOST}", Location(self._file))
        return found

    def _transition(self, transition: S.Transition, scope: Scope, prefix: str) -> Iterator[Steps]:
        base = prefix + (transition.label or f"line{transition.place.line}")
        if transition.over is None:
            yield self._step(transition, scope, base)
            return
        for value in values(transition.over, scope):
            inner = scope.binding(transition.variable, value)
            if transition.where is None or holds(transition.where, inner):
                yield self._step(transition, inner, f"{base}[{value}]")

    def _step(self, transition: S.Transition, scope: Scope, name: str) -> Steps:
        here: Term = T.TRUE
        move: list[tuple[Cell, int]] = []
        if transition.sources:
            template = scope.template(scope.inside, transition.place)
            for location in (*transition.sources, transition.target):
                scope.location(template, location, transition.place)
            counter = scope.cells[scope.inside, scope.index, "@", None]
            numbers = [T.bv(template.locations[s], counter.term.width) for s in transition.sources]
            here = T.or_(T.FALSE, *(T.eq(counter.term, n) for n in numbers))
            if transition.sources != (transition.target,):
                move.append((counter, template.locations[transition.target]))
        return steps_of(transition, scope, name, here, move)

    # ---------------------------------------------------------------- properties

    def _properties(self, enabled: Term) -> Iterator[tuple[Term, str, Location]]:
        for property_ in self._syntax.properties:
            place = property_.place
            match property_.kind:
                case "deadlock_free":
                    yield enabled, f"{property_.name}: a state without a successor", place
                case "mutex":
                    if not isinstance(property_.condition, S.At):
                        raise InputError("expected a process and a location", place)
                    yield self._mutex(property_.condition), f"{property_.name}: two processes at once", place
                case "unreachable":
                    yield T.not_(self._condition(property_)), f"{property_.name}: the state is reached", place
                case _:
                    yield self._condition(property_), f"{property_.name}: the invariant does not hold", place

    def _condition(self, property_: S.Property) -> Term:
        if property_.condition is None:
            raise InputError("expected a condition", property_.place)
        return condition(property_.condition, self._scope)

    def _mutex(self, reference: S.At) -> Term:
        scope = self._scope
        template = scope.template(reference.process, reference.place)
        target = scope.location(template, reference.location, reference.place)
        there: list[Term] = []
        for index in template.indices:
            counter = scope.cells[template.name, index, "@", None].term
            there.append(T.eq(counter, T.bv(target, counter.width)))
        if len(there) < 2:
            raise InputError(f"there is only one process {template.name}; expected at least two", reference.place)
        return T.and_(T.TRUE, *(T.not_(T.and_(a, b)) for a, b in combinations(there, 2)))


def _assertion(need: Need) -> P.Command:
    return P.Assert(need.good, "assert", need.message, need.place)


def _named(name: str, index: int | None) -> str:
    return name if index is None else f"{name}[{index}]"
