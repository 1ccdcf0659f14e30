"""One procedure after the other, command by command."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.engines.memoryless.commands.lives import Lives
from antumbra.engines.memoryless.commands.ranges import Ranges
from antumbra.engines.memoryless.commands.reading import Accessing, wrong
from antumbra.engines.memoryless.commands.relations import Relations
from antumbra.engines.memoryless.commands.steps import Steps
from antumbra.engines.memoryless.lowered import Memoryless, NotLowered
from antumbra.engines.memoryless.procedures.inlining import inlined
from antumbra.engines.memoryless.procedures.specialising import specialised
from antumbra.engines.memoryless.tidying import tidy
from antumbra.engines.memoryless.world import World
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh
from antumbra.program.kinds import alike
from antumbra.program.spacing import overlap
from antumbra.proofs.certificate import Cell
from antumbra.records import replace
from antumbra.terms import Term

_LEAKS = frozenset({"valid-memtrack", "valid-memcleanup"})
_STRAY = "a pointer is computed that is far outside its object"


def without_memory(program: P.Program, checks: frozenset[str]) -> Memoryless:
    """A program over variables alone that has every execution that this one has.

    Raises NotLowered. Checks of memory are assertions in it, whether or not they are among ``checks``.
    """
    commands = [c for p in program.procedures.values() for b in p.blocks.values() for c in b.commands]
    if not any(_uses_memory(command) for command in commands):
        return Memoryless(program)
    special = specialised(inlined(program))
    world = World(special.program, checks & _LEAKS)
    procedures: dict[str, P.Procedure] = {}
    # an object that lives in the end need not be lost
    unreal: set[Term] = {T.var("whether it is lost", T.BOOL)} if world.leaks == frozenset({"valid-memtrack"}) else set()
    for name, procedure in world.program.procedures.items():
        lowering = _Lowering(world, procedure)
        procedures[name] = lowering.procedure()
        unreal |= lowering.unreal
    variables = {**program.variables, **world.variables}
    result = replace(program, procedures=procedures, variables=variables, objects=[], functions={})
    places = [
        (site.procedure, world.home(site).base, site.alloc.target)
        for site in world.sites.all
        if site.alloc is not None and not world.home(site).family
    ]
    return Memoryless(result, frozenset(unreal), tuple(_cells(world)), tuple(places), special.origins)


def _uses_memory(command: P.Command) -> bool:
    match command:
        case P.Load() | P.Store() | P.Alloc() | P.Free() | P.Copy() | P.Fill() | P.Builtin():
            return True
        case P.Call(_, callee):
            return not isinstance(callee, str)
        case _:
            return False


def _cells(world: World) -> Iterator[tuple[str, Cell, int]]:
    """Variables that stand for bytes which the original program can name; of an array its first element, and how many
    bytes there are from one to the next."""
    for site, content in world.contents.items():
        if content.home.family:
            continue
        base = world.number(site.static.address) if site.static is not None else None
        if site.alloc is not None:
            base = site.alloc.target
        for part, variable in content.variables.items():
            if base is not None and variable.op is T.VAR:
                address = T.bvadd(base, world.number(part.start)) if part.start else base
                yield site.procedure, Cell(variable, address, part.width), content.shape.period


class _Lowering:
    def __init__(self, world: World, procedure: P.Procedure) -> None:
        self._world = world
        self._procedure = procedure
        self._constants = world.constants[procedure.name]
        self.steps = Steps(world.fresh, Fresh(procedure.blocks))
        self._accessing = Accessing(world, procedure.name, self.steps)
        self._ranges = Ranges(world, procedure.name, self.steps)
        self._relations = Relations(world, procedure.name, self.steps)
        self._lives = Lives(world, procedure.name, self.steps)
        self._label = ""

    def procedure(self) -> P.Procedure:
        first = True
        for label, block in self._procedure.blocks.items():
            self._label = label
            self.steps.begin(label)
            if first:
                self._enter()
                first = False
            for command in block.commands:
                self._command(command)
            self._terminator(block.terminator)
        steps = self.steps
        tidy(steps.blocks, steps.unreal, self._world.contained, self._world.contained - self._world.locals)
        return replace(self._procedure, blocks=steps.blocks)

    @property
    def unreal(self) -> set[Term]:
        """The unknown values that are left."""
        commands = (c for block in self.steps.blocks.values() for c in block.commands)
        return {c.target for c in commands if isinstance(c, P.Havoc) and c.target in self.steps.unreal}

    def _enter(self) -> None:
        if self._procedure.name == self._world.program.entry:
            for variable, source, site, part in self._world.unknown_at_start:
                text = f"{part.width} bytes at {part.start}"
                value = self.steps.unknown(variable.sort, source, site.name, text, site.location)
                self.steps.assign({variable: value}, site.location)
        if self._lives.where and self._world.returns_to_start(self._procedure.name):
            raise NotLowered("a procedure that jumps to its first block", self._procedure.location)
        zeros = {v: _zero(v.sort) for v in self._world.late(self._procedure.name)}
        self._lives.enter(zeros)

    def _value(self, term: Term) -> Term:
        free = T.free_variables(term)
        own = {v: self._constants[v] for v in free if v in self._constants}
        return T.substitute(term, own) if own else term

    def _terminator(self, node: P.Terminator) -> None:
        match node:
            case P.Branch(condition):
                node = replace(node, condition=self._value(condition))
            case P.Switch(value):
                node = replace(node, value=self._value(value))
            case P.Return(values):
                self._lives.leave(node.location)
                if self._procedure.name == self._world.program.entry:
                    self._lives.end(node.location)
                node = replace(node, values=tuple(map(self._value, values)))
            case P.Stop(P.End.EXIT):
                self._lives.end(node.location)
            case P.Goto() | P.Stop():
                pass
        self.steps.end(node)

    # ------------------------------------------------------------ commands

    def _command(self, command: P.Command) -> None:
        match command:
            case P.Assign(targets, values):
                pairs = zip(targets, values, strict=True)
                self._assign({t: self._value(v) for t, v in pairs if t not in self._constants}, command)
            case P.Assume(condition) | P.Assert(condition):
                self.steps.emit(replace(command, condition=self._value(condition)))
            case P.Havoc():
                self.steps.emit(command)
            case P.Call():
                self._call(command)
            case P.Load(target, address):
                self._give(target, self._accessing.load(command, self._value(address)), command)
            case P.Store(address, value):
                self._accessing.store(command, self._value(address), self._value(value))
            case P.Alloc(target, size):
                self._give(target, self._lives.alloc(command, self._value(size)), command)
            case P.Free(address):
                self._lives.free(command, self._value(address))
            case P.Copy(destination, source, size):
                self._ranges.copy(command, *map(self._value, (destination, source, size)))
            case P.Fill(destination, byte, size):
                self._ranges.fill(command, *map(self._value, (destination, byte, size)))
            case P.Builtin():
                self._builtin(command)

    def _assign(self, values: dict[Term, Term], command: P.Command) -> None:
        self.steps.assign(values, command.location)

    def _give(self, target: Term, value: Term, command: P.Command) -> None:
        if target not in self._constants:
            self._assign({target: value}, command)

    def _builtin(self, command: P.Builtin) -> None:
        arguments = tuple(map(self._value, command.arguments))
        match command.name:
            case "make_symbolic":
                self._ranges.make_symbolic(command, arguments[0], arguments[1])
            case "check_access":
                self._ranges.check(command.arguments[0], arguments[0], arguments[1], command.location)
            case "object_size" | "object_base":
                self._give(command.targets[0], self._object(command, arguments[0]), command)
            case "same_address" | "below" | "distance":
                self._give(command.targets[0], self._relations.relate(command, *arguments), command)
            case "overlap" | "overlap_in_part":
                self._give(command.targets[0], overlap(command.name, *arguments), command)
            case "stay":
                self._stay(command, *arguments)
            case "begin_life" | "new_life" | "end_life":
                address = self._lives.scope(command, arguments[0])
                for target in command.targets:
                    self._give(target, address, command)
            case "stack_mark":
                self._give(command.targets[0], self._world.null, command)
            case "stack_restore":
                self._lives.restore(command)
            case "number_of" | "pointer_of":
                self._give(command.targets[0], self._converted(command, arguments[0]), command)
            case "is_symbolic":
                self._give(command.targets[0], self._is_symbolic(command, arguments[0]), command)
            case "print" | "reused":
                pass
            case _:
                raise NotLowered(f"the operation {command.name}", command.location)

    def _converted(self, command: P.Builtin, value: Term) -> Term:
        """Pointers as numbers and numbers as pointers: unknown, but null is zero."""
        if value.op is T.CONST and (value.data < 0x1000 or value.data >= (1 << value.width) - 0x1000):
            return value
        any_ = self.steps.unknown(value.sort, P.Source.OPEN, "where objects lie", command.name, command.location)
        return T.ite(T.eq(value, self._world.null), self._world.null, any_)

    def _is_symbolic(self, command: P.Builtin, value: Term) -> Term:
        """Which values are constants is up to an engine."""
        sort = command.targets[0].sort
        if value.op is T.CONST:
            return T.const(0, sort)
        any_ = self.steps.unknown(T.BOOL, P.Source.OPEN, "is_symbolic", "", command.location)
        return T.ite(any_, T.const(1, sort), T.const(0, sort))

    def _object(self, command: P.Builtin, address: Term) -> Term:
        """The start or the size of the object that a pointer is in."""
        targets = self._world.targets(self._procedure.name, command.arguments[0])
        result, valid = self._world.null, [T.FALSE]
        for site in targets:
            home = self._world.home(site)
            size = home.size_at(address)
            here = T.and_(home.near(address), T.bvule(home.offset(address), size), home.lives(address))
            start = home.address(home.number(address)) if home.family else home.base
            result = T.ite(here, start if command.name == "object_base" else size, result)
            valid.append(here)
        self.steps.demand(T.or_(*valid), "valid-deref", wrong(targets, address, 0, write=False), command.location)
        return result

    def _stay(self, command: P.Builtin, old: Term, new: Term) -> None:
        """A pointer belongs to one object, or, if it may be in several, to the one it is near."""
        targets = self._world.targets(self._procedure.name, command.arguments[0])
        if len(targets) < 2 and not any(self._world.home(site).family for site in targets):
            return
        page = self._world.number(0x1000)
        for site in targets:
            home = self._world.home(site)
            if home.family:
                keep = T.eq(home.number(old), home.number(new))
                stays = T.implies(home.near(old), T.and_(home.near(new), keep))
            else:
                span = T.bvadd(home.size_at(old), T.bvadd(page, page))
                before, after = (T.bvult(T.bvadd(home.offset(p), page), span) for p in (old, new))
                stays = T.implies(before, after)
            self.steps.demand(stays, "def-behavior", _STRAY, command.location)

    # ------------------------------------------------------------ calls

    def _call(self, command: P.Call) -> None:
        arguments = tuple(map(self._value, command.arguments))
        if isinstance(command.callee, str):
            self._named(command, command.callee, arguments)
            return
        location = command.location
        address = self._value(command.callee)
        after = self.steps.label(f"{self._label} called")
        functions = self._world.program.functions.items()
        for name in self._world.points.reached[id(command)]:
            here, other = self.steps.label(f"{self._label} {name}"), self.steps.label(f"{self._label} not {name}")
            called = T.or_(*(T.eq(address, self._world.number(at)) for at, found in functions if found == name))
            self.steps.end(P.Branch(called, here, other, location))
            self.steps.begin(here)
            problem = self._misfit(command, name)
            if problem:
                self.steps.end(P.Stop(P.End.UNSUPPORTED, problem, location))
            else:
                callee = self._world.program.procedures[name]
                self._named(command, name, arguments[: len(callee.parameters)])
                self.steps.end(P.Goto((after,), location))
            self.steps.begin(other)
        self.steps.demand(T.FALSE, "valid-deref", "call of something that is not a function", location)
        for target in command.targets:
            # no execution comes here, but a variable that is read must be written
            self.steps.emit(P.Havoc(target, P.Source.OPEN, "call", "", location))
        self.steps.end(P.Goto((after,), location))
        self.steps.begin(after)

    def _named(self, command: P.Call, name: str, arguments: tuple[Term, ...]) -> None:
        results = self._world.program.procedures[name].results
        targets = command.targets
        if targets and len(targets) < len(results):
            more = results[len(targets) :]
            targets = (*targets, *(self.steps.variable(f"dropped {r.data}", r.sort) for r in more))
        self.steps.emit(P.Call(targets, name, arguments, command.location))

    def _misfit(self, command: P.Call, name: str) -> str:
        """Why a function cannot be called like this."""
        callee = self._world.program.procedures[name]
        given = [a.sort for a in command.arguments][: len(callee.parameters)]
        wanted = [t.sort for t in command.targets]
        if given != [p.sort for p in callee.parameters]:
            return f"call of {name} with arguments of other types"
        if wanted != [r.sort for r in callee.results][: len(wanted)]:
            return f"call of {name}, which gives another type of result"
        if not alike(command.kinds, callee.kinds):
            return f"call of {name} with values of other kinds"
        return ""


def _zero(sort: T.Sort) -> Term:
    return T.array_value(sort, 0, {}) if sort.kind == "array" else T.const(0, sort)
