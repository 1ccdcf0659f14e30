"""The inputs of a program in the order in which runs read them, and the values that a path was given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from antumbra import terms as T
from antumbra.engines.outcome import InputValue, PathEnd
from antumbra.patterns import pattern
from antumbra.program import model as P
from antumbra.program.inputs import InputName, InputPlace, asked_at_start
from antumbra.terms import Term

_WHOLE: Final = pattern(r"-?[0-9]{1,4000}")
#: what a user can choose; everything else that is unknown is nobody's choice
GIVEN = frozenset({P.Source.INPUT, P.Source.EXTERNAL, P.Source.HAVOC})


class Reading:
    """Collects what paths have asked for. ``most``: reads of one path that count as inputs. ``settled``: places that
    nobody is free to choose a value for (``settled_by_axioms``)."""

    def __init__(self, most: int, settled: frozenset[InputPlace] = frozenset()) -> None:
        self._most = most
        self._settled = settled
        self._order: list[InputName] = []
        self._known: set[InputName] = set()
        self._variables: set[Term] = set()
        #: was more read than counts?
        self.more = False

    def up_to(self, most: int) -> None:
        """From now on so many count."""
        self._most, self.more = most, False

    def note(self, asked: tuple[InputName, ...]) -> None:
        """A path has asked for these. Those that are new come after the one that was asked for before them."""
        counting = self._counting(asked)
        after = 0
        for named in counting if any(named not in self._known for named in counting) else ():
            if named in self._known:
                after = max(after, self._order.index(named) + 1)
                continue
            self._known.add(named)
            self._variables.add(named.variable)
            self._order.insert(after, named)
            after += 1

    def _counting(self, asked: tuple[InputName, ...]) -> list[InputName]:
        """Those that are inputs, up to the last read that counts."""
        found: list[InputName] = []
        taken: dict[tuple[object, int], None] = {}
        for named in asked:
            if named.place.source not in GIVEN or named.place in self._settled:
                continue
            taken[named.place, named.number] = None
            if len(taken) > self._most:
                self.more = True
                break
            found.append(named)
        return found

    @property
    def inputs(self) -> tuple[InputName, ...]:
        return tuple(self._order)

    def has(self, variable: Term) -> bool:
        """Is it an input that counts?"""
        return variable in self._variables

    @property
    def variables(self) -> frozenset[Term]:
        return frozenset(self._variables)


def reads_of(end: PathEnd) -> int:
    """How many inputs an execution has read."""
    return len({(named.place, named.number) for named in end.asked if named.place.source in GIVEN})


def settled_by_axioms(program: P.Program) -> frozenset[InputPlace]:
    """Constants that axioms with quantifiers speak of. No path carries such axioms in its condition, so that a region
    of these constants could hold values that no execution has; all of them would fail, and none would."""
    spoken_of = {variable for axiom in program.axioms for variable in T.free_variables(axiom)}
    return frozenset(place for variable, place in asked_at_start(program) if variable in spoken_of)


def vector(end: PathEnd) -> dict[Term, int]:
    """The values that a path was given, by canonical variables. Memory that nobody wrote has no number: it is left
    out."""
    found: dict[Term, int] = {}
    names = list(end.asked)
    for value in end.inputs:
        found |= dict(_values(value, names))
    return found


def number_of(variable: Term, bits: int, text: str) -> int | None:
    """The value of an input as a number: its bits, or what the text says of an integer. None where it is no number."""
    match variable.sort.kind:
        case "bv" | "bool":
            return bits
        case "int" if _WHOLE.fullmatch(text):
            return int(text)
        case _:
            return None


def _values(value: InputValue, names: list[InputName]) -> Iterator[tuple[Term, int]]:
    """Takes the names of one value off the list."""
    if not names:
        return
    first = names.pop(0)
    if first.offset is None:
        number = number_of(first.variable, value.value, value.text)
        if number is not None:
            yield first.variable, number
        return
    yield first.variable, value.value & 0xFF
    while names and (names[0].place, names[0].number) == (first.place, first.number):
        byte = names.pop(0)
        yield byte.variable, value.value >> (8 * (byte.offset or 0)) & 0xFF
