"""How the objects of a program are accessed: what their shapes must allow for."""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.engines.memoryless.lowered import NotLowered
from antumbra.engines.memoryless.objects.shapes import Accesses, Shape, shape
from antumbra.engines.memoryless.pointers.offsets import MOST_LISTED, Offsets, of
from antumbra.engines.memoryless.pointers.pointsto import PointsTo
from antumbra.engines.memoryless.pointers.sites import Site, Sites, static_pointers
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.terms import Term

#: rounds until copies have told each other of all accesses
MOST_ROUNDS: Final = 50


def shapes(program: P.Program, sites: Sites, points: PointsTo) -> dict[Site, Shape]:
    """The shape of each object that has bytes."""
    return _Shapes(program, sites, points).found


class _Shapes:
    def __init__(self, program: P.Program, sites: Sites, points: PointsTo) -> None:
        self._program = program
        self._points = points
        data = [site for site in sites.all if site.region is not Region.CODE]
        self._accesses = {site: Accesses() for site in data}
        self._copies: list[tuple[str, P.Copy]] = []
        for site in data:
            if site.static is not None:
                for offset, _ in static_pointers(site.static):
                    self._accesses[site].add(of((offset,)), sites.width // 8, True)
        for name, procedure in program.procedures.items():
            for block in procedure.blocks.values():
                for command in block.commands:
                    self._command(name, command)
        for _ in range(MOST_ROUNDS):
            changed = [self._copy(name, copy) for name, copy in self._copies]
            if not any(changed):
                break
        else:
            raise NotLowered("copies that shift what they copy", self._copies[0][1].location)
        self.found = {site: shape(site, accesses.found) for site, accesses in self._accesses.items()}

    def _command(self, name: str, command: P.Command) -> None:
        match command:
            case P.Load(target, address):
                self._add(name, address, target.width // 8, command.pointer)
            case P.Store(address, value):
                self._add(name, address, value.width // 8, command.pointer)
            case P.Copy(destination, source):
                self._copies.append((name, command))
                for address in (destination, source):
                    self._range(name, address)
            case P.Fill(destination) | P.Builtin((), "make_symbolic", (destination, _)):
                self._range(name, destination)
            case _:
                pass

    def _add(self, name: str, address: Term, width: int, pointer: bool) -> None:
        for site, offsets in self._points.of(name, address).items():
            if site in self._accesses:
                self._accesses[site].add(offsets, width, pointer)

    def _range(self, name: str, address: Term) -> None:
        """An object that is changed from an unknown place on is an array."""
        for site, offsets in self._points.of(name, address).items():
            if site in self._accesses and offsets.modulus:
                self._accesses[site].add(offsets, 1, False)

    def _copy(self, name: str, copy: P.Copy) -> bool:
        """What is accessed in one of two objects is, after a copy, in the other."""
        changed = False
        for one, here in self._points.of(name, copy.source).items():
            for other, there in self._points.of(name, copy.destination).items():
                if one in self._accesses and other in self._accesses:
                    changed |= self._told(one, here, other, there, copy.size)
                    changed |= self._told(other, there, one, here, copy.size)
        return changed

    def _told(self, one: Site, here: Offsets, other: Site, there: Offsets, size: Term) -> bool:
        changed = False
        exact = len(here) == len(there) == 1
        length = size.data if size.op is T.CONST else 1 << 62
        for offsets, width, pointer in list(self._accesses[one].found):
            if len(there) == 1 and offsets.modulus and length < MOST_LISTED * offsets.modulus:
                # of a strided object those that come into the range
                start = min(there.listed)
                shifted = _shifted(offsets, here, there)
                residues = range(start - width + 1, start + length)
                for at in residues if shifted.modulus else ():
                    if at % shifted.modulus == shifted.residue:
                        changed |= self._accesses[other].add(of((at,)), width, pointer)
            elif exact and not offsets.modulus:
                start, shift = min(here.listed), min(there.listed) - min(here.listed)
                inside = [at for at in offsets.listed if start < at + width and at < start + length]
                for at in inside:
                    changed |= self._accesses[other].add(of((at + shift,)), width, pointer)
            else:
                changed |= self._accesses[other].add(_shifted(offsets, here, there), width, pointer)
        return changed


def _shifted(offsets: Offsets, here: Offsets, there: Offsets) -> Offsets:
    back = Offsets(frozenset(-at for at in here.listed), -here.residue % (here.modulus or 1), here.modulus)
    return offsets.moved(back).moved(there)
