"""Where the objects of a program lie: at fixed places, so that addresses are constants where that can be.

A site whose objects never need to be told apart has one place. The objects of any other site are a family: an address
is a prefix, the number of the object, and the offset. A new object has any number that no object that lives has. So for
every run there is one in which no number is used twice, and no index leads from one object to another, as long as fewer
objects live at a time than there are numbers: 2³² on 64 bits. On 32 bits there are fewer, and runs that need more of
them are not analysed.

Two lives of a local at one place are told apart only if a pointer to the first may be left in the second.
"""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.engines.memoryless.lowered import NotLowered
from antumbra.engines.memoryless.objects.marks import restored
from antumbra.engines.memoryless.pointers.pointsto import PointsTo
from antumbra.engines.memoryless.pointers.sites import Site, Sites
from antumbra.engines.memoryless.procedures.calls import Calls
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh
from antumbra.program.commands.operands import operands
from antumbra.program.graphs.flow import FlowGraph
from antumbra.program.model import Region
from antumbra.program.spacing import PAGE_BITS, is_roomy, next_page
from antumbra.program.validity.validate import written_variables
from antumbra.records import dataclass
from antumbra.terms import Term
from antumbra.terms.sorts import array_sort

#: bits of offsets into an object of unknown size: it is not analysed if it has more than half of what they address
UNKNOWN_SIZE: Final = {64: 34, 32: 24}
#: the same in a family, on 32 bits; on 64 bits it is what numbers leave
UNKNOWN_SIZES: Final = 12
#: bits of the numbers of a family with which more objects do not live at a time; with fewer, they are counted
ENOUGH: Final = 32
#: bits of an offset in a family, at least
LEAST: Final = {64: 16, 32: 5}


@dataclass(frozen=True, slots=True, eq=False)
class Home:
    """The place of a site's objects. ``base``: of the first one."""

    site: Site
    base: Term
    #: of a family: bits of numbers
    numbers: int = 0
    #: bits of offsets, where that is no matter of a known size
    shift: int = 0
    #: do they live: a Boolean variable, for a family an array of them by number; None: whenever one is pointed to
    alive: Term | None = None
    #: how many bytes: the same, None if that is a constant
    size: Term | None = None
    #: of a family: how many live, where that must be known
    count: Term | None = None

    @property
    def family(self) -> bool:
        return self.numbers > 0

    def number(self, address: Term) -> Term:
        return T.extract(self.shift + self.numbers - 1, self.shift, address)

    def address(self, number: Term) -> Term:
        prefix = T.extract(self.base.width - 1, self.shift + self.numbers, self.base)
        return T.concat(T.concat(prefix, number), T.bv(0, self.shift))

    def offset(self, address: Term) -> Term:
        """The distance from the start, a number of pointer width; of a family that of the object it is next to."""
        if not self.family:
            return T.bvsub(address, self.base)
        return T.zero_extend(address.width - self.shift, T.extract(self.shift - 1, 0, address))

    def near(self, address: Term) -> Term:
        """Is an address in the part of the address space that the family has?"""
        if not self.family:
            return T.TRUE
        low = self.shift + self.numbers
        return T.eq(T.extract(address.width - 1, low, address), T.extract(address.width - 1, low, self.base))

    def lives(self, address: Term) -> Term:
        if self.alive is None:
            return T.TRUE
        return T.select(self.alive, self.number(address)) if self.family else self.alive

    def size_at(self, address: Term) -> Term:
        if self.size is None:
            return self.site.size
        return T.select(self.size, self.number(address)) if self.family else self.size

    def inside(self, address: Term, width: Term) -> Term:
        """Are so many bytes at an address those of a living object?"""
        offset, size = self.offset(address), self.size_at(address)
        fits = T.and_(T.bvule(width, size), T.bvule(offset, T.bvsub(size, width)))
        return T.and_(self.near(address), fits, self.lives(address))

    def at_start(self, address: Term) -> Term:
        """Is an address the start of an object of the site, whether it lives or not?"""
        if not self.family:
            return T.eq(address, self.base)
        return T.and_(self.near(address), T.eq(T.extract(self.shift - 1, 0, address), T.bv(0, self.shift)))

    def exactly(self, address: Term, offset: int, width: int) -> Term:
        """The same at one offset."""
        sort = address.sort
        if offset < 0:
            return T.FALSE
        if self.family:
            if offset >> self.shift:
                return T.FALSE
            at = T.and_(
                self.near(address),
                T.eq(T.extract(self.shift - 1, 0, address), T.bv(offset, self.shift)),
            )
        else:
            at = T.eq(address, T.bvadd(self.base, T.const(offset, sort)))
        fits = T.bvule(T.const(offset + width, sort), self.size_at(address))
        return T.and_(at, fits, self.lives(address))


class Homes:
    """Decides on the homes of all sites, and names the variables that they need."""

    def __init__(
        self, program: P.Program, sites: Sites, points: PointsTo, calls: Calls, fresh: Fresh, *, leaks: bool
    ) -> None:
        self._program = program
        #: must it be known in the end which heap objects live?
        self._leaks = leaks
        self._sites = sites
        self._points = points
        self._calls = calls
        self._fresh = fresh
        self._holders = points.holders()
        self._kept = _kept(points)
        self._freed = self._freed_sites()
        self._scoped = self._scoped_sites()
        #: locals that are gone after a stack_restore
        self.restored = restored(program, sites)
        self._restored = {site for gone in self.restored.values() for site in gone}
        self.variables: dict[Term, Term | None] = {}
        self.of: dict[Site, Home] = {}
        self._page = program.layout.first_free >> PAGE_BITS
        family = [site for site in sites.all if site.static is None and self._needs_family(site)]
        # the first bit tells families from all else
        self._prefix = 1 + len(family).bit_length()
        for site in sites.all:
            if site.static is not None:
                self.of[site] = Home(site, T.const(site.static.address, sites.pointer))
            elif site in family:
                self.of[site] = self._family(site, family.index(site) + 1)
            else:
                self.of[site] = self._single(site)
        if self._page << PAGE_BITS >= 1 << (sites.width - 1):
            raise NotLowered("objects that have no room", None)

    # ------------------------------------------------------------ one or many

    def _needs_family(self, site: Site) -> bool:
        if self._calls.once(site.procedure, site.block):
            return site in self._scoped and self._scoped[site]
        if site.procedure in self._calls.recursive or self._calls.in_cycle(site.procedure, site.block):
            return True
        # of a former call nothing is left, whether its object lives or not
        return self._outlives(site) or self._scoped.get(site, False)

    def _outlives(self, site: Site) -> bool:
        """May a pointer to an object be left when the procedure that made it has returned?"""
        if self.ends_with(site.procedure):
            return False
        inside = self._calls.below(site.procedure) | {site.procedure}
        # a result is held by the caller, if at all
        if any(not name or (isinstance(v, Term) and name not in inside) for name, v in self._holders.get(site, ())):
            return True
        return any(s.region is not Region.STACK or s.procedure not in inside for s in self._kept.get(site, ()))

    def ends_with(self, procedure: str) -> bool:
        """Is memory used no more when a procedure has returned?"""
        entry = self._program.procedures[self._program.entry]
        if procedure == entry.name:
            return not self._calls.callers(procedure)
        commands = [command for block in entry.blocks.values() for command in block.commands]
        only = all(isinstance(c, P.Call) and c.callee == procedure for c in commands) and len(commands) == 1
        return only and self._calls.callers(procedure) == [entry.name] and self.ends_with(entry.name)

    def _scoped_sites(self) -> dict[Site, bool]:
        """Locals whose life begins or ends within the call, and whether a pointer to a former life may be left."""
        found: dict[Site, bool] = {}
        for name, procedure in self._program.procedures.items():
            lives: dict[str, list[set[Term]]] | None = None
            for label, block in procedure.blocks.items():
                for at, command in enumerate(block.commands):
                    if not isinstance(command, P.Builtin) or command.name not in P.LIFE:
                        continue
                    site = self._local(name, command)
                    left = False
                    if command.name == "new_life":
                        lives = _live(procedure) if lives is None else lives
                        own = {*command.targets, *command.arguments}
                        left = self._left(site, lives[label][at + 1] - own)
                    found[site] = found.get(site, False) or left
        return found

    def _left(self, site: Site, live: set[Term]) -> bool:
        """May a pointer to a local be left where only these variables of its procedure are read any more?"""
        below = self._calls.below(site.procedure)
        if any(s.region is not Region.STACK or s.procedure not in below for s in self._kept.get(site, ())):
            return True
        for name, variable in self._holders.get(site, ()):
            if not isinstance(variable, Term) or name in below:
                continue  # what was called has returned
            if name != site.procedure or variable in live:
                return True
        return False

    def _local(self, name: str, command: P.Builtin) -> Site:
        targets = self._points.of(name, command.arguments[0])
        if len(targets) != 1 or next(iter(targets)).procedure != name:
            raise NotLowered("the scope of something that is no local object", command.location)
        return next(iter(targets))

    def _freed_sites(self) -> set[Site]:
        found: set[Site] = set()
        for name, procedure in self._program.procedures.items():
            for block in procedure.blocks.values():
                for command in block.commands:
                    if isinstance(command, P.Free):
                        found.update(self._points.of(name, command.address))
        return found

    def mortal(self, site: Site) -> bool:
        """May it be pointed to when it does not live?"""
        if site.region is not Region.STACK:
            return site in self._freed or (self._leaks and site.region is Region.HEAP)
        return site in self._scoped or site in self._restored or self._outlives(site)

    # ------------------------------------------------------------ places

    def _single(self, site: Site) -> Home:
        size = site.known_size
        span = UNKNOWN_SIZE[self._sites.width]
        reserve = min(size, 1 << 40) if size is not None else 1 << (span - 1)
        pages = max(1, (reserve + (1 << PAGE_BITS) - 1) >> PAGE_BITS)
        base = T.const(self._page << PAGE_BITS, self._sites.pointer)
        self._page = next_page(self._page, pages, self._sites.width)
        alive = self._variable(f"{site.name} lives", T.BOOL, T.FALSE) if self.mortal(site) else None
        sizes = None
        if size is None:
            sizes = self._variable(f"{site.name} size", self._sites.pointer, T.const(0, self._sites.pointer))
        return Home(site, base, 0, span, alive, sizes)

    def _family(self, site: Site, family: int) -> Home:
        width = self._sites.width
        size = site.known_size
        if size is None:
            shift = width - self._prefix - ENOUGH if is_roomy(width) else UNKNOWN_SIZES
        else:
            # an object has at most half of it, so that what is just before one is not in another
            shift = max(LEAST[width], size.bit_length() + 1)
        numbers = width - self._prefix - shift
        if numbers < 8:
            raise NotLowered("objects that have no room", site.location)
        prefix = family | 1 << (self._prefix - 1)
        base = T.const(prefix << (width - self._prefix), self._sites.pointer)
        index = T.bv_sort(numbers)
        sort = array_sort(index, T.BOOL)
        alive = self._variable(f"{site.name} lives", sort, T.array_value(sort, False, {}))
        sizes = None
        if size is None:
            sort = array_sort(index, self._sites.pointer)
            sizes = self._variable(f"{site.name} sizes", sort, T.array_value(sort, 0, {}))
        count = None
        if numbers < ENOUGH or (self._leaks and site.region is Region.HEAP):
            count = self._variable(f"{site.name} living", index, T.const(0, index))
        return Home(site, base, numbers, shift, alive, sizes, count)

    def _variable(self, name: str, sort: T.Sort, initial: Term) -> Term:
        found = T.var(self._fresh(name), sort)
        self.variables[found] = initial
        return found


def _kept(points: PointsTo) -> dict[Site, list[Site]]:
    """The objects that may hold pointers into an object."""
    found: dict[Site, list[Site]] = {}
    for holder, fields in points.memory.items():
        for targets in fields.values():
            for site in targets:
                found.setdefault(site, []).append(holder)
    return found


def _live(procedure: P.Procedure) -> dict[str, list[set[Term]]]:
    """For each block and command: the variables that may be read before they are written again."""
    graph = FlowGraph(procedure)
    entry: dict[str, set[Term]] = {label: set() for label in procedure.blocks}
    found: dict[str, list[set[Term]]] = {}
    changed = True
    while changed:
        changed = False
        for label in reversed(list(procedure.blocks)):
            block = procedure.blocks[label]
            live: set[Term] = set()
            for successor in graph.successors[label]:
                live |= entry[successor]
            for term in operands(block.terminator):
                live |= T.free_variables(term)
            states = [set(live)]
            for command in reversed(block.commands):
                written = written_variables(command)
                live -= set(written)
                # what is written comes first
                for term in operands(command)[len(written) :]:
                    live |= T.free_variables(term)
                states.append(set(live))
            found[label] = states[::-1]
            if live != entry[label]:
                entry[label] = live
                changed = True
    return found
