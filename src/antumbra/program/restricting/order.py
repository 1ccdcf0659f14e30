"""In which order a program asks for its inputs, as far as its control flow tells."""

from __future__ import annotations

from collections.abc import Container, Iterable

from antumbra.program import model as P
from antumbra.program.graphs.algorithms import depth_first
from antumbra.program.graphs.flow import FlowGraph
from antumbra.program.inputs import InputPlace, asked_at_start, place_of


class AskingOrder:
    """Of places that one procedure asks at, which runs at most once: of others no order is known."""

    def __init__(self, program: P.Program, places: Container[InputPlace]) -> None:
        self._first = {place for _, place in asked_at_start(program) if place in places}
        #: where a place is asked at, and in which procedure; None: in several
        self._at: dict[InputPlace, set[tuple[str, int]]] = {}
        self._in: dict[InputPlace, str | None] = {}
        for name, procedure in program.procedures.items():
            for label, block in procedure.blocks.items():
                for index, command in enumerate(block.commands):
                    if isinstance(command, P.Havoc | P.Builtin) and (place := place_of(command)) in places:
                        self._at.setdefault(place, set()).add((label, index))
                        self._in[place] = name if self._in.get(place, name) == name else None
        once = _at_most_once(program)
        self._flows = {name: FlowGraph(program.procedures[name]) for name in once & set(self._in.values())}
        self._after: dict[tuple[str, str], frozenset[str]] = {}
        self._answers: dict[tuple[InputPlace, InputPlace], bool] = {}

    def last(self, place: InputPlace, places: Iterable[InputPlace]) -> bool:
        """May a run ask at this place after it has asked at all the others?"""
        return all(other == place or self._may_follow(other, place) for other in places)

    def _may_follow(self, early: InputPlace, late: InputPlace) -> bool:
        found = self._answers.get((early, late))
        if found is None:
            found = self._answers[early, late] = self._reached(early, late)
        return found

    def _reached(self, early: InputPlace, late: InputPlace) -> bool:
        if late in self._first and late not in self._at:
            return early in self._first
        name = self._in.get(early)
        if name is None or name != self._in.get(late) or name not in self._flows:
            return True
        return early in self._first or any(
            label in self._from(name, before) or (label == before and index > start)
            for before, start in self._at[early]
            for label, index in self._at[late]
        )

    def _from(self, name: str, label: str) -> frozenset[str]:
        """Blocks that a run may come to once it has left this one."""
        found = self._after.get((name, label))
        if found is None:
            successors = self._flows[name].successors
            reached = {one for target in successors[label] for one in depth_first(target, successors)[0]}
            found = self._after[name, label] = frozenset(reached)
        return found


def _at_most_once(program: P.Program) -> set[str]:
    """Procedures that no run executes twice: each has one call, out of any loop, in such a procedure."""
    if program.functions:
        return set()  # whoever knows an address may call
    calls: dict[str, list[tuple[str, str]]] = {}
    for name, procedure in program.procedures.items():
        for label, block in procedure.blocks.items():
            for command in block.commands:
                if isinstance(command, P.Call) and isinstance(command.callee, str):
                    calls.setdefault(command.callee, []).append((name, label))
    found: set[str] = set()
    work = [program.entry] if program.entry not in calls else []
    while work:
        name = work.pop()
        found.add(name)
        flow = FlowGraph(program.procedures[name])
        looping = {label for part in flow.components if len(part) > 1 for label in part}
        looping |= {label for label, targets in flow.successors.items() if label in targets}
        for callee, places in calls.items():
            (caller, label), *others = places
            if not others and caller == name and label not in looping and callee in program.procedures:
                work.append(callee)
    return found
