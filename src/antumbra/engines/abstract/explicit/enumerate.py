"""Every reachable state of a finite system, breadth first: a shortest trace, or all states and their check."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from antumbra import terms as T
from antumbra.engines.abstract.checking.reached import Reached, confirm_reached
from antumbra.engines.abstract.explicit.functions import text_of
from antumbra.engines.abstract.explicit.layout import Layout, NotFinite, finite
from antumbra.engines.abstract.explicit.ordering import ordering, sorted_parts
from antumbra.engines.abstract.exploring.symmetry import Symmetry, find
from antumbra.engines.abstract.exploring.trace import Trace, replayed
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.records import dataclass, replace
from antumbra.solvers.backends.enumeration import Enumerator
from antumbra.terms import Term
from antumbra.terms.native.machine_code import Compiled, NoCode
from antumbra.terms.native.row_table import Table
from antumbra.terms.native.rows import Answer

#: states between two looks at limits
SLICE = 1 << 14
#: characters of code that LLVM compiles in some two seconds
MOST_TEXT = 3_000_000


@dataclass(frozen=True, slots=True)
class Found:
    """A trace to a violation; or none, and all states are known to be good: ``refuted`` says why they are not."""

    trace: Trace | None
    refuted: str | None = None


class Enumeration:
    """Of one system. Raises NotFinite, and NoCode where there is no machine code for it. ``tick`` may raise."""

    def __init__(
        self,
        system: TransitionSystem,
        tick: Callable[[], None],
        grows: Callable[[int], None],
        left: Callable[[], float | None],
        *,
        symmetry: bool,
    ) -> None:
        # everything is explicit here
        self._system = system = replace(system, control=(*system.control, *system.data), data=())
        self._layout: Layout = finite(system)
        self._tick = tick
        self._left = left
        self.symmetry: Symmetry | None = None
        if symmetry and system.origin.program.alike:
            self.symmetry = find(system, Enumerator(left))
        families = self.symmetry.families if self.symmetry is not None else ()
        self._orderings = [ordering(family) for family in families]
        text = text_of(system, self._layout, self._orderings)
        if len(text) > MOST_TEXT:
            raise NoCode("the program is too large")
        code = Compiled(text, ("enter", "find", "rehash"))
        self.table = Table(code, self._layout.words, len(system.transitions), grows)
        self._initial = self._first_states()
        self.table.enter([self._layout.packed(values) for _, values in self._initial])

    def _first_states(self) -> list[tuple[int, dict[Term, int]]]:
        found: list[tuple[int, dict[Term, int]]] = []
        for number, transition in enumerate(self._system.initial):
            if T.evaluate(transition.guard, {}):
                found.append((number, {v: int(T.evaluate(u, {})) for v, u in transition.updates.items()}))
        return found

    def run(self, states: int | None = None) -> Found | None:
        """Go on, for so many states; None if that was not enough."""
        end = None if states is None else self.table.next + states
        while True:
            self._tick()
            room = SLICE if end is None else min(SLICE, end - self.table.next)
            if room <= 0:
                return None
            match self.table.go_on(room):
                case Answer.VIOLATED:
                    return Found(self._trace(self.table.next))
                case Answer.DONE:
                    return Found(None, self._refuted())
                case _:
                    pass

    # ---------------------------------------------------------------- answers

    def _refuted(self) -> str | None:
        families = self.symmetry.families if self.symmetry is not None else ()
        fields = {v: (f.word * 64 + f.shift, f.width) for v, f in self._layout.fields.items()}
        reached = Reached(fields, self._layout.words, self.table.rows, self.table.find, families)
        return confirm_reached(self._system.origin, reached, self._tick, self._left)

    def _trace(self, number: int) -> Trace:
        """The way from an initial state, as transitions of the system, run again step by step."""
        way: list[int] = []
        at = number
        while (link := self.table.link(at)) is not None:
            at, transition = link
            way.append(transition)
        way.reverse()
        start = self._layout.values(self.table.row(at))
        first, values = next((n, v) for n, v in self._initial if sorted_parts(self._orderings, v)[0] == start)
        path = [first, *way] if self.symmetry is None else self._unfolded(self.symmetry, first, values, way)
        return replayed(self._system, path, [{} for _ in path])

    def _unfolded(self, symmetry: Symmetry, first: int, values: Mapping[Term, int], way: list[int]) -> list[int]:
        """The real transitions for a way between states that stand for others."""
        now, turn = sorted_parts(self._orderings, values)
        path = [(first, turn)]
        for number in way:
            updates = self._system.transitions[number].updates
            after = {**now, **{v: int(T.evaluate(u, _typed(now))) for v, u in updates.items()}}
            now, turn = sorted_parts(self._orderings, after)
            path.append((number, turn))
        return list(symmetry.unfolded(path))


def _typed(values: Mapping[Term, int]) -> dict[Term, int]:
    return {v: bool(x) if v.sort is T.BOOL else x for v, x in values.items()}


__all__ = ["Enumeration", "Found", "NoCode", "NotFinite"]
