"""A machine whose inputs are answered from a table, and the recorder of how its one path ends.

What the table does not have (memory that nobody wrote, an unknown NaN, inputs that no parameter stands for) stays an
unknown. The path may meet it; where the way goes on depends on it, the run has no label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from antumbra import terms as T
from antumbra.bounds.cfc import Failure
from antumbra.engines.outcome import Reason
from antumbra.engines.recording import Recording
from antumbra.program import model as P
from antumbra.program.inputs import InputName, InputPlace, asked_at_start, input_named, place_of
from antumbra.program.source import Location
from antumbra.records import replace
from antumbra.semantics.contract import MachineOptions, PathEnded, Pending
from antumbra.semantics.machine import Machine
from antumbra.semantics.memory import bulk
from antumbra.semantics.memory.accesses import access
from antumbra.semantics.memory.addresses import matter
from antumbra.semantics.runtime import from_term
from antumbra.semantics.state import State, Wanted
from antumbra.semantics.switches import DEFAULT_SWITCHES
from antumbra.solvers import Chain, PathCondition
from antumbra.strategies.characterize.running.labels import Labelled, labelled
from antumbra.terms import Sort, Term

#: bytes that one command of a run may write, and those that take about as long as a command
LARGEST_BLOCK = 1 << 16
BYTES_PER_STEP = 8
#: kinds of inputs that a number can be given for
GIVEN_KINDS = frozenset({"bv", "int", "bool"})


class Endings(Recording):
    """Ends of one run, as labels; the same that an engine would record."""

    def __init__(self, checks: frozenset[str]) -> None:
        super().__init__(checks)
        self.labels: list[Labelled] = []

    def covered(self, state: State, block: int) -> None:
        pass

    def violated(self, state: State, path: PathCondition, check: str, message: str, site: int) -> None:
        if matter(state, path):
            self.tell(Reason.UNDEFINED, None, check, "depends on where objects lie")
        else:
            reason = Reason.VIOLATION if check in self.checks else Reason.UNDEFINED
            self.tell(reason, self.blamed(state, site)[0], check, message)

    def _count_cut(self, state: State, reason: Reason, detail: str, site: int) -> None:
        """Labels tell it."""

    def _end(
        self,
        state: State,  # noqa: ARG002
        path: PathCondition,  # noqa: ARG002
        reason: Reason,
        *,
        site: int = 0,
        check: str = "",
        message: str = "",
    ) -> None:
        self.tell(reason, self.sites[site][0], check, message)

    def tell(self, reason: Reason, place: Location | None, check: str, message: str) -> None:
        failure = Failure(check, place) if reason is Reason.VIOLATION else None
        self.labels.append(labelled(reason, failure, f"{check}: {message}" if check else message))


class _Slot:
    """The values of one place, by the number of the question; None where the table has none."""

    __slots__ = ("asked", "is_bool", "numbers", "place", "values")

    def __init__(self, place: InputPlace, numbers: Mapping[int, Term]) -> None:
        self.place = place
        self.numbers = numbers
        self.is_bool = place.sort is T.BOOL
        self.asked = 0
        self.values: list[int | None] = []

    def fill(self, values: Mapping[Term, int]) -> None:
        self.asked = 0
        self.values = [
            values.get(self.numbers[number]) if number in self.numbers else None
            for number in range(1, max(self.numbers) + 1)
        ]


class Answering(Machine):
    """Answers from a table. One path at a time: where execution would split, the run is over without a label."""

    def __init__(
        self, program: P.Program, chain: Chain, endings: Endings, checks: frozenset[str], parameters: Sequence[Term]
    ) -> None:
        by_place: dict[InputPlace, dict[int, Term]] = {}
        #: bytes of objects, by place, number and offset
        self._bytes: dict[tuple[InputPlace, int, int], Term] = {}
        for variable in parameters:
            named = input_named(variable)
            if named is None:
                raise ValueError(f"{variable.data} is no input")
            if named.offset is not None:
                self._bytes[named.place, named.number, named.offset] = variable
            elif variable.sort.kind in GIVEN_KINDS:
                by_place.setdefault(named.place, {})[named.number] = variable
        self._slots = {place: _Slot(place, numbers) for place, numbers in by_place.items()}
        self._slot_of: dict[int, _Slot | None] = {}
        self._values: Mapping[Term, int] = {}
        self._objects: dict[int, tuple[InputPlace, int]] = {}
        # a run ends after so many commands, whatever ran before it: machine code would go on far behind that
        python_only = replace(DEFAULT_SWITCHES, machine_code=False)
        options = MachineOptions(checks=checks, given=frozenset(self._slots), switches=python_only)
        super().__init__(program, chain, self, endings, options)
        self.endings = endings
        endings.attach(self, ())
        self._begun = [(variable, self._slots.get(place)) for variable, place in asked_at_start(program)]
        self._start: Pending | None = None

    # ------------------------------------------------------------ runs

    def begin(self, values: Mapping[Term, int]) -> Pending:
        """The state before the first command, with these values for inputs."""
        self._values = values
        self._objects.clear()
        for slot in self._slots.values():
            slot.fill(values)
        self.endings.labels.clear()
        if self._start is None or any(slot is not None for _, slot in self._begun):
            return self.initial()
        twin = self._start.state.fork()
        return Pending(twin, self._start.region, self._start.arguments)

    def initial(self) -> Pending:
        pending = super().initial()
        if all(slot is None for _, slot in self._begun):
            # nothing in it depends on the table: later runs begin with a twin
            self._start = Pending(pending.state.fork(), pending.region, pending.arguments)
        return pending

    def split(self, children: Sequence[Pending]) -> bool:  # noqa: ARG002
        """As semantics.contract.Scheduler asks: nothing that is given decides the way."""
        self._undecided("more than its inputs decides the way")

    def _undecided(self, why: str) -> NoReturn:
        self.endings.tell(Reason.NOT_TAKEN, None, "", why)
        raise PathEnded

    def assume(self, state: State, condition: Any, site: int) -> None:
        if condition.__class__ is Term:
            self._excluded(state, condition, site)
        super().assume(state, condition, site)

    # ------------------------------------------------------------ what takes long

    def _environment(self) -> dict[str, Any]:
        return {**super()._environment(), "fill": self._fill, "copy": self._copy}

    def _fill(self, state: State, destination: Any, byte: Any, size: Any, site: int) -> None:
        self._block(state, ((destination, True),), size, site)
        bulk.fill(state, destination, byte, size, site)

    def _copy(self, state: State, destination: Any, source: Any, size: Any, site: int) -> None:
        self._block(state, ((source, False), (destination, True)), size, site)
        bulk.copy(state, destination, source, size, site)

    def _block(self, state: State, places: Sequence[tuple[Any, bool]], size: Any, site: int) -> None:
        """Many bytes at once count as many steps; so many that memory may end are not written at all."""
        if size.__class__ is not int:
            return
        state.steps += min(size, LARGEST_BLOCK) // BYTES_PER_STEP
        if size > LARGEST_BLOCK:
            for address, write in places:
                if address.__class__ is int:
                    access(state, address, size, site, write=write)
            self.give_up(state, f"{size} bytes in one command", site)

    # ------------------------------------------------------------ answers

    def havoc(self, state: State, command: P.Havoc) -> Any:
        try:
            slot = self._slot_of[id(command)]
        except KeyError:
            slot = self._slot_of[id(command)] = self._slots.get(place_of(command))
        if slot is None:
            return super().havoc(state, command)
        return self._converted(self._answer(slot), command.target.sort)

    def _answer(self, slot: _Slot) -> int:
        asked = slot.asked
        slot.asked = asked + 1
        value = slot.values[asked] if asked < len(slot.values) else None
        if value is None:
            self._undecided(f"reads {InputName(slot.place, asked + 1)}, which has no value")
        return value

    @staticmethod
    def _converted(value: int, sort: Sort) -> Any:
        if sort.kind == "fp":
            return from_term(T.fp_from_bv(T.const(value, T.bv_sort(sort.width)), sort))
        return bool(value) if sort is T.BOOL else value

    def fresh(self, state: State, wanted: Wanted) -> Any:
        if wanted.group >= 0:
            value = self._memory(state, wanted)
            if value is not None:
                return value
        elif self._slots:
            # before the first command: commands that ask are answered in ``havoc``
            sort = wanted.sort
            place = InputPlace(wanted.location, wanted.source, wanted.name, wanted.type_name, sort)
            slot = self._slots.get(place)
            if slot is not None:
                return self._converted(self._answer(slot), sort)
        return super().fresh(state, wanted)

    def _memory(self, state: State, wanted: Wanted) -> Any:
        """Bytes of an object that ``make_symbolic`` fills; None if the table does not have all of them."""
        if not self._bytes:
            return None
        sort = wanted.sort
        place, number = self._object(state, wanted.group)
        values: list[int] = []
        for at in range((wanted.bits or sort.width) // 8):
            variable = self._bytes.get((place, number, wanted.offset + at))
            value = None if variable is None else self._values.get(variable)
            if value is None:
                return None
            values.append(value)
        if sort.kind != "array":
            return int.from_bytes(bytes(values), "little")
        element = sort.element
        size = 1 if element is None else element.width // 8
        whole = range(0, len(values) - size + 1, size)
        return T.array_value(sort, 0, {at: int.from_bytes(bytes(values[at : at + size]), "little") for at in whole})

    def _object(self, state: State, group: int) -> tuple[InputPlace, int]:
        found = self._objects.get(group)
        if found is None:
            asked: dict[InputPlace, int] = {}
            for number, unknown in enumerate(state.unknowns()):
                if unknown.variable is None:
                    place = InputPlace(unknown.location, unknown.source, unknown.name, unknown.type_name, T.bv_sort(8))
                    asked[place] = asked.get(place, 0) + 1
                    self._objects[number] = place, asked[place]
            found = self._objects[group]
        return found
