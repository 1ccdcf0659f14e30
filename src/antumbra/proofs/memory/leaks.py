"""Heap objects that are not freed, or lost, when an execution ends."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program.model import Region
from antumbra.program.source import Location
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.memory.addresses import by_form
from antumbra.proofs.memory.pointers import pointers_of
from antumbra.proofs.state import Object, State
from antumbra.terms import Term


class Leaks:
    """Asks for leaks where the question does."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def at_return(self, state: State) -> None:
        """The entry procedure has returned."""
        checks = self._judge.question.checks
        if "valid-memcleanup" in checks:
            for item in _heap(state):
                message = "a heap object is never freed"
                self._judge.demand(state, T.not_(item.alive), "valid-memcleanup", message, None)
            if state.segments:
                self._judge.demand(state, T.FALSE, "valid-memcleanup", "heap objects are never freed", None)
        if "valid-memtrack" in checks:
            if state.segments:
                from antumbra.proofs.shapes.pointing import kept

                if not kept(state):
                    raise NotUnderstood("a list may be lost")
                return
            for number, lost in self._lost(state).items():
                message = f"heap object {state.objects[number].name} is lost"
                self._judge.demand(state, T.not_(lost), "valid-memtrack", message, None)

    def at_exit(self, state: State, location: Location | None) -> None:
        """The execution ends while procedures are active: what only they point to is not lost."""
        if "valid-memcleanup" in self._judge.question.checks:
            self.at_return(state)
        elif "valid-memtrack" in self._judge.question.checks and (
            state.segments or any(self._judge.possible(state, lost) for lost in self._lost(state).values())
        ):
            raise NotUnderstood("leaks at exit()", location)

    def _lost(self, state: State) -> dict[int, Term]:
        """For each heap object whether it lives and no static object or global variable leads to it."""
        heap = {item.number: item for item in _heap(state)}
        if not heap:
            return {}
        world = self._judge.world
        edges: list[tuple[Term, int, int]] = []
        for item in state.objects.values():
            if item.region in (Region.GLOBAL, Region.HEAP):
                for value, _ in pointers_of(item, world):
                    edges += [(T.and_(item.alive, guard), item.number, to) for guard, to in self._pointed(state, value)]
        roots = {item.number: T.TRUE for item in state.objects.values() if item.region is Region.GLOBAL}
        reached: dict[int, Term] = dict.fromkeys(heap, T.FALSE)
        for value in state.variables.values():
            if value.sort is world.pointer:
                for guard, to in self._pointed(state, value):
                    if to in reached:
                        reached[to] = T.or_(reached[to], guard)
        for _ in heap:
            for guard, source, to in edges:
                if to in reached:
                    there = roots.get(source, reached.get(source, T.FALSE))
                    reached[to] = T.or_(reached[to], T.and_(guard, there))
        return {number: T.and_(item.alive, T.not_(reached[number])) for number, item in heap.items()}

    def _pointed(self, state: State, value: Term) -> list[tuple[Term, int]]:
        formed = by_form(self._judge.world, state, value)
        if formed is not None:
            return [(t.guard, t.item.number) for t in formed if t.item is not None]
        if value.op is T.ITE:
            # one side may be bytes that nobody wrote
            choice, *sides = value.args
            guards = (choice, T.not_(choice))
            return [
                (T.and_(here, guard), to)
                for here, side in zip(guards, sides, strict=True)
                for guard, to in self._pointed(state, side)
            ]
        if any(v in self._judge.world.of_base for v in T.free_variables(value)):
            raise NotUnderstood("a pointer of unknown form, where lost objects are asked for")
        return []


def _heap(state: State) -> list[Object]:
    return [item for item in state.objects.values() if item.region is Region.HEAP and item.alive is not T.FALSE]
