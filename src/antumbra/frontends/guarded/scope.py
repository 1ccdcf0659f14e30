"""Names and what they stand for: parameters, variables and processes of one instance of the file."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.frontends.errors import InputError, suggestion
from antumbra.program.source import Location
from antumbra.records import dataclass, field, replace
from antumbra.terms import Term

#: processes, elements of an array, values of a finite type: more are a mistake
MOST = 4096


@dataclass(frozen=True, slots=True)
class Cell:
    """One variable. Finite ones (``bool``, ranges, locations) have their values numbered from 0 in a bit-vector."""

    term: Term
    type: str  #: int, bool, range or location
    low: int = 0
    high: int = 0
    initial: int | bool | Term | None = None
    place: Location | None = None
    enumeration: str = ""  #: whose values it has, by their numbers

    @property
    def read(self) -> Term:
        """Its value as an integer or a truth value."""
        return T.add(T.bv2nat(self.term), T.integer(self.low)) if self.type == "range" else self.term

    def constant(self, value: int) -> Term:
        """The value of a finite variable as its term's sort wants it."""
        if self.type == "bool":
            return T.boolean(bool(value))
        return T.bv(value - self.low, self.term.width)

    @property
    def is_finite(self) -> bool:
        return self.type != "int"


@dataclass(frozen=True, slots=True)
class Channel:
    """``length`` is how many messages there are; ``slots[k]`` are the variables of message k, the next one first. Those
    of messages that are not there have their first value."""

    name: str
    length: Cell
    slots: tuple[tuple[Cell, ...], ...]


@dataclass(slots=True)
class Template:
    """A process: its indices (None alone when it has none) and the numbers of its locations."""

    name: str
    indices: tuple[int | None, ...]
    locations: dict[str, int]
    place: Location


@dataclass(slots=True)
class Scope:
    """What is known by name. ``cells`` is keyed by (process, its index, name, element)."""

    parameters: dict[str, int] = field(default_factory=dict[str, int])
    cells: dict[tuple[str, int | None, str, int | None], Cell] = field(
        default_factory=dict[tuple[str, "int | None", str, "int | None"], Cell]
    )
    templates: dict[str, Template] = field(default_factory=dict[str, Template])
    enumerations: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    #: by name, and its element where there are several
    channels: dict[str, dict[int | None, Channel]] = field(default_factory=dict[str, dict["int | None", Channel]])
    #: the process that is being read, and its index
    inside: str = ""
    index: int | None = None
    #: variables of ``for``, ``forall`` and ``process``
    bound: dict[str, int] = field(default_factory=dict[str, int])

    def within(self, process: str, index: int | None, variable: str) -> Scope:
        bound = {**self.bound, variable: index} if variable and index is not None else dict(self.bound)
        return replace(self, inside=process, index=index, bound=bound)

    def binding(self, variable: str, value: int) -> Scope:
        return replace(self, bound={**self.bound, variable: value})

    def value_of(self, name: str) -> tuple[str, int] | None:
        """The enumeration that a name is a value of, and its number."""
        for enumeration, values in self.enumerations.items():
            if name in values:
                return enumeration, values.index(name)
        return None

    def elements(self, process: str, index: int | None, name: str) -> list[int]:
        """The indices of an array; none if it is none."""
        found = (k[3] for k in self.cells if k[:3] == (process, index, name))
        return [element for element in found if element is not None]

    def cell(self, process: str, index: int | None, name: str, element: int | None, place: Location) -> Cell:
        """The variable; raises InputError, with what there is, when there is none."""
        found = self.cells.get((process, index, name, element))
        if found is not None:
            return found
        elements = [k[3] for k in self.cells if k[0] == process and k[1] == index and k[2] == name]
        if not elements:
            names = [k[2] for k in self.cells if k[0] in ("", process) and k[2] != "@"]
            raise InputError(
                f"unknown variable {name!r}{suggestion(name, [*names, *self.parameters, *self.bound])}", place
            )
        if elements[0] is None:
            raise InputError(f"{name!r} is not an array; expected it without an index", place)
        known = [e for e in elements if e is not None]
        if element is None:
            raise InputError(f"{name!r} is an array; expected an index, such as {name}[{known[0]}]", place)
        raise InputError(f"{name}[{element}] does not exist; expected an index from {known[0]} to {known[-1]}", place)

    def template(self, name: str, place: Location) -> Template:
        found = self.templates.get(name)
        if found is None:
            raise InputError(f"unknown process {name!r}{suggestion(name, list(self.templates))}", place)
        return found

    def location(self, template: Template, name: str, place: Location) -> int:
        number = template.locations.get(name)
        if number is None:
            known = ", ".join(template.locations) or "none"
            raise InputError(
                f"process {template.name} has no location {name!r}; expected one of {known}"
                f"{suggestion(name, list(template.locations))}",
                place,
            )
        return number
