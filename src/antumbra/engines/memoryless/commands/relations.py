"""Two pointers: equal, below, how far apart.

Into one object they relate as their places do. Two places strictly inside different objects that live differ. All else
depends on where objects lie, and is unknown.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.memoryless.commands.steps import Steps
from antumbra.engines.memoryless.pointers.pointsto import Targets
from antumbra.engines.memoryless.pointers.sites import Site
from antumbra.engines.memoryless.world import World
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.program.spacing import PAGE_BITS
from antumbra.terms import Term


class Relations:
    """Comparisons in one procedure."""

    def __init__(self, world: World, procedure: str, steps: Steps) -> None:
        self._world = world
        self._procedure = procedure
        self._steps = steps

    def relate(self, command: P.Builtin, left: Term, right: Term) -> Term:
        one, other = (self._world.points.of(self._procedure, term) for term in command.arguments)
        exact = {"same_address": T.eq, "below": T.bvult, "distance": T.bvsub}[command.name](left, right)
        known = self._known(command.name, one, other, left, right)
        if known is T.TRUE:
            return exact
        sort = command.targets[0].sort
        any_ = self._steps.unknown(sort, P.Source.OPEN, "where objects lie", command.name, command.location)
        return T.ite(known, exact, any_)

    def _known(self, name: str, one: Targets, other: Targets, left: Term, right: Term) -> Term:
        """That places relate as pointers do."""
        cases: list[Term] = []
        for site in one:
            if site in other:
                cases.append(T.and_(self._of(site, left), self._of(site, right)))
                home = self._world.home(site)
                if home.family:
                    cases[-1] = T.and_(cases[-1], T.eq(home.number(left), home.number(right)))
        if name == "same_address":
            # equal places are one place, and null is nobody's
            cases += [T.eq(left, right), T.eq(left, self._world.null), T.eq(right, self._world.null)]
            inside = T.and_(self._inside(one, left), self._inside(other, right))
            constant = any(s.region is Region.CONSTANT for s in one) and any(s.region is Region.CONSTANT for s in other)
            cases.append(T.FALSE if constant else inside)
        return T.or_(*cases) if cases else T.FALSE

    def _of(self, site: Site, pointer: Term) -> Term:
        """Is a pointer one into an object, or near it?"""
        home = self._world.home(site)
        if site.region is Region.CODE:
            return T.eq(pointer, home.base)
        offset, size = home.offset(pointer), home.size_at(pointer)
        if home.family:
            return T.and_(home.near(pointer), T.bvule(offset, size))
        page = self._world.number(1 << PAGE_BITS)
        return T.bvule(T.bvadd(offset, page), T.bvadd(size, T.bvadd(page, page)))

    def _inside(self, targets: Targets, pointer: Term) -> Term:
        """Is a pointer strictly inside an object that lives?"""
        cases: list[Term] = []
        for site in targets:
            home = self._world.home(site)
            if site.region is Region.CODE:
                cases.append(T.eq(pointer, home.base))
            else:
                cases.append(home.inside(pointer, self._world.number(1)))
        return T.or_(*cases) if cases else T.FALSE
