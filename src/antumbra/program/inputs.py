"""Names of a program's inputs: where a run asks for a value, and for the how-manieth time.

A place is what a ``Havoc`` says of itself: location, source, name, type. All havocs that say the same are one place, so
that a name means the same before and after passes that copy or insert commands. Parameters of the entry procedure and
global variables without a value are asked for once, before the first command. An object that ``make_symbolic`` fills is
an input for each byte. Memory that nobody wrote has names too, in conditions of paths; no condition can be put on it.

The canonical variable of an input is a variable whose name spells the input out; no program has one
(program.commands.fresh). Conditions on inputs are terms over canonical variables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass
from antumbra.terms import Sort, Term

_PREFIX: Final = "input "
#: the type of an object that make_symbolic fills
_BYTES: Final = "bytes"


@dataclass(frozen=True, slots=True)
class InputPlace:
    """``sort``: of the value; floats are their bit pattern, and memory is bytes."""

    location: Location | None
    source: P.Source
    name: str
    type_name: str
    sort: Sort

    def __str__(self) -> str:
        return f"{self.name} at {self.location}" if self.location else self.name


@dataclass(frozen=True, slots=True)
class InputName:
    """The ``number``-th time (from 1) that a run asks at a place; of memory, the byte at ``offset``."""

    place: InputPlace
    number: int
    offset: int | None = None

    @property
    def variable(self) -> Term:
        """The canonical variable."""
        place, where = self.place, self.place.location
        at = None if where is None else [where.file, where.line, where.column, where.function]
        parts = [place.name, self.number, self.offset, place.type_name, place.source.value, at]
        return T.var(_PREFIX + json.dumps(parts), place.sort)

    def __str__(self) -> str:
        which = str(self.place) if self.offset is None else f"byte {self.offset} of {self.place}"
        return which if self.number == 1 else f"{which} (call {self.number})"


def input_named(variable: Term) -> InputName | None:
    """The input that a canonical variable stands for; None for every other variable."""
    text = variable.data
    if not isinstance(text, str) or not text.startswith(_PREFIX):
        return None
    name, number, offset, type_name, source, at = json.loads(text.removeprefix(_PREFIX))
    location = None if at is None else Location(*at)
    return InputName(InputPlace(location, P.Source(source), name, type_name, variable.sort), number, offset)


def bits_of(sort: Sort) -> Sort:
    """The sort of an input's bits: a float is asked for as its bit pattern."""
    return T.bv_sort(sort.width) if sort.kind == "fp" else sort


def place_of(command: P.Havoc | P.Builtin) -> InputPlace:
    """The place of a command that asks for a value, or (``make_symbolic`` with a name) for the bytes of an object."""
    if isinstance(command, P.Builtin):
        return InputPlace(command.location, P.Source.INPUT, command.text, _BYTES, T.bv_sort(8))
    sort = bits_of(command.target.sort)
    return InputPlace(command.location, command.source, command.name, command.type_name, sort)


def asked_at_start(program: P.Program) -> Iterator[tuple[Term, InputPlace]]:
    """Variables that have an unknown value before the first command, in the order in which they are asked for."""
    for variable, value in program.variables.items():
        if value is None:
            yield variable, InputPlace(None, P.Source.EXTERNAL, str(variable.data), "", bits_of(variable.sort))
    entry = program.procedures[program.entry]
    for parameter in entry.parameters:
        name, sort = str(parameter.data), parameter.sort
        yield parameter, InputPlace(entry.location, P.Source.INPUT, name, repr(sort), bits_of(sort))


def inputs_in(terms: Iterable[Term]) -> dict[Term, InputName]:
    """The inputs that conditions speak of, by their variables. Raises InputError where one is not an input."""
    found: dict[Term, InputName] = {}
    for term in terms:
        for variable in sorted(T.free_variables(term), key=lambda v: str(v.data)):
            named = input_named(variable)
            if named is None:
                raise InputError(f"a condition on inputs speaks of {variable.data}, which is no input")
            found[variable] = named
    return found
