"""The code that finds the successors of a state: for one range of the input after the other.

A state is a row of words: where the program asks, and the variables that it needs behind that. The code takes the
first value that was not looked at and computes with it; each comparison of the input shortens the range that this value
stands for; behind the end of the range it begins again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final

from antumbra import terms as T
from antumbra.engines.enumerating.flow import Dependences, Flow
from antumbra.engines.enumerating.narrowing import Compared, Dependence, Narrowing, Whole
from antumbra.engines.enumerating.shape import Ask, Cases, Choice, Enter, Jump, Leave, NotFit, Over, Segment
from antumbra.program import model as P
from antumbra.records import dataclass
from antumbra.terms import Sort, Term
from antumbra.terms.native.expressions import Expressions, is_translated, type_of
from antumbra.terms.native.rows import Answer, Head, load, probing, rows_functions, visiting

#: bits of a row that say where the program asks
SITE_BITS: Final = 16
#: ranges of one state's input, beyond which values are too many to be looked at one by one
MOST_RANGES: Final = 1 << 13
#: rounds of loops between two inputs
MOST_ROUNDS: Final = 1 << 22
#: bits of a variable
WIDEST: Final = 64
#: widths of a machine's words
_NATURAL: Final = frozenset({8, 16, 32, 64})
#: longer than any range
_FAR: Final = 1 << 40


class Word(IntEnum):
    """Of the memory, before events (two words each) and variables (one word each)."""

    VALUE = 0  #: of the input
    LAST = 1  #: of its range
    CURRENT = 2  #: where the next range begins, unless FRESH
    FRESH = 3
    ROUNDS = 4
    RANGES = 5
    LEFT = 6  #: ranges until Python has a look
    NEWS = 7  #: an event was met for the first time
    PROBLEM = 8  #: why it gave up: one of the problems, plus one
    RUNS = 9


_TOO_MANY: Final = "a state has too many inputs that it tells apart"
_NO_END: Final = "too many rounds between two inputs"


@dataclass(frozen=True, slots=True)
class Field:
    """Where in a row a variable is."""

    slot: int
    word: int
    shift: int
    width: int


@dataclass(frozen=True, slots=True)
class Site:
    """Where states wait: the program asks (or begins: ``ask`` is None), by a segment."""

    segment: int
    ask: Ask | None
    to: int
    fields: tuple[Field, ...]
    lowest: int
    highest: int


class Layout:
    """Rows and memory. Raises NotFit."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        shape, needed = flow.shape, flow.needed
        entry = shape.first[shape.program.entry]
        for number in _bits(needed[entry]):
            slot = flow.slots[number]
            if slot.procedure or slot.variable is None or shape.program.variables[slot.variable] is None:
                raise NotFit("a variable without a value at the entry")
        self.sites = [Site(-1, None, entry, (), 0, 0)]
        self.site_of: dict[int, int] = {}
        for number, segment in enumerate(shape.segments):
            if isinstance(segment.end, Ask) and flow.dependences[number] is not None:
                self.site_of[number] = len(self.sites)
                self.sites.append(self._site(number, segment, segment.end))
        if len(self.sites) >= 1 << SITE_BITS:
            raise NotFit("too many inputs")
        self.words = max(1 + max((f.word for f in site.fields), default=0) for site in self.sites)
        self.events = len(Word)
        self.variables = self.events + 2 * len(shape.events)
        self.size = self.variables + len(flow.slots)

    def sort(self, slot: int) -> Sort:
        variable = self.flow.slots[slot].variable
        return T.bv(0, 32).sort if variable is None else variable.sort

    def _site(self, number: int, segment: Segment, ask: Ask) -> Site:
        name = segment.place[0]
        target = ask.unknown.target
        needed = self.flow.needed[ask.to] & ~self.flow.bit(name, target)
        word, shift = 0, SITE_BITS
        fields: list[Field] = []
        for slot in _bits(needed):
            sort = self.sort(slot)
            width = _width(sort)
            if shift + width > 64:
                word, shift = word + 1, 0
            fields.append(Field(slot, word, shift, width))
            shift += width
        lowest = highest = 0
        if self.flow.wanted(name, ask):
            half = 0 if target.sort is T.BOOL else 1 << target.sort.width - 1
            lowest, highest = (-half, half - 1) if half else (0, 1)
        return Site(number, ask, ask.to, tuple(fields), lowest, highest)


def _width(sort: Sort) -> int:
    if sort is T.BOOL:
        return 1
    if sort.kind != "bv" or sort.width > WIDEST:
        raise NotFit(f"a variable of sort {sort}")
    return sort.width


def _bits(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def code_of(layout: Layout) -> tuple[str, list[str]]:
    """The module; and the problems for which it may give up. Raises NotFit."""
    writer = _Writer(layout)
    words = layout.words
    text = "\n".join((probing(words), visiting(words, 0), _shortening(), writer.text(), rows_functions(words)))
    return text, writer.problems


class _Writer:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._flow = layout.flow
        self._shape = layout.flow.shape
        self._dependences = layout.flow.dependences
        self._needed = layout.flow.needed
        self.problems: list[str] = []
        self._lines: list[str] = []
        self._names = 0
        #: of the segment under way
        self._name = ""
        self._now = Dependences()
        self._known: Expressions = Expressions(self._lines, self._fresh, {})

    # ------------------------------------------------------------ instructions

    def _fresh(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def _put(self, text: str) -> None:
        self._lines.append("  " + text)

    def _do(self, text: str) -> str:
        name = self._fresh()
        self._put(f"{name} = {text}")
        return name

    def _begin(self, label: str) -> None:
        self._lines.append(f"{label}:")

    def _label(self) -> str:
        self._names += 1
        return f"b{self._names}"

    @staticmethod
    def _word(number: int) -> str:
        return f"getelementptr (i64, ptr @memory, i64 {number})"

    def _get(self, word: int) -> str:
        return self._do(f"load i64, ptr {self._word(word)}")

    def _set(self, word: int, value: str | int) -> None:
        self._put(f"store i64 {value}, ptr {self._word(word)}")

    def _give_up(self, why: str) -> None:
        if why not in self.problems:
            self.problems.append(why)
        self._set(Word.PROBLEM, self.problems.index(why) + 1)
        self._put(f"ret i64 {int(Answer.VIOLATED)}")

    # ------------------------------------------------------------ the function

    def text(self) -> str:
        self._lines += [
            f"@memory = internal global [{self._layout.size} x i64] zeroinitializer",
            "define i64 @where(ptr %h) {",
            "  ret i64 ptrtoint (ptr @memory to i64)",
            "}",
            "define i64 @run(ptr %h) {",
            "start:",
        ]
        self._put("%highest = alloca i64")
        self._put("br label %look")
        self._look()
        for number in range(len(self._layout.sites)):
            self._resume(number)
        for number, segment in enumerate(self._shape.segments):
            now = self._dependences[number]
            if now is not None and not _empty(segment):
                self._segment(number, segment, now)
        self._lines.append("}")
        return "\n".join(self._lines)

    def _look(self) -> None:
        self._begin("look")
        self._lines += load("next", Head.NEXT).split("\n")
        self._lines += load("count", Head.COUNT).split("\n")
        self._lines += load("full", Head.FULL).split("\n")
        for condition, answer in (
            ("icmp uge i64 %next, %count", Answer.DONE),
            ("icmp ugt i64 %count, %full", Answer.ROOM),
            (f"icmp eq i64 {self._get(Word.LEFT)}, 0", Answer.PAUSED),
        ):
            yes, no = self._label(), self._label()
            self._put(f"br i1 {self._do(condition)}, label %{yes}, label %{no}")
            self._begin(yes)
            self._put(f"ret i64 {int(answer)}")
            self._begin(no)
        self._set(Word.LEFT, self._do(f"sub i64 {self._get(Word.LEFT)}, 1"))
        self._set(Word.RUNS, self._do(f"add i64 {self._get(Word.RUNS)}, 1"))
        self._set(Word.ROUNDS, 0)
        self._lines += load("states", Head.STATES, "ptr").split("\n")
        self._put(f"%offset = mul i64 %next, {self._layout.words}")
        self._put("%row = getelementptr i64, ptr %states, i64 %offset")
        for k in range(self._layout.words):
            self._put(f"%r{k} = getelementptr i64, ptr %row, i64 {k}")
            self._put(f"%row{k} = load i64, ptr %r{k}")
        site = self._do(f"and i64 %row0, {(1 << SITE_BITS) - 1}")
        cases = " ".join(f"i64 {k}, label %from{k}" for k in range(len(self._layout.sites)))
        self._put(f"switch i64 {site}, label %from0 [{cases}]")
        self._begin("over")
        last = self._get(Word.LAST)
        more, done = self._label(), self._label()
        end = self._do("load i64, ptr %highest")
        self._put(f"br i1 {self._do(f'icmp slt i64 {last}, {end}')}, label %{more}, label %{done}")
        self._begin(more)
        self._set(Word.CURRENT, self._do(f"add i64 {last}, 1"))
        ranges = self._do(f"add i64 {self._get(Word.RANGES)}, 1")
        self._set(Word.RANGES, ranges)
        many, few = self._label(), self._label()
        self._put(f"br i1 {self._do(f'icmp ugt i64 {ranges}, {MOST_RANGES}')}, label %{many}, label %{few}")
        self._begin(many)
        self._give_up(_TOO_MANY)
        self._begin(done)
        self._set(Word.FRESH, 1)
        self._set(Word.RANGES, 0)
        self._put(f"store i64 {self._do('add i64 %next, 1')}, ptr %next.at")
        self._put(f"br label %{few}")
        self._begin(few)
        news = self._label()
        self._put(f"br i1 {self._do(f'icmp ne i64 {self._get(Word.NEWS)}, 0')}, label %{news}, label %look")
        self._begin(news)
        self._put(f"ret i64 {int(Answer.VIOLATED)}")

    def _resume(self, number: int) -> None:
        """Variables from a row, and the input that is looked at."""
        layout, site = self._layout, self._layout.sites[number]
        self._begin(f"from{number}")
        fresh = self._do(f"icmp ne i64 {self._get(Word.FRESH)}, 0")
        value = self._do(f"select i1 {fresh}, i64 {site.lowest}, i64 {self._get(Word.CURRENT)}")
        self._set(Word.FRESH, 0)
        self._set(Word.VALUE, value)
        self._set(Word.LAST, site.highest)
        self._put(f"store i64 {site.highest}, ptr %highest")
        for field in site.fields:
            found = f"%row{field.word}"
            if field.shift:
                found = self._do(f"lshr i64 {found}, {field.shift}")
            if field.shift + field.width < 64:
                found = self._do(f"and i64 {found}, {(1 << field.width) - 1}")
            self._set(layout.variables + field.slot, found)
        if site.ask is None:
            for slot in _bits(self._needed[site.to]):
                self._set(layout.variables + slot, self._initial(slot))
        elif site.lowest != site.highest:
            name = self._shape.segments[site.segment].place[0]
            target = site.ask.unknown.target
            bits = self._do(f"and i64 {value}, {(1 << _width(target.sort)) - 1}")
            self._set(layout.variables + self._flow.number(name, target), bits)
        self._put(f"br label %{self._to(site.to)}")

    def _initial(self, slot: int) -> int:
        variable = self._flow.slots[slot].variable
        value = None if variable is None else self._shape.program.variables[variable]
        if value is None or T.free_variables(value):
            raise NotFit("a variable without a value at the entry")
        return int(T.evaluate(value, {}))

    # ------------------------------------------------------------ segments

    def _to(self, number: int) -> str:
        """The label of a segment, or of what it only leads to."""
        segments = self._shape.segments
        while _empty(segments[number]) and isinstance(end := segments[number].end, Jump):
            number = end.to
        return f"s{number}"

    def _segment(self, number: int, segment: Segment, now: Dependences) -> None:
        flow = self._flow
        self._name, self._now = segment.place[0], now
        self._known = Expressions(self._lines, self._fresh, {})
        self._begin(f"s{number}")
        if segment.round:
            self._count_round()
        for event in segment.events:
            self._met(event)
        after = flow.at_end(segment, self._needed)
        needed = [after]
        for command in reversed(segment.commands):
            needed.append(flow.before(self._name, command, needed[-1]))
        needed.reverse()
        written: dict[Term, None] = {}
        for place, command in enumerate(segment.commands):
            self._command(command, needed[place + 1], written)
        if isinstance(segment.end, Jump | Choice | Cases):
            after = 0
            for to in flow.following(segment):
                after |= self._needed[to]
        for variable in written:
            if after & flow.bit(self._name, variable):
                self._store(self._name, variable, self._known.value(variable))
        self._end(number, segment, after)

    def _count_round(self) -> None:
        rounds = self._do(f"add i64 {self._get(Word.ROUNDS)}, 1")
        self._set(Word.ROUNDS, rounds)
        many, few = self._label(), self._label()
        self._put(f"br i1 {self._do(f'icmp ugt i64 {rounds}, {MOST_ROUNDS}')}, label %{many}, label %{few}")
        self._begin(many)
        self._give_up(_NO_END)
        self._begin(few)

    def _met(self, event: int) -> None:
        """The first time, keep the state and the input."""
        at = self._layout.events + 2 * event
        first, onward = self._label(), self._label()
        self._put(f"br i1 {self._do(f'icmp eq i64 {self._get(at)}, 0')}, label %{first}, label %{onward}")
        self._begin(first)
        self._set(at, self._do("add i64 %next, 1"))
        self._set(at + 1, self._get(Word.VALUE))
        self._set(Word.NEWS, 1)
        self._put(f"br label %{onward}")
        self._begin(onward)

    def _command(self, command: P.Command, after: int, written: dict[Term, None]) -> None:
        flow = self._flow
        match command:
            case P.Assign(targets, values):
                wanted = [(t, v) for t, v in zip(targets, values, strict=True) if after & flow.bit(self._name, t)]
                names = [(t, self._computed(v)) for t, v in wanted]
                self._now = flow.after_command(self._name, command, self._now)
                if not self._known.values.keys().isdisjoint(targets):
                    kept = {v: n for v, n in self._known.values.items() if v.op is T.VAR and v not in targets}
                    self._known = Expressions(self._lines, self._fresh, kept)
                self._known.values.update(names)
                written.update((t, None) for t, _ in names)
            case P.Assume(condition):
                holds = self._decided(condition)
                onward = self._label()
                self._put(f"br i1 {holds}, label %{onward}, label %over")
                self._begin(onward)
            case P.Assert() if flow.matters(command):
                holds = self._decided(command.condition)
                onward, fails = self._label(), self._label()
                self._put(f"br i1 {holds}, label %{onward}, label %{fails}")
                self._begin(fails)
                event = self._shape.asserted[id(command)]
                if event is None:
                    self._give_up(f"undefined behaviour ({command.check})")
                else:
                    self._met(event)
                    self._put("br label %over")
                self._begin(onward)
            case _:
                pass

    def _end(self, number: int, segment: Segment, after: int) -> None:
        end = segment.end
        match end:
            case Jump(to):
                self._put(f"br label %{self._to(to)}")
            case Choice(condition, then, otherwise):
                holds = self._decided(condition)
                self._put(f"br i1 {holds}, label %{self._to(then)}, label %{self._to(otherwise)}")
            case Cases(value, cases, default):
                self._cases(value, cases, default)
            case Ask():
                self._asks(self._layout.site_of[number], after)
            case Enter():
                self._enters(end)
            case Leave(values):
                self._leaves(values)
            case Over(why):
                if why:
                    self._give_up(why)
                else:
                    self._put("br label %over")

    def _cases(self, value: Term, cases: Sequence[tuple[int, int]], default: int) -> None:
        if self._flow.use(self._name, value, self._now).dependence is Dependence.FOLLOWS:
            for constant, _ in cases:
                self._decided(T.eq(value, T.const(constant, value.sort)))
            found = self._value(value)
        else:
            found = self._decided(value)
        kind = type_of(value.sort)
        listed = " ".join(f"{kind} {constant}, label %{self._to(to)}" for constant, to in cases)
        self._put(f"switch {kind} {found}, label %{self._to(default)} [{listed}]")

    def _asks(self, number: int, after: int) -> None:
        """A state: its row, from what is known of it."""
        if after & (self._now.follow | self._now.other):
            self._only_this()
        site = self._layout.sites[number]
        words: list[str] = [str(number)] + ["0"] * (self._layout.words - 1)
        for field in site.fields:
            found = self._get(self._layout.variables + field.slot)
            if field.shift:
                found = self._do(f"shl i64 {found}, {field.shift}")
            words[field.word] = self._do(f"or i64 {words[field.word]}, {found}")
        value = self._do(f"shl i64 {self._get(Word.VALUE)}, 32")
        link = self._do(f"or i64 %next, {value}")
        self._put(f"call void @visit(ptr %h, {', '.join(f'i64 {w}' for w in words)}, i64 {link})")
        self._put("br label %over")

    def _enters(self, enter: Enter) -> None:
        inside = self._needed[self._shape.first[enter.callee]]
        parameters = self._shape.program.procedures[enter.callee].parameters
        pairs = zip(parameters, enter.call.arguments, strict=True)
        wanted = [(p, a) for p, a in pairs if inside & self._flow.bit(enter.callee, p)]
        values = [(p, self._computed(a)) for p, a in wanted]
        for parameter, value in values:
            self._store(enter.callee, parameter, value)
        self._set(self._layout.variables + self._flow.number(enter.callee, None), enter.site)
        self._put(f"br label %{self._to(self._shape.first[enter.callee])}")

    def _leaves(self, values: Sequence[Term]) -> None:
        sites = self._shape.calls.get(self._name, ())
        if not sites:
            self._put("br label %over")
            return
        back = self._get(self._layout.variables + self._flow.number(self._name, None))
        listed = {site: self._label() for site in sites if self._dependences[self._flow.site(site)[1].to] is not None}
        cases = " ".join(f"i64 {site}, label %{label}" for site, label in listed.items())
        self._put(f"switch i64 {back}, label %over [{cases}]")
        known, name, now = self._known, self._name, self._now
        for site, label in listed.items():
            self._begin(label)
            self._known = Expressions(self._lines, self._fresh, known.values)
            caller, enter = self._flow.site(site)
            pairs = zip(enter.call.targets, values, strict=False)
            wanted = [(t, v) for t, v in pairs if self._needed[enter.to] & self._flow.bit(caller, t)]
            found = [(t, self._computed(v)) for t, v in wanted]
            for target, value in found:
                self._store(caller, target, value)
            self._put(f"br label %{self._to(enter.to)}")
        self._known, self._name, self._now = known, name, now

    # ------------------------------------------------------------ values

    def _variable(self, procedure: str, variable: Term) -> str:
        return self._word(self._layout.variables + self._flow.number(procedure, variable))

    def _store(self, procedure: str, variable: Term, value: str) -> None:
        """As a whole word, so that rows need not look at what is beside it."""
        if _width(variable.sort) == 64:
            self._put(f"store i64 {value}, ptr {self._variable(procedure, variable)}")
            return
        word = self._do(f"zext {type_of(variable.sort)} {value} to i64")
        self._put(f"store i64 {word}, ptr {self._variable(procedure, variable)}")

    def _loaded(self, variable: Term) -> str:
        address = self._variable(self._name, variable)
        width = _width(variable.sort)
        if width in _NATURAL:
            return self._do(f"load i{width}, ptr {address}")
        return self._do(f"trunc i64 {self._do(f'load i64, ptr {address}')} to {type_of(variable.sort)}")

    def _value(self, term: Term) -> str:
        if not is_translated(term):
            raise NotFit("an operation without machine code")
        for variable in sorted(T.free_variables(term), key=lambda v: str(v.data)):
            if variable not in self._known.values:
                self._known.values[variable] = self._loaded(variable)
        return self._known.value(term)

    def _computed(self, term: Term) -> str:
        """A value; the range of the input becomes so small that it depends on it in the way that is said of it."""
        for narrowing in self._flow.use(self._name, term, self._now).narrowings:
            self._narrow(narrowing)
        return self._value(term)

    def _decided(self, term: Term) -> str:
        """A value that is the same in the whole range."""
        found = self._computed(term)
        if self._flow.use(self._name, term, self._now).dependence is not Dependence.NONE:
            self._only_this()
        return found

    # ------------------------------------------------------------ ranges

    def _only_this(self) -> None:
        self._set(Word.LAST, self._get(Word.VALUE))

    def _narrow(self, narrowing: Narrowing) -> None:
        """What follows the input may grow by so much."""
        match narrowing:
            case Whole(term, signed):
                width = term.sort.width
                end = 1 << width - 1 if signed else 1 << width
                self._shorten("below", self._extended(term, signed=signed), str(end), width)
            case Compared(comparison, left):
                how = "equal"
                if comparison.op is not T.EQ:
                    # f < c, c <= f change where f comes to c; f <= c, c < f change behind c
                    how = "below" if (comparison.op in (T.BVULT, T.BVSLT)) == left else "upto"
                signed = narrowing.signed
                one = self._extended(narrowing.follows, signed=signed)
                other = self._extended(narrowing.other, signed=signed)
                self._shorten(how, one, other, narrowing.follows.sort.width)

    def _shorten(self, how: str, one: str, other: str, width: int) -> None:
        kind = _wide(width)
        self._put(f"call void @{how}.{kind}({kind} {one}, {kind} {other})")

    def _extended(self, term: Term, *, signed: bool) -> str:
        """Where differences have room."""
        width = term.sort.width
        value = self._value(term)
        if term.op is T.CONST:
            number = int(term.data)
            return str(number - (1 << width) if signed and number >> width - 1 else number)
        return self._do(f"{'sext' if signed else 'zext'} i{width} {value} to {_wide(width)}")


def _shortening() -> str:
    """How far the input may grow until something that follows it is, or passes, a number: the range ends there."""
    last = f"getelementptr (i64, ptr @memory, i64 {int(Word.LAST)})"
    value = f"getelementptr (i64, ptr @memory, i64 {int(Word.VALUE)})"
    parts: list[str] = []
    for kind in ("i64", "i128"):
        for how, test, room in (
            ("below", "sgt", "%before"),
            ("upto", "sge", "%ahead"),
            ("equal", "sgt", "%before"),
        ):
            beyond = str(_FAR)
            here = ""
            if how == "equal":
                here = f"  %here = icmp eq {kind} %ahead, 0\n  %far = select i1 %here, {kind} 0, {kind} {_FAR}\n"
                beyond = "%far"
            parts.append(f"""\
define internal void @{how}.{kind}({kind} %one, {kind} %other) {{
  %ahead = sub {kind} %other, %one
  %before = sub {kind} %ahead, 1
{here}  %more = icmp {test} {kind} %ahead, 0
  %room = select i1 %more, {kind} {room}, {kind} {beyond}
  %near = icmp slt {kind} %room, {_FAR}
  %length = select i1 %near, {kind} %room, {kind} {_FAR}
  %short = {"add i64 %length, 0" if kind == "i64" else "trunc i128 %length to i64"}
  %value = load i64, ptr {value}
  %end = add i64 %value, %short
  %last = load i64, ptr {last}
  %less = icmp slt i64 %end, %last
  br i1 %less, label %shorter, label %done
shorter:
  store i64 %end, ptr {last}
  br label %done
done:
  ret void
}}
""")
    return "\n".join(parts)


def _empty(segment: Segment) -> bool:
    """Does it only lead on? A loop that has no segment but such has one that counts rounds."""
    return isinstance(segment.end, Jump) and not segment.commands and not segment.events and not segment.round


def _wide(width: int) -> str:
    """Where differences of such numbers have room."""
    return "i64" if width <= 62 else "i128"
