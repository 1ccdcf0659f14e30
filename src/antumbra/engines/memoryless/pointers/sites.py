"""The objects of a program, as far as they can be told apart before it runs: statics, and one for each allocation."""

from __future__ import annotations

from bisect import bisect_right

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.program.source import Location
from antumbra.program.spacing import is_roomy
from antumbra.program.widths import is_pointer
from antumbra.records import dataclass
from antumbra.semantics.memory.objects import Content, Object
from antumbra.semantics.memory.problems import describe
from antumbra.terms import Term


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A static, or the objects that one ``Alloc`` makes."""

    number: int
    name: str
    region: Region
    size: Term
    location: Location | None = None
    static: P.StaticObject | None = None
    #: of an allocation: where it is
    alloc: P.Alloc | None = None
    procedure: str = ""
    block: str = ""

    @property
    def known_size(self) -> int | None:
        return self.size.data if self.size.op is T.CONST else None

    @property
    def words(self) -> str:
        """As reports call it."""
        size = self.known_size
        item = Object(0, self.size if size is None else size, self.region, Content.ZERO, self.name, self.location)
        return describe(item)


class Sites:
    """All sites, and which static a constant points to."""

    def __init__(self, program: P.Program) -> None:
        self.width = program.layout.pointer_width
        self.pointer = T.bv_sort(self.width)
        self.all: list[Site] = []
        self.of_alloc: dict[int, Site] = {}
        self.code: dict[int, Site] = {}
        #: how far from a static a constant may be that is made from its address
        self._near = 1 << 31 if is_roomy(self.width) else 1 << 12
        data: list[tuple[int, Site]] = []
        for static in program.objects:
            size = T.const(static.size, self.pointer)
            site = Site(len(self.all), static.name, static.region, size, None, static)
            self.all.append(site)
            if static.region is Region.CODE:
                self.code[static.address] = site
            else:
                data.append((static.address, site))
        data.sort(key=lambda pair: pair[0])
        self._starts = [start for start, _ in data]
        self._data = [site for _, site in data]
        for name, procedure in program.procedures.items():
            for label, block in procedure.blocks.items():
                for command in block.commands:
                    if isinstance(command, P.Alloc):
                        number = len(self.all)
                        size, location = command.size, command.location
                        site = Site(number, command.name, command.region, size, location, None, command, name, label)
                        self.all.append(site)
                        self.of_alloc[id(command)] = site

    def at(self, value: int) -> tuple[Site, int] | None:
        """The static that a constant is about, and the offset."""
        site = self.code.get(value)
        if site is not None:
            return site, 0
        after = bisect_right(self._starts, value)
        for i in (after - 1, after):
            if 0 <= i < len(self._starts):
                site, offset = self._data[i], value - self._starts[i]
                size = site.known_size or 0
                if -self._near < offset < size + self._near and (offset >= 0 or i == after):
                    return site, offset
        return None


def static_pointers(static: P.StaticObject) -> list[tuple[int, int]]:
    """(offset, value) of the pointers that a static holds from the beginning."""
    return [(offset, value) for offset, width, value in static.cells if is_pointer(width)]
