"""The edges of systems as one function: where it is to go on is in memory, and why it has stopped is its result.

What it does is what :meth:`antumbra.engines.dash.testing.Tests.run_test` does, one step after the other. Beside each
variable it keeps whether its value depends on inputs: a step that reads none of those is the same for all inputs, and
nothing that symbolic execution need look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final

from antumbra import terms as T
from antumbra.engines.dash.native.expressions import DECLARATIONS, Expressions, words_of
from antumbra.engines.dash.native.layout import LOOK, RETURN, SAMPLE, STEP, Frame, Head, Layout, Row
from antumbra.engines.dash.systems.system import Edge, Kind, Place
from antumbra.terms import Term

_ONES: Final = (1 << 64) - 1


class Stop(IntEnum):
    """Why the code has stopped."""

    LIMIT = 0  #: of steps, of rows, of steps that depend on inputs
    ENDED = 1  #: the test is over
    INPUT = 2  #: an edge wants its inputs
    LEFT = 3  #: there is no code for what comes next
    DEEP = 4  #: no room for another frame


def text_of(layout: Layout) -> str:
    """The module, with its function ``run``."""
    return "\n".join((DECLARATIONS, _helpers(layout), *_Function(layout).lines))


class _Function:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.lines: list[str] = []
        self._names = 0
        self._labels = 0
        self._block = "start"
        self._exits: list[tuple[Stop, int, str]] = []
        #: the frame under way, in the block under way
        self._frame_at = ""
        self._frame = layout.frames[layout.places[0].procedure]
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

    # ------------------------------------------------------------ writing

    def _fresh(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def _label(self) -> str:
        self._labels += 1
        return f"b{self._labels}"

    def _put(self, text: str) -> None:
        self.lines.append("  " + text)

    def _do(self, text: str) -> str:
        name = self._fresh()
        self._put(f"{name} = {text}")
        return name

    def _begin(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self._block = label

    def _exit(self, why: Stop, position: int) -> None:
        self._exits.append((why, position, self._block))
        self._put("br label %exit")

    def _exit_if(self, condition: str, why: Stop, position: int) -> None:
        onward = self._label()
        self._exits.append((why, position, self._block))
        self._put(f"br i1 {condition}, label %exit, label %{onward}")
        self._begin(onward)

    def _word(self, at: int) -> str:
        return self._do(f"getelementptr i64, ptr %m, i64 {int(at)}")

    def _frame_word(self, at: int) -> str:
        return self._do(f"getelementptr i64, ptr {self._frame_at}, i64 {at}")

    def _load(self, address: str) -> str:
        return self._do(f"load i64, ptr {address}")

    def _head(self, word: Head) -> str:
        return self._load(self._word(word))

    def _set(self, address: str, value: str | int) -> None:
        self._put(f"store i64 {value}, ptr {address}")

    def _add(self, word: Head, number: int) -> str:
        """Add to a word of the header; its value before."""
        address = self._word(word)
        before = self._load(address)
        self._set(address, self._do(f"add i64 {before}, {number}"))
        return before

    def _find_frame(self) -> None:
        self._frame_at = self._do(f"getelementptr i64, ptr %m, i64 {self._head(Head.FRAME)}")

    # ------------------------------------------------------------ variables

    def _address(self, variable: Term) -> str:
        at = self._layout.globals.at.get(variable)
        return self._word(at) if at is not None else self._frame_word(self._frame.variables.at[variable])

    def _known(self, body: Expressions, terms: Iterable[Term]) -> None:
        """Load the variables of terms."""
        for term in terms:
            for part in T.subterms(term):
                if part.op is T.VAR and part not in body.values:
                    body.values[part] = body.load(part.sort, self._address(part))

    def _mask_words(self) -> list[str]:
        """Addresses of the bits of variables that depend on inputs: global ones first, then the frame's."""
        shared = [self._word(self._layout.globals_at + i) for i in range(self._layout.global_masks)]
        return shared + [self._frame_word(self._frame.tainted + i) for i in range(self._frame.masks)]

    def _masks(self, variables: Iterable[Term]) -> list[int]:
        """The bits of variables in those words."""
        variables = list(variables)
        shared = self._layout.globals.mask(variables)
        mine = self._frame.variables.mask(v for v in variables if v not in self._layout.globals.at)
        words = [shared >> 64 * i & _ONES for i in range(self._layout.global_masks)]
        return words + [mine >> 64 * i & _ONES for i in range(self._frame.masks)]

    def _any_tainted(self, taints: list[str], variables: Iterable[Term]) -> str | None:
        """Does one of the variables depend on inputs? None: there are none of them."""
        found: str | None = None
        for word, mask in zip(taints, self._masks(variables), strict=True):
            if mask:
                bits = self._do(f"and i64 {word}, {mask}")
                found = bits if found is None else self._do(f"or i64 {found}, {bits}")
        return None if found is None else self._do(f"icmp ne i64 {found}, 0")

    def _assigned(self, variables: Iterable[Term]) -> None:
        """The frame's variables that have a value now."""
        mask = self._frame.variables.mask(v for v in variables if v not in self._layout.globals.at)
        for i in range(self._frame.masks):
            bits = mask >> 64 * i & _ONES
            if bits:
                address = self._frame_word(self._frame.assigned + i)
                self._set(address, self._do(f"or i64 {self._load(address)}, {bits}"))

    # ------------------------------------------------------------ places

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
        cleared = [self._do(f"and i64 {w}, {m ^ _ONES}") if m else w for w, m in zip(taints, written, strict=True)]
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

    def _with_taint(
        self, words: list[str], taints: list[str], variable: Term, term: Term, inputs: Iterable[Term]
    ) -> list[str]:
        """The bits with that of a variable, if what it becomes depends on inputs."""
        used = T.free_variables(term)
        tainted = "true" if used & set(inputs) else self._any_tainted(taints, used)
        if tainted is None:
            return words
        found: list[str] = []
        for word, mask in zip(words, self._masks([variable]), strict=True):
            if mask:
                bit = self._do(f"select i1 {tainted}, i64 {mask}, i64 0")
                word = self._do(f"or i64 {word}, {bit}")
            found.append(word)
        return found

    def _relevant(self, flag: int, place: int, edge: Edge) -> None:
        """A step that depends on inputs."""
        numbers = f"i64 {flag}, i64 {place}, i64 {self._layout.edge_number[edge]}, i64 {self._frame.words}"
        self._put(f"call void @relevant(ptr %m, {numbers})")

    # ------------------------------------------------------------ calls

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
            word = str(rest >> 64 * i & _ONES)
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
                    word = self._do(f"and i64 {self._load(address)}, {mask ^ _ONES}")
                    if tainted is not None:
                        bit = self._do(f"select i1 {tainted}, i64 {mask}, i64 0")
                        word = self._do(f"or i64 {word}, {bit}")
                    self._set(address, word)
        self._assigned(t for t, _ in pairs)
        self._put(f"br label %p{layout.place_number[edge.target]}")


def _helpers(layout: Layout) -> str:
    """What the function calls. ``arrive``: a state is there; which are written is said in ``machine``."""

    def word(at: int | str) -> str:
        return f"getelementptr i64, ptr %m, i64 {at if isinstance(at, str) else int(at)}"

    return f"""\
declare i64 @llvm.ctlz.i64(i64, i1)

define private void @copy(ptr %from, ptr %to, i64 %n) {{
start:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i64 [0, %start], [%j, %loop]
  %a = getelementptr i64, ptr %from, i64 %i
  %b = getelementptr i64, ptr %to, i64 %i
  %x = load i64, ptr %a
  store i64 %x, ptr %b
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}

define private void @clear(ptr %to, i64 %n) {{
start:
  br label %loop
loop:
  %i = phi i64 [0, %start], [%j, %loop]
  %b = getelementptr i64, ptr %to, i64 %i
  store i64 0, ptr %b
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}

define private void @write(ptr %m, i64 %flags, i64 %place, i64 %edge, i64 %words) {{
start:
  %rows_at = {word(Head.ROWS)}
  %rows = load i64, ptr %rows_at
  %most_at = {word(Head.MOST_ROWS)}
  %most = load i64, ptr %most_at
  %full = icmp uge i64 %rows, %most
  br i1 %full, label %stop, label %room
room:
  %offset = mul i64 %rows, {layout.row_words}
  %begin = add i64 %offset, {layout.rows}
  %row = {word("%begin")}
  %edges_at = {word(Head.EDGES)}
  %edges = load i64, ptr %edges_at
  %depth_at = {word(Head.DEPTH)}
  %depth = load i64, ptr %depth_at
  store i64 %flags, ptr %row
  %r1 = getelementptr i64, ptr %row, i64 {int(Row.EDGES)}
  store i64 %edges, ptr %r1
  %r2 = getelementptr i64, ptr %row, i64 {int(Row.PLACE)}
  store i64 %place, ptr %r2
  %r3 = getelementptr i64, ptr %row, i64 {int(Row.DEPTH)}
  store i64 %depth, ptr %r3
  %r4 = getelementptr i64, ptr %row, i64 {int(Row.EDGE)}
  store i64 %edge, ptr %r4
  %r5 = getelementptr i64, ptr %row, i64 {len(Row)}
  %globals = {word(layout.globals_at)}
  call void @copy(ptr %globals, ptr %r5, i64 {layout.global_words})
  %r6 = getelementptr i64, ptr %row, i64 {len(Row) + layout.global_words}
  %frame_at = {word(Head.FRAME)}
  %frame = load i64, ptr %frame_at
  %from = {word("%frame")}
  call void @copy(ptr %from, ptr %r6, i64 %words)
  %now = add i64 %rows, 1
  store i64 %now, ptr %rows_at
  ; a step writes at most two
  %soon = add i64 %now, 2
  %last = icmp ugt i64 %soon, %most
  br i1 %last, label %stop, label %done
stop:
  %limit_at = {word(Head.LIMIT)}
  store i64 0, ptr %limit_at
  br label %done
done:
  ret void
}}

define private void @relevant(ptr %m, i64 %flags, i64 %place, i64 %edge, i64 %words) {{
start:
  %count_at = {word(Head.RELEVANT)}
  %before = load i64, ptr %count_at
  %count = add i64 %before, 1
  store i64 %count, ptr %count_at
  %most_at = {word(Head.MOST_RELEVANT)}
  %most = load i64, ptr %most_at
  %many = icmp uge i64 %count, %most
  br i1 %many, label %stop, label %look
stop:
  %limit_at = {word(Head.LIMIT)}
  store i64 0, ptr %limit_at
  br label %look
look:
  %recording_at = {word(Head.RECORDING)}
  %recording = load i64, ptr %recording_at
  %wanted = icmp ne i64 %recording, 0
  br i1 %wanted, label %record, label %done
record:
  call void @write(ptr %m, i64 %flags, i64 %place, i64 %edge, i64 %words)
  br label %done
done:
  ret void
}}

define private void @arrive(ptr %m, i64 %place, i64 %words) {{
start:
  %edges_at = {word(Head.EDGES)}
  %edges = load i64, ptr %edges_at
  %arrived_at = {word(Head.ARRIVED)}
  store i64 %edges, ptr %arrived_at
  %muted_at = {word(Head.MUTED)}
  %muted = load i64, ptr %muted_at
  %loud = icmp ugt i64 %edges, %muted
  %sample_i = add i64 %place, {layout.samples}
  %sample_at = {word("%sample_i")}
  %left = load i64, ptr %sample_at
  %some = icmp ne i64 %left, 0
  %sampled = and i1 %loud, %some
  %less = zext i1 %sampled to i64
  %rest = sub i64 %left, %less
  store i64 %rest, ptr %sample_at
  %flag = select i1 %sampled, i64 {SAMPLE}, i64 0
  %depth_at = {word(Head.DEPTH)}
  %depth = load i64, ptr %depth_at
  %bottom = icmp eq i64 %depth, 0
  br i1 %bottom, label %state, label %end
state:
  %states_at = {word(Head.STATES)}
  %states = load i64, ptr %states_at
  %states_now = add i64 %states, 1
  store i64 %states_now, ptr %states_at
  %visit_i = add i64 %place, {layout.visits}
  %visit_at = {word("%visit_i")}
  %visits = load i64, ptr %visit_at
  %visit = add i64 %visits, 1
  store i64 %visit, ptr %visit_at
  %dense_at = {word(Head.DENSE)}
  %dense_to = load i64, ptr %dense_at
  %dense = icmp ule i64 %edges, %dense_to
  %zeros = call i64 @llvm.ctlz.i64(i64 %visit, i1 false)
  %few = icmp uge i64 %zeros, 57
  %shift = select i1 %few, i64 57, i64 %zeros
  %size = sub i64 57, %shift
  %unit = shl i64 1, %size
  %mask = sub i64 %unit, 1
  %lost = and i64 %visit, %mask
  %round = icmp eq i64 %lost, 0
  %chosen = or i1 %dense, %round
  %look_i = add i64 %place, {layout.looks}
  %look_at = {word("%look_i")}
  %looks = load i64, ptr %look_at
  %looked = icmp ne i64 %looks, 0
  %seen = and i1 %chosen, %looked
  %after_at = {word(Head.WANTED_AFTER)}
  %after = load i64, ptr %after_at
  %later = icmp ugt i64 %edges, %after
  %wanted_at = {word(Head.WANTED_PLACE)}
  %wanted = load i64, ptr %wanted_at
  %there = icmp eq i64 %wanted, %place
  %sent = and i1 %later, %there
  %none = select i1 %sent, i64 -1, i64 %wanted
  store i64 %none, ptr %wanted_at
  %show = or i1 %seen, %sent
  %shown = and i1 %show, %loud
  %both = or i64 %flag, {LOOK}
  %flags_state = select i1 %shown, i64 %both, i64 %flag
  br i1 %loud, label %last, label %end
last:
  %offset = mul i64 %place, {layout.last_words}
  %begin = add i64 %offset, {layout.lasts}
  %row = {word("%begin")}
  store i64 %edges, ptr %row
  %r1 = getelementptr i64, ptr %row, i64 1
  %globals = {word(layout.globals_at)}
  call void @copy(ptr %globals, ptr %r1, i64 {layout.global_words})
  %r2 = getelementptr i64, ptr %row, i64 {1 + layout.global_words}
  %frame_at = {word(Head.FRAME)}
  %frame = load i64, ptr %frame_at
  %from = {word("%frame")}
  call void @copy(ptr %from, ptr %r2, i64 %words)
  br label %end
end:
  %flags = phi i64 [%flag, %start], [%flags_state, %state], [%flags_state, %last]
  %nothing = icmp eq i64 %flags, 0
  br i1 %nothing, label %done, label %tell
tell:
  call void @write(ptr %m, i64 %flags, i64 %place, i64 -1, i64 %words)
  br label %done
done:
  ret void
}}
"""
