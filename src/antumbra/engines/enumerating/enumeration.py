"""All states of a program where it asks for an input, breadth first: memory, rows as values, and the way to a state."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Final

from antumbra import terms as T
from antumbra.engines.enumerating.flow import Flow
from antumbra.engines.enumerating.shape import Event, NotFit, shape_of
from antumbra.engines.enumerating.writing import SITE_BITS, Layout, Site, Word, code_of
from antumbra.engines.outcome import InputValue
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.proofs.certificate import ReachedAt
from antumbra.proofs.regions import Place
from antumbra.records import dataclass
from antumbra.terms.native.machine_code import Compiled, NoCode
from antumbra.terms.native.row_table import Table
from antumbra.terms.native.rows import Answer

#: characters of code that LLVM compiles in some ten seconds
MOST_TEXT: Final = 40_000_000
#: effort of writing and compiling a character of code, and of a segment, of which one in so many is executed in a run
_PER_CHARACTER: Final = 0.15
_PER_SEGMENT: Final = 0.0003


class Status(Enum):
    DONE = "all states were found"
    NEWS = "an event was met"
    PAUSED = "there are more"
    GAVE_UP = "it will not come to an end"


@dataclass(frozen=True, slots=True)
class Met:
    """An event, with the inputs that lead to it."""

    event: Event
    inputs: tuple[InputValue, ...]


class Enumeration:
    """Of one program. Raises NotFit, and NoCode where there is no machine code for it."""

    def __init__(
        self,
        program: P.Program,
        checks: frozenset[str],
        targets: Sequence[TargetPlace],
        grows: Callable[[int], None],
    ) -> None:
        self._shape = shape_of(program, checks, targets)
        self._flow = Flow(self._shape)
        self._layout = layout = Layout(self._flow)
        text, self._problems = code_of(layout)
        if len(text) > MOST_TEXT:
            raise NoCode("the program is too large")
        # the memory is the code's, and lives as long
        self._code = Compiled(text, ("where", "enter", "find", "rehash"), quick=True)
        self.table = Table(self._code, layout.words, 1, grows)
        self._memory = (ctypes.c_uint64 * layout.size).from_address(self._code.function("where")(0))
        self._memory[Word.FRESH] = 1
        self.table.enter([(0,) * layout.words])
        self._met = [False] * len(self._shape.events)
        self.segments = len(self._shape.segments)
        self.making = _PER_CHARACTER * len(text)
        self.per_run = 0.3 + _PER_SEGMENT * self.segments

    @property
    def runs(self) -> int:
        """Ranges of inputs that were looked at."""
        return self._memory[Word.RUNS]

    @property
    def problem(self) -> str:
        """Why it gave up."""
        number = int(self._memory[Word.PROBLEM])
        return str(self._problems[number - 1]) if number else ""

    def go_on(self, runs: int) -> Status:
        """For so many ranges more, or until an event is met."""
        self._memory[Word.LEFT] = runs
        match self.table.go_on(1):
            case Answer.DONE:
                return Status.DONE
            case Answer.VIOLATED:
                return Status.GAVE_UP if self.problem else Status.NEWS
            case _:
                return Status.PAUSED

    def news(self) -> Iterator[Met]:
        """Events that were met since the last call."""
        self._memory[Word.NEWS] = 0
        for number, event in enumerate(self._shape.events):
            at = self._layout.events + 2 * number
            if self._memory[at] and not self._met[number]:
                self._met[number] = True
                yield Met(event, self._inputs(self._memory[at] - 1, self._memory[at + 1]))

    # ------------------------------------------------------------ states as values

    def _inputs(self, state: int, value: int) -> tuple[InputValue, ...]:
        """What the program was given on the way to a state and there."""
        found: list[InputValue] = []
        while True:
            site = self._site(state)
            if site.ask is not None:
                unknown = site.ask.unknown
                sort = unknown.target.sort
                width = 1 if sort is T.BOOL else sort.width
                given = value & ((1 << width) - 1) if sort is T.BOOL or sort.kind == "bv" else 0
                found.append(
                    InputValue(unknown.name, unknown.type_name, unknown.source, width, given, unknown.location)
                )
            link = self.table.link(state)
            if link is None:
                return tuple(reversed(found))
            state, value = link

    def _site(self, state: int) -> Site:
        return self._layout.sites[self.table.row(state)[0] & ((1 << SITE_BITS) - 1)]

    def reached(self) -> tuple[ReachedAt, ...]:
        """All states, for who checks them."""
        layout, words, rows = self._layout, self._layout.words, self.table.rows.tolist()
        by_site: dict[int, list[int]] = {}
        for begin in range(0, len(rows), words):
            by_site.setdefault(rows[begin] & ((1 << SITE_BITS) - 1), []).append(begin)
        found: list[ReachedAt] = []
        for number, begins in by_site.items():
            site = layout.sites[number]
            if site.ask is None:
                continue
            columns: list[list[int]] = []
            for field in site.fields:
                mask = (1 << field.width) - 1
                columns.append([rows[b + field.word] >> field.shift & mask for b in begins])
            found += self._by_stack(site, columns, len(begins))
        return tuple(found)

    def _by_stack(self, site: Site, columns: list[list[int]], count: int) -> Iterator[ReachedAt]:
        """Apart by the calls under way."""
        slots = [self._flow.slots[field.slot] for field in site.fields]
        calls = [number for number, slot in enumerate(slots) if slot.variable is None]
        others = [number for number, slot in enumerate(slots) if slot.variable is not None]
        variables = tuple((slots[n].procedure, v) for n in others if (v := slots[n].variable) is not None)
        groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        keys = zip(*(columns[n] for n in calls), strict=True) if calls else [()] * count
        values = zip(*(columns[n] for n in others), strict=True) if others else [()] * count
        for key, row in zip(keys, values, strict=True):
            groups.setdefault(key, []).append(row)
        segment = self._shape.segments[site.segment]
        place = (*segment.place[:2], segment.place[2] + len(segment.commands))
        names = [slots[n].procedure for n in calls]
        for key, rows in groups.items():
            yield ReachedAt(self._stack(place[0], dict(zip(names, key, strict=True))), place, variables, tuple(rows))

    def _stack(self, procedure: str, sites: dict[str, int]) -> tuple[Place, ...]:
        """Places of the calls under way, the outermost first."""
        found: list[Place] = []
        while procedure in sites:
            segment = self._shape.segments[self._shape.sites[sites[procedure]]]
            found.append((*segment.place[:2], segment.place[2] + len(segment.commands)))
            procedure = segment.place[0]
        return tuple(reversed(found))


__all__ = ["Enumeration", "Met", "NoCode", "NotFit", "Status"]
