"""The edges of systems as one function: where it is to go on is in memory, and why it has stopped is its result.

What it does is what :meth:`antumbra.engines.dash.testing.Tests.run_test` does, one step after the other. Beside each
variable it keeps whether its value depends on inputs: a step that reads none of those is the same for all inputs, and
nothing that symbolic execution need look at.
"""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.engines.dash.native.calls import Calls
from antumbra.engines.dash.native.helpers import helpers
from antumbra.engines.dash.native.layout import STEP, Head, Layout
from antumbra.engines.dash.native.variables import ONES
from antumbra.engines.dash.native.writing import Stop
from antumbra.engines.dash.systems.system import Edge, Kind, Place
from antumbra.terms import Term
from antumbra.terms.native.expressions import DECLARATIONS, Expressions, words_of


def text_of(layout: Layout) -> str:
    """The module, with its function ``run``."""
    return "\n".join((DECLARATIONS, helpers(layout), *_Function(layout).lines))


class _Function(Calls):
    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        resumed: list[tuple[int, str]] = [(i, f"t{i}") for i in range(len(layout.places))]
        resumed += [(len(layout.places) + i, f"i{i}") for i, e in enumerate(layout.edges) if self._asks(e)]
        self.lines += ["define i64 @run(ptr %m) {", "start:"]
        position = self._head(Head.POSITION)
        cases = " ".join(f"i64 {number}, label %{label}" for number, label in resumed)
        self._put(f"switch i64 {position}, label %nowhere [{cases}]")
        for place in layout.places:
            self._place(place)
        self._begin("nowhere")
        self._exit(Stop.LEFT, 0)
        self._begin("exit")
        for name, item in (("code", 0), ("position", 1)):
            self._put(f"%{name} = phi i64 " + ", ".join(f"[{int(e[item])}, %{e[2]}]" for e in self._exits))
        self._put(f"store i64 %position, ptr {self._word(Head.POSITION)}")
        self._put("ret i64 %code")
        self.lines.append("}")

    def _asks(self, edge: Edge) -> bool:
        return bool(edge.inputs) and edge.call is None and edge in self._layout.translated

    def _place(self, place: Place) -> None:
        layout = self._layout
        number = layout.place_number[place]
        self._frame = layout.frames[place.procedure]
        self._begin(f"p{number}")
        self._put(f"call void @arrive(ptr %m, i64 {number}, i64 {self._frame.words})")
        self._put(f"br label %t{number}")
        self._begin(f"t{number}")
        edges = self._head(Head.EDGES)
        self._exit_if(self._do(f"icmp uge i64 {edges}, {self._head(Head.LIMIT)}"), Stop.LIMIT, number)
        self._set(self._word(Head.EDGES), self._do(f"add i64 {edges}, 1"))
        self._find_frame()
        if place.kind is Kind.EXIT:
            self._returns(place, number)
        elif place.kind in (Kind.ERROR, Kind.CALLEE):
            self._exit(Stop.ENDED, number)
        else:
            self._outgoing(place, number)

    def _outgoing(self, place: Place, number: int) -> None:
        layout = self._layout
        known = Expressions(self.lines, self._fresh, {})
        for edge in place.outgoing:
            if edge.call is not None:
                if edge.target.kind is Kind.CALLEE:
                    continue
                if layout.calls(edge):
                    self._call(edge, number, known)
                else:
                    self._leave(number)
                return
            if edge not in layout.translated:
                self._leave(number)
                return
            other = self._label()
            if edge.inputs:
                early, late = edge.guards_by_inputs
                # asked for where an edge is tried, as in Python; the code goes on behind that
                self._unless(known, early, other)
                asked = self._asked(edge)
                self._unless(asked, late, other)
                self._taken(edge, number, asked)
                # two blocks lead on, and what one has computed the other has not
                known = Expressions(self.lines, self._fresh, {})
            else:
                self._unless(known, edge.guards, other)
                self._taken(edge, number, Expressions(self.lines, self._fresh, known.values))
            if not edge.guards:
                return
            self._begin(other)
            if edge.inputs:
                self._find_frame()
        self._exit(Stop.ENDED, number)

    def _unless(self, known: Expressions, guards: Sequence[Term], other: str) -> None:
        """Go elsewhere unless all guards hold."""
        self._known(known, guards)
        holds = ""
        for guard in guards:
            value = known.value(guard)
            holds = self._do(f"and i1 {holds}, {value}") if holds else value
        if holds:
            onward = self._label()
            self._put(f"br i1 {holds}, label %{onward}, label %{other}")
            self._begin(onward)

    def _leave(self, number: int) -> None:
        """Python goes on here, and counts the step again."""
        self._add(Head.EDGES, -1)
        self._exit(Stop.LEFT, number)

    def _asked(self, edge: Edge) -> Expressions:
        """The inputs of an edge."""
        layout = self._layout
        index = layout.edge_number[edge]
        self._exit(Stop.INPUT, len(layout.places) + index)
        self._begin(f"i{index}")
        self._find_frame()
        known = Expressions(self.lines, self._fresh, {})
        at = layout.inputs
        for given in edge.inputs:
            known.values[given.variable] = known.load(given.variable.sort, self._word(at))
            at += words_of(given.variable.sort)
        return known

    def _taken(self, edge: Edge, number: int, known: Expressions) -> None:
        inputs = {x.variable for x in edge.inputs}
        self._known(known, edge.updates.values())
        values = {v: known.value(t) for v, t in edge.updates.items()}
        read = [v for t in (*edge.guards, *edge.updates.values()) for v in T.free_variables(t) if v not in inputs]
        addresses = self._mask_words()
        taints = [self._load(a) for a in addresses]
        relevant = "true" if inputs else self._any_tainted(taints, read)
        written = self._masks(edge.updates)
        cleared = [self._do(f"and i64 {w}, {m ^ ONES}") if m else w for w, m in zip(taints, written, strict=True)]
        if relevant is not None:
            slow, fast, done = self._label(), self._block, self._label()
            self._put(f"br i1 {relevant}, label %{slow}, label %{done}")
            self._begin(slow)
            self._relevant(STEP, number, edge)
            found = list(cleared)
            for v, term in edge.updates.items():
                found = self._with_taint(found, taints, v, term, inputs)
            slow = self._block
            self._put(f"br label %{done}")
            self._begin(done)
            cleared = [
                self._do(f"phi i64 [{new}, %{slow}], [{old}, %{fast}]") for new, old in zip(found, cleared, strict=True)
            ]
        for address, word, mask in zip(addresses, cleared, written, strict=True):
            if mask:
                self._set(address, word)
        for v, value in values.items():
            known.store(v.sort, value, self._address(v))
        self._assigned(edge.updates)
        if inputs:
            self._add(Head.INPUTS, len(edge.inputs))
        self._put(f"br label %p{self._layout.place_number[edge.target]}")
