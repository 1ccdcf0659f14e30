"""Objects come and go."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.memoryless.commands.steps import Steps
from antumbra.engines.memoryless.lowered import NotLowered
from antumbra.engines.memoryless.objects.contents import ELEMENT, Content
from antumbra.engines.memoryless.objects.homes import Home
from antumbra.engines.memoryless.pointers.sites import Site
from antumbra.engines.memoryless.world import World
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.program.source import Location
from antumbra.terms import Term


class Lives:
    """Allocation, free and scopes in one procedure."""

    def __init__(self, world: World, procedure: str, steps: Steps) -> None:
        self._world = world
        self._procedure = procedure
        self._steps = steps
        self._first = next(iter(world.program.procedures[procedure].blocks))
        #: locals that must be seen to die
        self._mortal: list[Site] = []
        #: those that one call makes many of
        self._many: list[Site] = []
        #: of a family: where the object of this call is; null before it is made
        self.where: dict[Site, Term] = {}
        for site in world.sites.all:
            home = world.home(site)
            if site.procedure != procedure or site.region is not Region.STACK or home.alive is None:
                continue
            if world.calls.in_cycle(procedure, site.block):
                restored = any(site in gone for gone in world.homes.restored.values())
                if procedure in world.calls.recursive or restored:
                    raise NotLowered("a local object that is made in a loop", site.location)
                # a call makes many, but no other call is active
                self._many.append(site)
                continue
            self._mortal.append(site)
            if home.family:
                self.where[site] = steps.variable(f"where {site.name} is", world.pointer)

    def enter(self, more: dict[Term, Term]) -> None:
        """What comes first in a procedure."""
        late = [where for site, where in self.where.items() if site.block != self._first]
        self._steps.assign({**dict.fromkeys(late, self._world.null), **more}, None)

    def leave(self, location: Location | None) -> None:
        """Locals die when their procedure returns."""
        if not self._world.homes.ends_with(self._procedure):
            self._die(self._mortal, location)
            for home in map(self._world.home, self._many):
                if home.alive is not None:
                    none = T.array_value(home.alive.sort, False, {}) if home.family else T.FALSE
                    counted = {home.count: T.const(0, home.count.sort)} if home.count is not None else {}
                    self._steps.assign({home.alive: none, **counted}, location)

    def _die(self, sites: list[Site], location: Location | None) -> None:
        dead: dict[Term, Term] = {}
        for site in sites:
            home = self._world.home(site)
            where = self.where.get(site, self._world.null)
            never = T.FALSE if site.block == self._first or not home.family else T.eq(where, self._world.null)
            dead.update(_living(home, where, T.and_(home.lives(where), never)))
        self._steps.assign(dead, location)

    # ------------------------------------------------------------ allocation

    def alloc(self, command: P.Alloc, size: Term) -> Term:
        """The address of the new object."""
        world, location = self._world, command.location
        home = world.home(world.sites.of_alloc[id(command)])
        fits = T.bvule(size, world.number(world.largest))
        heap = command.region is Region.HEAP
        if size.op is T.CONST:
            if fits is T.FALSE:
                if not heap:
                    raise NotLowered(f"local object of {size.data} bytes", location)
                return world.null
        else:
            room = T.bvule(size, world.number(1 << (home.shift - 1)))
            small = T.or_(room, T.not_(fits)) if heap else room
            self._steps.stop_unless(small, "an object of so many bytes", location)
        address = self._born(home, fits if heap else T.TRUE, size, location)
        where = self.where.get(home.site)
        if where is not None:
            self._steps.assign({where: address}, location)
        return T.ite(fits, address, world.null) if heap else address

    def _born(self, home: Home, lives: Term, size: Term, location: Location | None) -> Term:
        address = home.base
        if home.family and home.alive is not None:
            if home.count is not None:
                room = T.not_(T.eq(home.count, T.const(-1, home.count.sort)))
                self._steps.stop_unless(room, "more objects than have room", location)
            number = self._steps.variable(f"which {home.site.name}", T.bv_sort(home.numbers))
            self._steps.emit(P.Havoc(number, P.Source.OPEN, home.site.name, "place", location))
            self._steps.emit(P.Assume(T.not_(T.select(home.alive, number)), location))
            address = home.address(number)
        changed = _living(home, address, lives)
        if home.size is not None:
            changed[home.size] = T.store(home.size, home.number(address), size) if home.family else size
        zeroed = home.site.alloc is not None and home.site.alloc.zeroed
        changed.update(self._unwritten(home, address, zeroed, location))
        self._steps.assign(changed, location)
        return address

    def _unwritten(self, home: Home, address: Term, zeroed: bool, location: Location | None) -> dict[Term, Term]:
        """The content of a new object."""
        content = self._world.contents[home.site]
        changed: dict[Term, Term] = {}
        for part, variable in content.variables.items():
            if home.family and content.shape.period:
                if self._world.reused(home.site):
                    changed[variable] = self._renewed(content, variable, address, zeroed, location)
                continue
            held = variable.sort.element if home.family else variable.sort
            if held is None:
                raise ValueError("no array")
            if zeroed:
                value = T.const(0, held) if held.kind == "bv" else T.array_value(held, 0, {})
            else:
                text = f"{part.width} bytes at {part.start}"
                value = self._steps.unknown(held, P.Source.UNINITIALISED, home.site.name, text, location)
            changed[variable] = T.store(variable, home.number(address), value) if home.family else value
        return changed

    def _renewed(
        self, content: Content, variable: Term, address: Term, zeroed: bool, location: Location | None
    ) -> Term:
        """An array in which the elements of one object are new."""
        at = T.var(ELEMENT, variable.sort.index[0])
        own = T.eq(content.number_of_index(at), content.home.number(address))
        element = variable.sort.element
        if element is None:
            raise ValueError("no array")
        new = T.const(0, element)
        if not zeroed:
            name = content.site.name
            new = T.select(self._steps.unknown(variable.sort, P.Source.UNINITIALISED, name, "", location), at)
        return T.lambda_((at,), T.ite(own, new, T.select(variable, at)))

    # ------------------------------------------------------------ the end

    def free(self, command: P.Free, address: Term) -> None:
        world = self._world
        dead: dict[Term, Term] = {}
        null = T.eq(address, world.null)
        valid: list[Term] = [null]
        homes = [world.home(site) for site in world.targets(self._procedure, command.address)]
        homes = [home for home in homes if home.site.region is Region.HEAP]
        for home in homes:
            valid.append(home.exactly(address, 0, 0))
            # what is not null, and freed, is the start of one of them
            here = T.not_(null) if len(homes) == 1 else home.at_start(address)
            dead.update(_living(home, address, T.and_(home.lives(address), T.not_(here))))
        self._steps.demand(T.or_(*valid), "valid-free", "free of an invalid pointer", command.location)
        self._steps.assign(dead, command.location)

    def end(self, location: Location | None) -> None:
        """The program ends: where leaks are asked for no heap object lives. One that is freed was not lost before."""
        for site in self._world.sites.all if self._world.leaks else ():
            home = self._world.home(site)
            if site.region is not Region.HEAP or home.alive is None:
                continue
            if home.count is not None:
                none = T.eq(home.count, T.const(0, home.count.sort))
            else:
                none = T.not_(home.alive)
            for check in sorted(self._world.leaks):
                self._steps.demand(none, check, f"heap object {site.name} is not freed", location)

    # ------------------------------------------------------------ scopes

    def scope(self, command: P.Builtin, address: Term) -> Term:
        """begin_life, new_life, end_life: where the object is then."""
        world, location = self._world, command.location
        home = world.home(next(iter(world.points.of(self._procedure, command.arguments[0]))))
        if command.name == "end_life" or (command.name == "new_life" and home.family):
            self._steps.assign(_living(home, address, T.FALSE), location)
        if command.name == "new_life" and home.family:
            address = self._born(home, T.TRUE, home.site.size, location)
            self._steps.assign({self.where[home.site]: address}, location)
        elif command.name != "end_life":
            fresh = self._unwritten(home, address, False, location)
            self._steps.assign({**_living(home, address, T.TRUE), **fresh}, location)
        return address

    def restore(self, command: P.Builtin) -> None:
        """Locals that were made since a mark are gone."""
        gone = [site for site in self._world.homes.restored[id(command)] if site in self._mortal]
        self._die(gone, command.location)


def _living(home: Home, address: Term, lives: Term) -> dict[Term, Term]:
    """What changes if from now on an object lives, or not."""
    if home.alive is None:
        return {}
    if not home.family:
        return {home.alive: lives}
    number = home.number(address)
    changed = {home.alive: T.store(home.alive, number, lives)}
    if home.count is not None:
        one, none = T.const(1, home.count.sort), T.const(0, home.count.sort)
        before = T.ite(T.select(home.alive, number), one, none)
        changed[home.count] = T.bvadd(home.count, T.bvsub(T.ite(lives, one, none), before))
    return changed
