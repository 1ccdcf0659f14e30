"""Loads and stores."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.memoryless.commands.steps import Steps
from antumbra.engines.memoryless.objects.contents import Place, put, read_bytes, replaced, whole, write_bytes
from antumbra.engines.memoryless.objects.shapes import Kind
from antumbra.engines.memoryless.pointers.pointsto import Targets
from antumbra.engines.memoryless.world import World
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.program.source import Location
from antumbra.semantics.memory.pages import NULL_PAGE
from antumbra.semantics.memory.problems import problem
from antumbra.terms import Term


class Accessing:
    """Accesses of one procedure. Addresses come twice: as the program has them, and with constants put in."""

    def __init__(self, world: World, procedure: str, steps: Steps) -> None:
        self._world = world
        self._procedure = procedure
        self._steps = steps

    def load(self, command: P.Load, address: Term) -> Term:
        width = command.target.width // 8
        places = self._places(command.address, address, width, command.location, write=False)
        if not places:
            return self._any(command.target.sort, "memory", command.location)
        values = [(place.guard, self._read(place, width, command)) for place in places]
        return chosen(values)

    def store(self, command: P.Store, address: Term, value: Term) -> None:
        width = value.width // 8
        places = self._places(command.address, address, width, command.location, write=True)
        changed: dict[Term, Term] = {}
        for place in places:
            variable = place.content.variables.get(place.part)
            if variable is not None:
                guard = T.TRUE if len(places) == 1 else place.guard
                now = changed.get(variable, variable)
                changed[variable] = self._written(place, now, value, command, guard)
        self._steps.assign(changed, command.location)

    # ------------------------------------------------------------ where

    def _places(self, term: Term, address: Term, width: int, location: Location | None, *, write: bool) -> list[Place]:
        targets = self._world.targets(self._procedure, term)
        found: list[Place] = []
        for site, offsets in targets.items():
            if not (write and site.region is Region.CONSTANT):
                found += self._world.contents[site].places(address, offsets, width)
        valid = T.or_(*(place.guard for place in found)) if found else T.FALSE
        self._steps.demand(valid, "valid-deref", wrong(targets, address, width, write=write), location)
        return found

    # ------------------------------------------------------------ what

    def _read(self, place: Place, width: int, command: P.Load) -> Term:
        variable = place.content.variables.get(place.part)
        sort = T.bv_sort(8 * width)
        name = place.content.site.name
        if variable is None:
            return self._any(sort, name, command.location)
        if place.bytes_:
            return read_bytes(place, variable)
        held = whole(place, variable)
        if place.part.kind is Kind.NUMBER or command.pointer:
            return T.extract(8 * (place.at + width) - 1, 8 * place.at, held)
        # the number of a pointer depends on where its object lies
        any_ = self._any(sort, name, command.location)
        return T.ite(T.eq(held, T.const(0, held.sort)), T.const(0, sort), any_)

    def _written(self, place: Place, variable: Term, value: Term, command: P.Store, guard: Term) -> Term:
        if place.bytes_:
            return write_bytes(place, variable, value, guard)
        old = whole(place, variable)
        if place.part.kind is Kind.POINTER and not command.pointer:
            zero = T.const(0, value.sort)
            if value is not zero or value.sort is not old.sort:
                any_ = self._any(old.sort, place.content.site.name, command.location)
                value = T.ite(T.eq(value, zero), T.const(0, old.sort), any_) if value.sort is old.sort else any_
        else:
            value = replaced(old, place.at, value)
        return put(place, variable, T.ite(guard, value, old))

    def _any(self, sort: T.Sort, name: str, location: Location | None) -> Term:
        return self._steps.unknown(sort, P.Source.OPEN, name, "", location)


def chosen(cases: list[tuple[Term, Term]]) -> Term:
    """The value of the first case whose guard holds; one of them does."""
    result = cases[-1][1]
    for guard, value in reversed(cases[:-1]):
        result = T.ite(guard, value, result)
    return result


def wrong(targets: Targets, address: Term, width: int, *, write: bool) -> str:
    """What is wrong with an access, in the words of other engines as far as that is known here."""
    if address.op is T.CONST and address.data < NULL_PAGE:
        return problem(None, address.data, width, write=write)
    verb = "write" if write else "read"
    if len(targets) == 1:
        site, offsets = next(iter(targets.items()))
        if write and site.region is Region.CONSTANT:
            return f"write to constant {site.words}"
        if len(offsets) == 1:
            return f"{verb} of {width} bytes at offset {min(offsets.listed)} of {site.words}"
        return f"{verb} of {width} bytes outside {site.words}"
    return f"{verb} of {width} bytes outside a live object"
