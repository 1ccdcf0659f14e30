"""The transition system of a Program: loop heads are locations, paths between them are transitions.

What it cannot take it names: memory, recursion, calls through pointers, floating point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from antumbra import terms as T
from antumbra.engines.abstract.errors import Unsupported
from antumbra.engines.abstract.systems import linear
from antumbra.engines.abstract.systems.inline import inlined, without_copy
from antumbra.engines.abstract.systems.system import Origin, Property, Transition, TransitionSystem
from antumbra.program import model as P
from antumbra.program.graphs.algorithms import depth_first, predecessors_of, retreating_edges
from antumbra.program.graphs.flow import targets_of
from antumbra.program.source import Location
from antumbra.records import dataclass, replace
from antumbra.terms import Term

#: paths between two locations before joins become locations too
MOST_PATHS = 3_000
_LOCATION = "@"
_ENTRY = "entry"


@dataclass(frozen=True, slots=True)
class _Path:
    """A path under way: what must hold and what variables are, in terms of the values at its start."""

    label: str
    guards: tuple[Term, ...]
    values: Mapping[Term, Term]
    inputs: tuple[Term, ...]
    name: str
    place: Location | None


def transition_system(program: P.Program, checks: frozenset[str]) -> TransitionSystem:
    """Raises Unsupported for what cannot be taken."""
    if program.axioms:
        raise Unsupported("the engine abstract takes no axioms", None)
    procedure = inlined(program)
    successors = {label: targets_of(block.terminator) for label, block in procedure.blocks.items()}
    entry = next(iter(procedure.blocks))
    reachable = depth_first(entry, successors)[0]
    successors = {label: successors[label] for label in reachable}
    heads = list(dict.fromkeys(target for _, target in retreating_edges(entry, successors)))
    builder = _Builder(program, procedure, heads, checks)
    try:
        return builder.system(entry)
    except _TooManyPaths:
        joins = [label for label, sources in predecessors_of(successors).items() if len(sources) > 1]
        return _Builder(program, procedure, list(dict.fromkeys([*heads, *joins])), checks).system(entry)


class _TooManyPaths(Exception):  # noqa: N818
    """Joins must be locations."""


class _Builder:
    def __init__(
        self, program: P.Program, procedure: P.Procedure, heads: Sequence[str], checks: frozenset[str]
    ) -> None:
        self._program = program
        self._procedure = procedure
        self._heads = heads
        self._checks = checks
        self._number = {label: n for n, label in enumerate(heads)}
        #: error locations: number → property
        self._errors: dict[int, Property] = {}
        self._fresh = 0
        #: unknowns of transitions → the command that made them
        self._sources: dict[Term, P.Havoc] = {}
        self._location = T.var(_LOCATION, T.bv_sort(16))

    def system(self, entry: str) -> TransitionSystem:
        initial: list[Transition] = []
        if entry in self._number:
            start = {v: w for v, w in self._program.variables.items() if w is not None}
            values = {**start, self._location: T.bv(self._number[entry], 16)}
            initial.append(Transition(entry, T.TRUE, values))
        else:
            start = {v: w for v, w in self._program.variables.items() if w is not None}
            initial += self._paths(entry, start, _ENTRY)
        transitions: list[Transition] = []
        for head in self._heads:
            transitions += self._paths(head, {}, "")
        properties = self._state_properties()
        properties += [
            replace(p, good=T.not_(T.eq(self._location, T.bv(number, 16)))) for number, p in self._errors.items()
        ]
        origin = Origin(self._program, tuple(self._heads), self._checks, self._location)
        return _assemble(origin, initial, transitions, properties, len(self._errors), self._sources)

    # ---------------------------------------------------------------- properties at heads

    def _state_properties(self) -> list[Property]:
        """Assertions that a location begins with speak about the states there."""
        found: list[Property] = []
        for head in self._heads:
            here = T.eq(self._location, T.bv(self._number[head], 16))
            for command in self._procedure.blocks[head].commands:
                if not isinstance(command, P.Assert) or command.check not in self._checks:
                    break
                good = linear.normal(T.implies(here, command.condition))
                found.append(Property(good, command.message, command.location, command.check))
        return found

    # ---------------------------------------------------------------- paths

    def _paths(self, start: str, values: Mapping[Term, Term], name: str) -> list[Transition]:
        done: list[Transition] = []
        here = (T.eq(self._location, T.bv(self._number[start], 16)),) if start in self._number else ()
        stack = [_Path(start, here, values, (), name, None)]
        first = True
        while stack:
            path = stack.pop()
            if len(stack) + len(done) > MOST_PATHS and len(self._heads) < len(self._procedure.blocks) // 2:
                raise _TooManyPaths
            following = list(self._block(path, done, skip_asserts=first and start in self._number))
            first = False
            for label, end in following:
                if end.guards and T.FALSE in end.guards:
                    continue
                if label in self._number:
                    done.append(self._ended(end, self._number[label]))
                else:
                    stack.append(replace(end, label=label))
        done.reverse()
        return done

    def _ended(self, path: _Path, location: int) -> Transition:
        updates = {**path.values, self._location: T.bv(location, 16)}
        return Transition(path.name or path.label, T.and_(T.TRUE, *path.guards), updates, path.inputs, path.place)

    def _block(self, path: _Path, done: list[Transition], *, skip_asserts: bool) -> Iterator[tuple[str, _Path]]:
        block = self._procedure.blocks[path.label]
        values = dict(path.values)
        guards, inputs, place = list(path.guards), list(path.inputs), path.place
        name = path.name or ("" if path.label in self._number else path.label)
        leading = skip_asserts
        for command in block.commands:
            here = command.location
            leading = leading and isinstance(command, P.Assert) and command.check in self._checks
            match command:
                case P.Assign(targets, sources, _):
                    news = [self._value(s, values) for s in sources]
                    values.update(zip(targets, news, strict=True))
                case P.Assume(condition, _):
                    guards.append(self._value(condition, values))
                case P.Assert(condition, check, message, _):
                    if leading:
                        continue
                    good = self._value(condition, values)
                    if check in self._checks and good is not T.TRUE:
                        number = self._error(Property(T.TRUE, message, here, check))
                        bad = _Path(path.label, (*guards, T.not_(good)), values, tuple(inputs), name, here)
                        done.append(self._ended(bad, number))
                    if check not in P.DEFINED_OTHERWISE or check in self._checks:
                        if check not in self._checks and good is not T.TRUE:
                            raise Unsupported(f"undefined behaviour that the property does not cover: {message}", here)
                        guards.append(good)
                case P.Havoc(target, _, known, _, _):
                    self._fresh += 1
                    unknown = T.var(f"?{self._fresh} {known}", target.sort)
                    inputs.append(unknown)
                    self._sources[unknown] = command
                    values[target] = unknown
                case P.Builtin(name="print"):
                    pass
                case _:
                    kind = type(command).__name__.lower()
                    raise Unsupported(f"the engine abstract takes no memory ({kind})", here)
            place = place or here
        here_path = _Path(path.label, tuple(guards), values, tuple(inputs), name, place)
        yield from self._leave(here_path, block.terminator)

    def _leave(self, path: _Path, terminator: P.Terminator) -> Iterator[tuple[str, _Path]]:
        match terminator:
            case P.Goto(targets, _):
                for target in targets:
                    yield target, path
            case P.Branch(condition, then, otherwise, _):
                decided = self._value(condition, path.values)
                yield then, replace(path, guards=(*path.guards, decided))
                yield otherwise, replace(path, guards=(*path.guards, T.not_(decided)))
            case P.Switch(value, cases, default, _):
                found = self._value(value, path.values)
                others: list[Term] = []
                for key, label in cases:
                    same = T.eq(found, T.bv(key, found.width))
                    yield label, replace(path, guards=(*path.guards, *others, same))
                    others.append(T.not_(same))
                yield default, replace(path, guards=(*path.guards, *others))
            case P.Return() | P.Stop(end=P.End.EXIT | P.End.ABORT | P.End.SILENT):
                return
            case P.Stop(end, detail, place):
                raise Unsupported(f"{end.value}: {detail}", place)

    def _error(self, property_: Property) -> int:
        for number, known in self._errors.items():
            if known == property_:
                return number
        number = len(self._heads) + len(self._errors)
        self._errors[number] = property_
        return number

    def _value(self, term: Term, values: Mapping[Term, Term]) -> Term:
        return T.substitute(term, values)


def _assemble(
    origin: Origin,
    initial: Sequence[Transition],
    transitions: Sequence[Transition],
    properties: Sequence[Property],
    errors: int,
    sources: Mapping[Term, P.Havoc],
) -> TransitionSystem:
    """Drop what cannot matter, give the rest initial values, and find what is finite control.

    The last ``errors`` properties are those of error locations, whose numbers follow those of the heads.
    """
    program, location = origin.program, origin.location
    relevant: dict[Term, None] = {}
    pending: list[Term] = [p.good for p in properties] + [t.guard for t in transitions]
    while pending:
        for variable in sorted(T.free_variables(pending.pop()), key=lambda v: v.id):
            if variable in relevant or variable.data.startswith("?"):
                continue
            relevant[variable] = None
            pending += [t.updates[variable] for t in transitions if variable in t.updates]
    variables = [v for v in program.variables if v in relevant]
    variables += [v for v in relevant if v not in program.variables]
    for variable in variables:
        if variable.sort.kind not in ("int", "bool", "bv"):
            where = next((t.place for t in (*initial, *transitions) if variable in t.updates), None)
            raise Unsupported(
                f"the engine abstract takes no {_sort_name(variable.sort)} ({without_copy(str(variable.data))})", where
            )
    for transition in (*initial, *transitions):
        for term in (transition.guard, *(u for v, u in transition.updates.items() if v in relevant)):
            _take(term, transition.place)
    places = {t.updates[location] for t in (*initial, *transitions) if location in t.updates}
    if len(places) == 1:
        # One location is no control at all.
        known = {location: next(iter(places))}
        variables = [v for v in variables if v is not location]
        transitions = [replace(t, guard=T.substitute(t.guard, known)) for t in transitions]
        properties = [replace(p, good=T.substitute(p.good, known)) for p in properties]
    steps = [_trimmed(t, variables) for t in transitions]
    starts = [_trimmed(_filled(t, variables), variables) for t in initial]
    control = tuple(v for v in variables if v.sort is not T.INT and _is_control(v, [*starts, *steps]))
    data = tuple(v for v in variables if v not in control)
    names = program.procedures[program.entry].source_names
    labels: dict[Term, tuple[str, ...]] = {}
    for variable in control:
        values: list[str] = []
        while (name := names.get(f"{variable.data} {len(values)}")) is not None:
            values.append(name)
        if values:
            labels[variable] = tuple(values)
    if location in control:
        labels[location] = (*origin.heads, *(f"error, {p.message}" for p in properties[-errors:] if errors))
    return TransitionSystem(
        program.name, control, data, tuple(starts), tuple(steps), tuple(properties), labels, sources, origin
    )


_FOREIGN = {T.APPLY: "functions without a meaning", T.FORALL: "quantifiers", T.EXISTS: "quantifiers", T.LAMBDA: "maps"}


def _take(term: Term, place: Location | None) -> None:
    """Raises Unsupported for a term that predicates cannot be about."""
    for part in T.subterms(term):
        if part.op in _FOREIGN:
            raise Unsupported(f"the engine abstract takes no {_FOREIGN[part.op]}", place)
        if part.sort.kind not in ("int", "bool", "bv"):
            raise Unsupported(f"the engine abstract takes no {_sort_name(part.sort)}", place)


def _sort_name(sort: T.Sort) -> str:
    names = {"fp": "floating point", "array": "maps", "real": "reals"}
    return names.get(sort.kind, f"values of sort {sort!r}")


def _filled(transition: Transition, variables: Sequence[Term]) -> Transition:
    """Variables that nothing has set yet have any value."""
    updates, inputs = dict(transition.updates), list(transition.inputs)
    for variable in variables:
        if variable not in updates:
            unknown = T.var(f"?0 {variable.data}", variable.sort)
            inputs.append(unknown)
            updates[variable] = unknown
    # what only the way to the first location looks at is no variable of the system, and has a value all the same
    seen = frozenset[Term]().union(T.free_variables(transition.guard), *(T.free_variables(u) for u in updates.values()))
    others = sorted(seen.difference(variables, inputs), key=lambda v: v.id)
    rest = {v: T.var(f"?0 {v.data}", v.sort) for v in (*variables, *others)}
    free = frozenset(rest)
    guard = T.substitute(transition.guard, rest)
    updates = {v: T.substitute(u, rest) if T.free_variables(u) & free else u for v, u in updates.items()}
    used = frozenset[Term]().union(T.free_variables(guard), *(T.free_variables(u) for u in updates.values()))
    inputs += [u for u in rest.values() if u in used and u not in inputs]
    return replace(transition, guard=guard, updates=updates, inputs=tuple(inputs))


def _trimmed(transition: Transition, variables: Sequence[Term]) -> Transition:
    """Without updates of variables that do not matter or do not change, in normal form."""
    wanted = frozenset(variables)
    updates = {v: linear.normal(u) for v, u in transition.updates.items() if v in wanted and u is not v}
    guard = linear.normal(transition.guard)
    return replace(transition, guard=guard, updates=updates)


def _is_control(variable: Term, transitions: Sequence[Transition]) -> bool:
    return all(t.updates[variable].op is T.CONST for t in transitions if variable in t.updates)
