"""Which loops have cost as much as it takes to make machine code of them.

Generated code counts rounds, in commands; no clock is asked. ``semantics.native``, and LLVM, is loaded when the first
loop is warm.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from antumbra.semantics.compiling.regions import Regions
from antumbra.semantics.compiling.writer import LOOK
from antumbra.semantics.contract import Counters
from antumbra.semantics.profile import Profile
from antumbra.semantics.state import State

if TYPE_CHECKING:
    from antumbra.semantics.native.running import Native
    from antumbra.semantics.native.stretches import Stretch

#: commands of a loop that cost about as much as to load LLVM and to translate it
WARM: Final = 400_000
#: rounds of a loop that others are inside of count so many commands each, at least
ROUND: Final = 20

RegionFunction = Callable[..., tuple[int, tuple[Any, ...]]]


class Warmth:
    """What loops have cost so far. ``functions``: those of regions, which machine code takes the place of. ``slot``:
    makes room for regions up to a number."""

    def __init__(
        self,
        regions: Regions,
        functions: list[RegionFunction],
        slot: Callable[[int], object],
        covered: bytearray,
        counters: Counters,
        profile: Profile | None,
    ) -> None:
        self._regions = regions
        self._functions = functions
        self._covered = covered
        self._tools = (counters, profile, slot)
        #: commands, by the region where a loop begins; entries since the last look are in ``Regions.heat``
        self._spent: dict[int, int] = {}
        #: loops with machine code, or for which there will be none
        self._native: dict[Stretch, Native | None] = {}

    def bind(self, bind: Callable[[str, Any], None]) -> None:
        """Give generated code what it calls."""
        bind("heat", self._regions.heat)
        bind("rounds", self.rounds)
        bind("round_", self.round)

    def round(
        self, state: State, commands: int, number: int, arguments: tuple[Any, ...]
    ) -> tuple[int, tuple[Any, ...]]:
        """A loop begins once more, after so many commands."""
        spent = self._spent[number] = self._spent.get(number, 0) + commands
        if spent >= WARM and not self._awaited(state):
            self._spent[number] = 0
            self._warm(state, number, arguments)
        return number, arguments

    def rounds(self, state: State, number: int, arguments: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
        """A region has been entered LOOK times; it has not been executed."""
        self._regions.heat[number] = LOOK
        return self.round(state, LOOK * ROUND, number, arguments)

    def _awaited(self, state: State) -> bool:
        """May others wait for a state at a region inside a loop, to become one with it?"""
        return self._regions.joins and state.node is not None

    def _warm(self, state: State, number: int, arguments: tuple[Any, ...]) -> None:
        from antumbra.semantics.native.stretches import Translated, around, worthwhile
        from antumbra.terms.native.machine_code import NoCode

        entry = self._regions.entries[number]
        shape = self._regions.shape(entry.procedure)
        for stretch in around(shape, entry.label):
            if stretch in self._native:
                native = self._native[stretch]
            else:
                native = None
                if worthwhile(shape, stretch, stretch.heads[0], Translated(shape)):
                    from antumbra.semantics.native.running import Native

                    try:
                        native = Native(self._regions, stretch, state, (number, arguments), self._covered, self._tools)
                    except NoCode:
                        native = None
                self._native[stretch] = native
            if native is not None:
                self._install(stretch, native)
                return

    def _install(self, stretch: Stretch, native: Native) -> None:
        for label in stretch.heads:
            number = self._regions.block_entry(stretch.procedure, label)
            if number >= len(self._functions):
                continue  # nobody has come there, and nobody can before its code is written
            python = self._functions[number]
            if isinstance(python, partial) and python.func == self._run:
                if python.args[0] == stretch:
                    continue
                python = python.args[-1]
            self._functions[number] = partial(self._run, stretch, native, label, number, python)

    def _run(
        self,
        stretch: Stretch,
        native: Native,
        label: str,
        number: int,
        python: RegionFunction,
        state: State,
        *arguments: Any,
    ) -> tuple[int, tuple[Any, ...]]:
        if self._awaited(state):
            return python(state, *arguments)
        if not native.pays:
            self._native[stretch] = None
            self._functions[number] = python
            return python(state, *arguments)
        return native.run(label, python, state, arguments)
