"""Calls and returns: frames on a stack in memory."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.dash.native.layout import RETURN, STEP, Frame, Head
from antumbra.engines.dash.native.variables import ONES, Variables
from antumbra.engines.dash.native.writing import Stop
from antumbra.engines.dash.systems.system import Edge, Place
from antumbra.terms.native.expressions import Expressions


class Calls(Variables):
    """Writes what enters a procedure, and what leaves it."""

    def _call(self, edge: Edge, number: int, known: Expressions) -> None:
        if edge.call is None:
            raise ValueError("no call")
        layout, callee, caller = self._layout, self._layout.systems[edge.callee], self._frame
        arguments, parameters = edge.call.arguments, callee.procedure.parameters
        self._known(known, arguments)
        values = dict(zip(parameters, (known.value(a) for a in arguments), strict=True))
        taints = [self._load(a) for a in self._mask_words()]
        depends = {
            p: self._any_tainted(taints, T.free_variables(a)) for p, a in zip(parameters, arguments, strict=True)
        }
        new = self._do(f"add i64 {self._head(Head.FRAME)}, {caller.words}")
        self._exit_if(self._do(f"icmp ugt i64 {new}, {layout.stack_end}"), Stop.DEEP, number)
        relevant = self._any_tainted(taints, [v for a in arguments for v in T.free_variables(a)])
        self._relevant_if(relevant, STEP, number, edge)
        frame = layout.frames[edge.callee]
        self._enter(new, frame)
        self._set(self._frame_word(0), layout.edge_number[edge])
        self._assigned(parameters)
        # what has no value yet is no constant
        rest = frame.variables.mask(v for v in frame.variables.variables if v not in values)
        for i in range(frame.masks):
            word = str(rest >> 64 * i & ONES)
            for p, tainted in depends.items():
                place = frame.variables.number[p]
                if tainted is not None and place // 64 == i:
                    word = self._do(f"or i64 {word}, {self._bit(tainted, place % 64)}")
            self._set(self._frame_word(frame.tainted + i), word)
        for p, value in values.items():
            known.store(p.sort, value, self._address(p))
        for g, at in frame.ghosts.at.items():
            variable = self._layout.ghosts[edge.callee][g]
            known.store(g.sort, known.load(g.sort, self._address(variable)), self._frame_word(at))
        self._add(Head.DEPTH, 1)
        self._put(f"br label %p{layout.place_number[callee.entry]}")

    def _bit(self, condition: str, number: int) -> str:
        return self._do(f"select i1 {condition}, i64 {1 << number}, i64 0")

    def _enter(self, at: str, frame: Frame) -> None:
        """Another frame is the one under way, and empty."""
        self._set(self._word(Head.FRAME), at)
        self._frame = frame
        self._frame_at = self._do(f"getelementptr i64, ptr %m, i64 {at}")
        self._put(f"call void @clear(ptr {self._frame_at}, i64 {frame.words})")

    def _relevant_if(self, condition: str | None, flag: int, number: int, edge: Edge) -> None:
        if condition is None:
            return
        slow, done = self._label(), self._label()
        self._put(f"br i1 {condition}, label %{slow}, label %{done}")
        self._begin(slow)
        self._relevant(flag, number, edge)
        self._put(f"br label %{done}")
        self._begin(done)

    def _returns(self, place: Place, number: int) -> None:
        layout = self._layout
        self._exit_if(self._do(f"icmp eq i64 {self._head(Head.DEPTH)}, 0"), Stop.ENDED, number)
        callers = layout.callers(place.procedure) if place.procedure in layout.complete else []
        labels = [self._label() for _ in callers]
        cases = " ".join(
            f"i64 {layout.edge_number[e]}, label %{label}" for e, label in zip(callers, labels, strict=True)
        )
        edge = self._load(self._frame_word(0))
        self._put(f"switch i64 {edge}, label %nowhere [{cases}]")
        callee, frame_at = self._frame, self._frame_at
        for caller, label in zip(callers, labels, strict=True):
            self._begin(label)
            self._frame, self._frame_at = callee, frame_at
            self._return(caller, number)

    def _return(self, edge: Edge, number: int) -> None:
        if edge.call is None:
            raise ValueError("no call")
        layout = self._layout
        body = Expressions(self.lines, self._fresh, {})
        pairs = list(zip(edge.call.targets, layout.systems[edge.callee].results, strict=False))
        values = [body.load(r.sort, self._address(r)) for _, r in pairs]
        taints = [self._load(a) for a in self._mask_words()]
        depends = [self._any_tainted(taints, [r]) for _, r in pairs]
        self._relevant_if(self._any_tainted(taints, [r for _, r in pairs]), RETURN, number, edge)
        self._frame = layout.frames[edge.source.procedure]
        back = self._do(f"sub i64 {self._head(Head.FRAME)}, {self._frame.words}")
        self._set(self._word(Head.FRAME), back)
        self._frame_at = self._do(f"getelementptr i64, ptr %m, i64 {back}")
        self._add(Head.DEPTH, -1)
        for (target, _), value, tainted in zip(pairs, values, depends, strict=True):
            body.store(target.sort, value, self._address(target))
            for address, mask in zip(self._mask_words(), self._masks([target]), strict=True):
                if mask:
                    word = self._do(f"and i64 {self._load(address)}, {mask ^ ONES}")
                    if tainted is not None:
                        bit = self._do(f"select i1 {tainted}, i64 {mask}, i64 0")
                        word = self._do(f"or i64 {word}, {bit}")
                    self._set(address, word)
        self._assigned(t for t, _ in pairs)
        self._put(f"br label %p{layout.place_number[edge.target]}")
