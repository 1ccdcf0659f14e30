"""What all procedures have in common: the objects of the program, where they lie, and the variables that hold them."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.memoryless.lowered import NotLowered
from antumbra.engines.memoryless.objects.accesses import shapes
from antumbra.engines.memoryless.objects.contents import Content
from antumbra.engines.memoryless.objects.homes import Home, Homes
from antumbra.engines.memoryless.objects.shapes import Part
from antumbra.engines.memoryless.pointers.constants import constants
from antumbra.engines.memoryless.pointers.pointsto import PointsTo, Targets
from antumbra.engines.memoryless.pointers.sites import Site, Sites
from antumbra.engines.memoryless.procedures.calls import Calls
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.graphs.flow import targets_of
from antumbra.program.model import Region
from antumbra.semantics.memory.lifetimes import largest
from antumbra.terms import Term


class World:
    """The analyses, put together."""

    def __init__(self, program: P.Program, leaks: frozenset[str] = frozenset()) -> None:
        self.program = program
        #: checks of heap objects in the end
        self.leaks = leaks
        self.sites = Sites(program)
        self.pointer = self.sites.pointer
        self.null = T.const(0, self.pointer)
        self.largest = largest(self.pointer.width)
        self.points = PointsTo(program, self.sites)
        self.calls = Calls(program, self.points)
        self.fresh = Fresh(variable_names(program.variables, program.procedures.values()))
        self.homes = Homes(program, self.sites, self.points, self.calls, self.fresh, leaks=bool(leaks))
        found = shapes(program, self.sites, self.points)
        self.contents = {site: Content(self.homes.of[site], shape, self.fresh) for site, shape in found.items()}
        self.constants = constants(program, self._fixed(), self.points.reached)
        self.locals = self._locals()
        #: the variables that hold what objects hold
        self.contained = {v for c in self.contents.values() for v in c.variables.values() if v.op is T.VAR}
        #: variables that are unknown when the program starts
        self.unknown_at_start: list[tuple[Term, P.Source, Site, Part]] = []
        self.variables = dict(self.homes.variables)
        for content in self.contents.values():
            for part, variable in content.variables.items():
                if variable.op is T.CONST:
                    continue
                if variable not in self.locals:
                    self.variables[variable] = content.initial(part)
                if content.site.static is not None and content.site.static.unknown:
                    self.unknown_at_start.append((variable, P.Source.EXTERNAL, content.site, part))
                elif content.home.family and content.shape.period and not self.reused(content.site):
                    alloc = content.site.alloc
                    if alloc is not None and not alloc.zeroed:
                        self.unknown_at_start.append((variable, P.Source.UNINITIALISED, content.site, part))
        if self.unknown_at_start and self.calls.callers(program.entry):
            raise NotLowered("a program that calls its own entry", None)

    def number(self, value: int) -> Term:
        return T.const(value, self.pointer)

    def home(self, site: Site) -> Home:
        return self.homes.of[site]

    def targets(self, procedure: str, address: Term) -> Targets:
        """Objects with bytes that an address may be in."""
        return {s: o for s, o in self.points.of(procedure, address).items() if s.region is not Region.CODE}

    def reused(self, site: Site) -> bool:
        """May an object of a family have the number that another had?"""
        return self.homes.mortal(site)

    def _fixed(self) -> dict[int, Term]:
        """What allocations and new lives give, where that is a constant."""
        found: dict[int, Term] = {}
        for name, procedure in self.program.procedures.items():
            for block in procedure.blocks.values():
                for command in block.commands:
                    match command:
                        case P.Alloc(_, size):
                            home = self.homes.of[self.sites.of_alloc[id(command)]]
                            fits = command.region is not Region.HEAP or size.op is T.CONST
                            if not home.family and fits and not (size.op is T.CONST and size.data > self.largest):
                                found[id(command)] = home.base
                        case P.Builtin(_, "new_life", (address,)):
                            home = self.homes.of[next(iter(self.points.of(name, address)))]
                            if not home.family:
                                found[id(command)] = home.base
                        case _:
                            pass
        return found

    def _locals(self) -> frozenset[Term]:
        """Variables of locals that no other procedure accesses: they need not be global."""
        outside: set[Site] = set()
        for name, procedure in self.program.procedures.items():
            for block in procedure.blocks.values():
                for command in block.commands:
                    for address in _accessed(command):
                        outside.update(s for s in self.points.of(name, address) if s.procedure != name)
        return frozenset(
            variable
            for site, content in self.contents.items()
            if site.region is Region.STACK and site not in outside and not content.home.family
            if not self.returns_to_start(site.procedure)
            for variable in content.variables.values()
        )

    def returns_to_start(self, procedure: str) -> bool:
        """May a procedure jump to its first block?"""
        blocks = self.program.procedures[procedure].blocks
        first = next(iter(blocks))
        return any(first in targets_of(block.terminator) for block in blocks.values())

    def late(self, procedure: str) -> list[Term]:
        """Local variables for objects that are not made in the first block: no path may read them unwritten."""
        first = next(iter(self.program.procedures[procedure].blocks))
        return [
            variable
            for site, content in self.contents.items()
            if site.procedure == procedure and site.block != first
            for variable in content.variables.values()
            if variable in self.locals
        ]


def _accessed(command: P.Command) -> tuple[Term, ...]:
    match command:
        case P.Load(_, address) | P.Store(address):
            return (address,)
        case P.Copy(destination, source):
            return destination, source
        case P.Fill(destination) | P.Builtin((), "make_symbolic", (destination, _)):
            return (destination,)
        case _:
            return ()
