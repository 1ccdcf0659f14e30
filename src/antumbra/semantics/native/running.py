"""One loop as machine code, in place of the regions where its heads begin."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, Final

from antumbra import terms as T
from antumbra.semantics.compiling.regions import Regions
from antumbra.semantics.contract import Counters, Resting
from antumbra.semantics.native.pages import Pages
from antumbra.semantics.native.stretches import Stretch
from antumbra.semantics.native.writing import Place, Text, Why, Word
from antumbra.semantics.profile import Profile
from antumbra.semantics.state import State
from antumbra.terms import Term
from antumbra.terms.native.expressions import words_of
from antumbra.terms.native.machine_code import Compiled

#: commands until Python has a look whether it is interrupted: some hundredths of a second
SLICE: Final = 1 << 22
#: commands until others have their turn; and for each cell that was copied, which is what going on once more costs
TURN: Final = 1 << 25
TURN_FOR_CELL: Final = 64
#: what an entry costs, and a cell that is copied, in commands of Python
ENTRY: Final = 400
CELL: Final = 3
#: so much must have been spent before it is said not to pay
TRIED: Final = 40_000
#: entries in a row whose values are no numbers
MISFITS: Final = 200

#: a value is to be a number of this class
_Slot = tuple[int, type, int]
RegionFunction = Callable[..., tuple[int, tuple[Any, ...]]]


class Native:
    """The function of a stretch. ``arguments``: what the head where it is made is entered with."""

    def __init__(
        self,
        regions: Regions,
        stretch: Stretch,
        state: State,
        entry: tuple[int, Sequence[Any]],
        covered: bytearray,
        tools: tuple[Counters, Profile | None, Callable[[int], object]],
    ) -> None:
        self._regions = regions
        self._covered = covered
        self._counters, self._profile, self._slot_for = tools
        self._name = stretch.procedure
        number, arguments = entry
        values = dict(zip(regions.entries[number].parameters, arguments, strict=True))
        values |= zip(regions.program.variables, state.variables, strict=True)
        left = {v for v, value in values.items() if value.__class__ is not _class(v)}
        #: the text of the function is not kept, what it says of places is
        text = Text(regions, stretch, left, covered)
        self._compiled = Compiled(text.text, registers=True)
        self._counters.native_code += 1
        self._places: list[Place] = text.places
        self._heads = {label: text.places.index((label, 0)) for label in stretch.heads}
        self._memory = (ctypes.c_uint64 * text.words)()
        self._address = ctypes.addressof(self._memory)
        self._words = memoryview(self._memory).cast("B").cast("Q")
        self._pages = Pages(self._words)
        self._flags = {regions.block_numbers[self._name, label]: at for label, at in text.flags.items()}
        self._counts = {regions.block_numbers[self._name, label]: at for label, at in text.counts.items()}
        self._at = text.at
        self._shared = [(regions.global_index[v], self._slot(v)) for v in text.shared]
        #: of a place: the region that goes on there, and for each of its parameters the slot, if the code has it
        self._onward: dict[int, tuple[int, list[_Slot | None], list[Term]]] = {}
        self._entries: dict[str, list[tuple[_Slot, int]]] = {
            label: [(self._slot(v), i) for i, v in enumerate(self._parameters(label)) if v in self._at]
            for label in stretch.heads
        }
        #: commands that were executed, and what that cost
        self.gained = 0
        self.spent = 0
        self.misfits = 0

    def _parameters(self, label: str) -> Sequence[Term]:
        return self._regions.shape(self._name).live_in[label]

    def _slot(self, variable: Term) -> _Slot:
        return self._at[variable], _class(variable), words_of(variable.sort)

    @property
    def pays(self) -> bool:
        return self.misfits < MISFITS and (self.spent < TRIED or self.gained > 2 * self.spent)

    # ------------------------------------------------------------ one entry

    def run(
        self, label: str, python: RegionFunction, state: State, arguments: tuple[Any, ...]
    ) -> tuple[int, tuple[Any, ...]]:
        """Go on at a head; ``python`` does so where the code cannot."""
        if not self._enter(label, state, arguments):
            self.misfits += 1
            return python(state, *arguments)
        self.misfits = 0
        words, pages = self._words, self._pages
        words[Word.PLACE] = self._heads[label]
        words[Word.COMMANDS] = 0
        words[Word.LIMIT] = SLICE
        pages.copied = 0
        try:
            why = self._execute(state)
            pages.put_back(state)
        except BaseException:
            pages.drop()
            raise
        place = words[Word.PLACE]
        executed = words[Word.COMMANDS] + self._places[place][1]
        state.steps += executed
        self._counters.native += executed
        self.gained += executed
        self.spent += ENTRY + CELL * pages.copied
        for index, slot in self._shared:
            state.variables[index] = self._value(slot)
        if self._profile is not None:
            for number, at in self._counts.items():
                self._profile.entries[number] += words[at]
            if self._places[place][1]:
                # Python goes on within a block, and has not entered it
                self._profile.entries[self._regions.block_numbers[self._name, self._places[place][0]]] += 1
        region, values = self._leave(place, label, arguments)
        if why == Why.FUEL:
            raise Resting(region, values)
        if self._places[place] == (label, 0):
            # it has come round, and its head has to be executed by Python
            return python(state, *values)
        return region, values

    def _execute(self, state: State) -> int:
        """Until Python has to go on, or others have their turn."""
        words, pages = self._words, self._pages
        while True:
            why = self._compiled.run(self._address)
            if why == Why.READ or why == Why.WRITE:
                if pages.wanted(state, words[Word.ADDRESS], write=why == Why.WRITE):
                    continue
            elif why == Why.FUEL and words[Word.COMMANDS] < TURN + TURN_FOR_CELL * pages.copied:
                words[Word.LIMIT] = words[Word.COMMANDS] + SLICE
                continue
            return why

    def _enter(self, label: str, state: State, arguments: tuple[Any, ...]) -> bool:
        words = self._words
        for (at, kind, count), i in self._entries[label]:
            value = arguments[i]
            if value.__class__ is not kind:
                return False
            if count == 1:
                words[at] = value
            else:
                for k in range(count):
                    words[at + k] = value >> 64 * k & (1 << 64) - 1
        for index, (at, kind, count) in self._shared:
            value = state.variables[index]
            if value.__class__ is not kind:
                return False
            for k in range(count):
                words[at + k] = value >> 64 * k & (1 << 64) - 1
        covered = self._covered
        for number, at in self._flags.items():
            words[at] = covered[number]
        for at in self._counts.values():
            words[at] = 0
        return True

    def _value(self, slot: _Slot) -> Any:
        at, kind, count = slot
        words = self._words
        if count == 1:
            return words[at] if kind is int else bool(words[at])
        return sum(words[at + k] << 64 * k for k in range(count))

    def _leave(self, place: int, label: str, arguments: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
        found = self._onward.get(place)
        if found is None:
            found = self._onward[place] = self._going_on(place)
        region, slots, parameters = found
        if None not in slots:
            return region, tuple([self._value(slot) for slot in slots if slot is not None])
        # what the code does not have it has not changed
        before = dict(zip(self._parameters(label), arguments, strict=True))
        return region, tuple(
            [before[v] if slot is None else self._value(slot) for slot, v in zip(slots, parameters, strict=True)]
        )

    def _going_on(self, place: int) -> tuple[int, list[_Slot | None], list[Term]]:
        label, index = self._places[place]
        regions = self._regions
        if index == 0:
            number = regions.block_entry(self._name, label)
        else:
            number = regions.middle_entry(self._name, label, index)
        self._slot_for(len(regions.entries))
        parameters = list(regions.entries[number].parameters)
        return number, [self._slot(v) if v in self._at else None for v in parameters], parameters


def _class(variable: Term) -> type:
    return bool if variable.sort is T.BOOL else int
