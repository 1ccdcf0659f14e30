"""Where in memory everything of a test is, and which edges there is code for.

Memory is one array of words: a header, numbers for each place, the inputs of the edge under way, rows that are written
for Python, global variables, a stack of frames, that of the procedure under analysis at its bottom, and the last state
at each place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Final

from antumbra import terms as T
from antumbra.engines.dash.systems.system import Edge, Kind, Place, System
from antumbra.records import dataclass
from antumbra.terms import Term
from antumbra.terms.native.expressions import has_type, is_translated, words_of
from antumbra.terms.native.machine_code import NoCode

#: nodes of terms in one function
MOST_NODES: Final = 20_000
#: words of rows and of the stack; the frames of the longest test in Python fit unless they are very large
ROW_WORDS: Final = 1 << 18
STACK_WORDS: Final = 1 << 20


class Head(IntEnum):
    """The words at the beginning of memory."""

    POSITION = 0  #: where it goes on: the number of a place, or of an edge whose inputs are there now
    EDGES = 1  #: steps so far
    LIMIT = 2  #: of steps; the code itself writes 0 where it must stop
    RELEVANT = 3  #: steps so far that depend on inputs
    MOST_RELEVANT = 4
    DEPTH = 5  #: frames above the bottom
    STATES = 6  #: states at the bottom so far
    ROWS = 7  #: written
    MOST_ROWS = 8
    FRAME = 9  #: where the frame under way begins
    RECORDING = 10  #: are steps that depend on inputs written?
    MUTED = 11  #: no states are written up to this step
    WANTED_AFTER = 12  #: the first state at a place after a step is written in any case
    WANTED_PLACE = 13
    ARRIVED = 14  #: the step of the last state
    INPUTS = 15  #: taken so far
    DENSE = 16  #: up to this step every state is written that is looked for


class Row(IntEnum):
    """The words at the beginning of a row; global variables and the frame follow."""

    FLAGS = 0
    EDGES = 1
    PLACE = 2
    DEPTH = 3
    EDGE = 4


#: flags of rows: a sample of its place, a state at the bottom, a step that depends on inputs, and a return that does
SAMPLE, LOOK, STEP, RETURN = 1, 2, 4, 8


class Area:
    """Variables in memory, in order, each with its number. ``first``: where the first one is."""

    def __init__(self, variables: Iterable[Term], first: int) -> None:
        self.variables: Final = tuple(variables)
        self.number: Final = {v: i for i, v in enumerate(self.variables)}
        self.at: Final[dict[Term, int]] = {}
        for v in self.variables:
            self.at[v] = first
            first += words_of(v.sort)
        self.end: Final = first

    def mask(self, variables: Iterable[Term]) -> int:
        found = 0
        for v in variables:
            if v in self.number:
                found |= 1 << self.number[v]
        return found


def masks_for(count: int) -> int:
    """Words for a bit of each of so many variables."""
    return -(-count // 64)


@dataclass(frozen=True, slots=True)
class Frame:
    """Of a procedure: the edge of the call that made it; which variables have values; which depend on inputs; their
    values; ghosts. Ghosts and variables are in areas of their own."""

    variables: Area
    ghosts: Area
    masks: int

    assigned: int = 1

    @property
    def tainted(self) -> int:
        return 1 + self.masks

    @property
    def words(self) -> int:
        return self.ghosts.end


class Layout:
    """``ghosts``: of each procedure, and whose they are. Raises NoCode if there is too much to compile."""

    def __init__(self, systems: Mapping[str, System], ghosts: Mapping[str, Mapping[Term, Term]]) -> None:
        self.systems = systems
        self.ghosts = ghosts
        self._reads: dict[Edge, tuple[Term, ...]] = {}
        self.places: list[Place] = [p for s in systems.values() for p in s.places]
        self.edges: list[Edge] = [e for s in systems.values() for e in s.edges]
        self.place_number = {p: i for i, p in enumerate(self.places)}
        self.edge_number = {e: i for i, e in enumerate(self.edges)}
        if sum(system.size for system in systems.values()) > MOST_NODES:
            raise NoCode("the program is too large")
        all_globals: dict[Term, None] = {}
        for system in systems.values():
            all_globals.update(dict.fromkeys(sorted(system.globals, key=lambda v: str(v.data))))
        typed = [v for v in all_globals if has_type(v.sort)]
        self.global_masks = masks_for(len(typed))
        #: words of inputs of one edge
        slots = max((sum(words_of(x.variable.sort) for x in e.inputs) for e in self.edges), default=0)
        places = len(self.places)
        self.looks = len(Head)
        self.visits = self.looks + places
        self.samples = self.visits + places
        self.inputs = self.samples + places
        self.rows = self.inputs + slots
        self.globals_at = self.rows + ROW_WORDS
        self.globals = Area(typed, self.globals_at + self.global_masks)
        self.stack = self.globals.end
        self.frames = {name: self._frame(system, ghosts[name]) for name, system in systems.items()}
        widest = max(frame.words for frame in self.frames.values())
        self.stack_end = self.stack + STACK_WORDS
        self.global_words = self.globals.end - self.globals_at
        #: the last state at each place: its step, then global variables and the frame
        self.lasts = self.stack_end + widest
        self.last_words = 1 + self.global_words + widest
        self.words = self.lasts + places * self.last_words
        self.row_words = len(Row) + self.global_words + widest
        #: edges with code of their own
        self.translated = {e for e in self.edges if self._is_translated(e)}
        #: procedures in which there is code for everything, calls included
        self.complete = self._complete()

    def _frame(self, system: System, ghosts: Mapping[Term, Term]) -> Frame:
        """The variables of a procedure: whatever its edges read or write and is not global."""
        found: dict[Term, None] = dict.fromkeys((*system.procedure.parameters, *system.results))
        for edge in system.edges:
            found.update(dict.fromkeys((*self.reads(edge), *edge.updates)))
            if edge.call is not None:
                found.update(dict.fromkeys(edge.call.targets))
        mine = [v for v in found if has_type(v.sort) and v not in system.globals]
        masks = masks_for(len(mine))
        variables = Area(mine, 1 + 2 * masks)
        return Frame(variables, Area((g for g in ghosts if has_type(g.sort)), variables.end), masks)

    def _is_translated(self, edge: Edge) -> bool:
        if not all(is_translated(t) for t in edge.terms):
            return False
        if not all(has_type(v.sort) for v in (*edge.updates, *(x.variable for x in edge.inputs))):
            return False
        if edge.call is None:
            return True
        callee = self.systems[edge.callee]
        parameters = callee.procedure.parameters
        given = zip(parameters, edge.call.arguments, strict=False)
        taken = zip(edge.call.targets, callee.results, strict=False)
        return (
            len(parameters) == len(edge.call.arguments)
            and all(p.sort is a.sort for p, a in given)
            and all(has_type(t.sort) and t.sort is r.sort for t, r in taken)
        )

    def _complete(self) -> set[str]:
        found = {
            name
            for name, system in self.systems.items()
            if all(e in self.translated for e in system.edges)
            and all(has_type(v.sort) for v in (*system.procedure.parameters, *system.results, *self.ghosts[name]))
        }
        while True:
            calling = {
                name
                for name in found
                if any(e.call is not None and e.callee not in found for e in self.systems[name].edges)
            }
            if not calling:
                return found
            found -= calling

    def reads(self, edge: Edge) -> tuple[Term, ...]:
        """The variables that an edge reads, its inputs not among them."""
        found = self._reads.get(edge)
        if found is None:
            inputs = {x.variable for x in edge.inputs}
            used = dict.fromkeys(v for t in edge.terms for v in _in_order(t) if v not in inputs)
            found = self._reads[edge] = tuple(used)
        return found

    def calls(self, edge: Edge) -> bool:
        """Is there code for a call, the callee's included?"""
        return edge.call is not None and edge in self.translated and edge.callee in self.complete

    def callers(self, name: str) -> list[Edge]:
        """The calls of a procedure that there is code for."""
        return [e for e in self.edges if e.callee == name and self.calls(e) and e.target.kind is not Kind.CALLEE]


def _in_order(term: Term) -> list[Term]:
    return [part for part in T.subterms(term) if part.op is T.VAR]
