"""Regions of a program: pieces of a procedure that become one Python function each.

A region starts at a block, or in the middle of one, after a call. Its number says where, and which variables it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph
from antumbra.program.inputs import InputPlace
from antumbra.program.spacing import PAGE_BITS
from antumbra.records import dataclass
from antumbra.semantics.compiling.flow import symbolic_variables
from antumbra.semantics.compiling.meeting import Effects, Meeting, between, is_direct
from antumbra.semantics.compiling.shapes import Shape
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a region starts, and the variables it takes."""

    procedure: str
    label: str
    index: int
    parameters: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class CodeStyle:
    """How code is written. ``skipped_checks``: assertions that are left out.

    With ``rounds``, loops return to the driver every round. So they do with ``trace``, and code then appends to the
    state's log: the number of each block it enters, and for commands that memory or the path decide, what they did (see
    engines that read it).
    """

    skipped_checks: frozenset[str]
    max_calls: int
    look_ahead: bool = True
    simplify: bool = True
    trace: bool = False
    rounds: bool = False
    #: pointers that agree above so many bits relate as their places do
    window_bits: int = PAGE_BITS
    #: places whose inputs are values, never terms
    given: frozenset[InputPlace] = frozenset()
    #: count entries of blocks
    profile: bool = False
    #: branches say where their sides meet
    joins: bool = False
    #: calls with numbers that returned before are not made again (``semantics.remembering``)
    remembers: bool = False
    #: loops count their rounds, and tell when they have cost much (``semantics.native``)
    warms: bool = False


class Regions:
    """Numbers regions, and knows which variables may hold terms. Knows nothing of states or solvers."""

    def __init__(
        self, program: P.Program, site: Callable[[P.Command | P.Terminator, str], int], style: CodeStyle
    ) -> None:
        self.program = program
        # a side that was left out by looking ahead would be missing from the log
        self.look_ahead = style.look_ahead and not style.trace
        self.simplify = style.simplify
        self.memory_symbolic = False
        self.window_bits = style.window_bits
        self.trace = style.trace
        self.profile = style.profile
        self.joins = style.joins
        self._meetings: dict[tuple[str, str], Meeting | None] = {}
        self._joins: dict[str, frozenset[str]] = {}
        self.rounds = style.rounds or style.trace
        self.warms = style.warms and style.simplify and not self.rounds
        #: by region where a loop begins: entries until somebody looks at it
        self.heat: dict[int, int] = {}
        # a state that stands for two may be in a call of one of them; and a log tells every command
        remembers = style.remembers and not self.joins and not self.rounds
        self.remembered = _repeating(program) if remembers else frozenset[str]()
        self.site = site
        self.skipped_checks = style.skipped_checks
        self.max_calls = style.max_calls
        self._globals = frozenset(program.variables)
        self.global_index = {variable: i for i, variable in enumerate(program.variables)}
        self._shapes: dict[str, Shape] = {}
        self._numbers: dict[tuple[str, str, int, int], int] = {}
        self.entries: list[Entry] = []
        self._given = style.given
        self._made_symbolic: set[Any] = set()
        self._symbolic: set[Any] = symbolic_variables(program, memory=False, given=style.given)
        #: regions that make a call through a pointer: they start before the call, not after it
        self.indirect: set[int] = set()
        self.block_numbers: dict[tuple[str, str], int] = {}
        for name, procedure in program.procedures.items():
            for label in procedure.blocks:
                self.block_numbers[name, label] = len(self.block_numbers)

    def _symbolic_variables(self) -> set[Any]:
        return symbolic_variables(
            self.program, memory=self.memory_symbolic, also=self._made_symbolic, given=self._given
        )

    def memory_becomes_symbolic(self) -> None:
        """Loads may give terms from now on: code compiled before is no longer valid."""
        self.memory_symbolic = True
        self._symbolic = self._symbolic_variables()
        self._joins.clear()

    def make_symbolic(self, variables: Iterable[tuple[str, Term]]) -> bool:
        """These variables (procedure, variable) may hold terms from now on; True if code was compiled otherwise."""
        keys = {v if v in self._globals else (procedure, v) for procedure, v in variables}
        if keys <= self._symbolic:
            return False
        self._made_symbolic |= keys
        self._symbolic = self._symbolic_variables()
        self._joins.clear()
        return True

    def shape(self, name: str) -> Shape:
        shape = self._shapes.get(name)
        if shape is None:
            shape = self._shapes[name] = Shape(self.program.procedures[name], self._globals)
        return shape

    def is_symbolic(self, procedure: str, variable: Term) -> bool:
        return (variable if variable in self._globals else (procedure, variable)) in self._symbolic

    # ------------------------------------------------------------ where states meet

    def meeting(self, name: str, label: str) -> Meeting | None:
        """What is known of a branch whose sides may become one state again; None if that is not to be tried."""
        key = (name, label)
        if key not in self._meetings:
            self._meetings[key] = self._meeting(name, label)
        return self._meetings[key]

    @cached_property
    def effects(self) -> Effects:
        return Effects(self.program)

    def is_pinned(self, number: int, index: int) -> bool:
        """Does an address or the rounds of a loop depend on a parameter of a region?"""
        entry = self.entries[number]
        variable = entry.parameters[index]
        return (variable if variable in self._globals else (entry.procedure, variable)) in self.effects.pinned

    def _meeting(self, name: str, label: str) -> Meeting | None:
        shape = self.shape(name)
        labels = between(shape, label)
        if labels is None:
            return None
        blocks = shape.procedure.blocks
        if any(self.effects.lasting(command) for one in labels for command in blocks[one].commands):
            return None
        join = shape.join.get(label)
        if join is None:
            return Meeting(None, direct=False)
        return Meeting(self.block_entry(name, join), is_direct(shape, labels))

    def is_join(self, name: str, label: str) -> bool:
        """Do sides of a branch that may be symbolic meet at this block? Then it is a region of its own."""
        found = self._joins.get(name)
        if found is None:
            shape = self.shape(name)
            joins: set[str] = set()
            for one, block in shape.procedure.blocks.items():
                match block.terminator:
                    case P.Branch(condition=value) | P.Switch(value=value):
                        if one in shape.join and any(self.is_symbolic(name, v) for v in T.free_variables(value)):
                            joins.add(shape.join[one])
                    case _:
                        pass
            found = self._joins[name] = frozenset(joins)
        return label in found

    # ------------------------------------------------------------ region numbers

    def procedure_entry(self, name: str) -> int:
        """The region that a call enters; takes the procedure's parameters."""
        procedure = self.program.procedures[name]
        return self._number(name, next(iter(procedure.blocks)), 0, -1, lambda: procedure.parameters)

    def block_entry(self, name: str, label: str) -> int:
        return self._number(name, label, 0, 0, lambda: self.shape(name).live_in[label])

    def middle_entry(self, name: str, label: str, index: int) -> int:
        liveness = self.shape(name).liveness
        return self._number(name, label, index, 0, lambda: tuple(liveness.of(liveness.live_before(label, index))))

    def return_entry(self, name: str, label: str, index: int, results: int) -> int:
        """Where a call returns to: saved variables, then as many results as the callee gives."""

        def parameters() -> tuple[Term, ...]:
            command = self.program.procedures[name].blocks[label].commands[index - 1]
            targets = command.targets if isinstance(command, P.Call) else ()
            given = list(targets[:results])
            # results that the caller ignores still arrive
            given += [T.var(f"ignored {i}", T.BOOL) for i in range(results - len(given))]
            return (*self.saved(name, label, index), *given)

        return self._number(name, label, index, results + 1, parameters)

    def indirect_entry(self, place: tuple[str, str, int, tuple[Any, ...]]) -> int:
        """A number for "make the call at this place to a known address"; the machine supplies the function."""
        number = self._number(place[0], place[1], place[2], -2, lambda: ())
        self.indirect.add(number)
        return number

    def fork_entry(self, near: int) -> int:
        """A number for "make a fork of which this region is one side"; the machine supplies the function."""
        entry = self.entries[near]
        number = self._number(entry.procedure, entry.label, entry.index, -3, lambda: ())
        self.indirect.add(number)
        return number

    def saved(self, name: str, label: str, index: int) -> tuple[Term, ...]:
        """Variables that live across the call just before ``index``."""
        liveness = self.shape(name).liveness
        command = self.program.procedures[name].blocks[label].commands[index - 1]
        targets = command.targets if isinstance(command, P.Call) else ()
        return tuple(v for v in liveness.of(liveness.live_before(label, index)) if v not in targets)

    def _number(self, name: str, label: str, index: int, kind: int, parameters: Callable[[], tuple[Term, ...]]) -> int:
        key = (name, label, index, kind)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.entries)
            self.entries.append(Entry(name, label, index, parameters()))
        return number


def _repeating(program: P.Program) -> frozenset[str]:
    """Procedures whose calls are worth remembering."""
    if not CallGraph(program).recursive:
        return frozenset()
    from antumbra.program.graphs.pure import repeating  # few programs have recursion

    return repeating(program)
