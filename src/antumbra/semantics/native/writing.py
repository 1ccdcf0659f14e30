"""The function of a stretch, as LLVM text.

Variables are words of the function's array between two runs, and stack slots within one, which LLVM makes registers
of. The function begins at the head of a loop, or again before an access whose page is in the table now. It comes back
with a code (``Why``) and the place where execution goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from typing import Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.spacing import PAGE_BITS, overlap
from antumbra.program.widths import is_pointer
from antumbra.semantics.compiling.flow import defined, successors, used_terms
from antumbra.semantics.compiling.regions import Regions
from antumbra.semantics.native.stretches import Stretch, Translated
from antumbra.terms import Term
from antumbra.terms.native.expressions import DECLARATIONS, Expressions, has_type, type_of, words_of


class Why(IntEnum):
    """Why the function has come back."""

    LEFT = 0  #: Python goes on at the place
    FUEL = 1  #: as many commands as it was to execute, or a few more
    READ = 2  #: the page that is to be read is not in its table
    WRITE = 3  #: the same of one that is to be written


class Word(IntEnum):
    """The beginning of the array."""

    PLACE = 0  #: where to begin, then where it has stopped
    COMMANDS = 1  #: executed so far
    LIMIT = 2
    ADDRESS = 3  #: of the access whose page is wanted
    TABLES = 4  #: pages that may be read, then those that may be written


PAGE: Final = 1 << PAGE_BITS
#: entries of a table: the number of a page, and where its bytes are
ENTRIES: Final = 1024
TABLE_WORDS: Final = 2 * ENTRIES
#: spreads the numbers of pages over the table
FACTOR: Final = 0x9E3779B97F4A7C15
SHIFT: Final = 64 - ENTRIES.bit_length() + 1
#: where variables begin
VARIABLES: Final = Word.TABLES + 2 * TABLE_WORDS

#: what a byte is (``pages``): unwritten bytes of an object that begins as zeros, or of another one; a byte of no use
#: for the code; the first byte of a cell of a number or pointer, and those behind it
ZERO: Final = 0x00
UNKNOWN: Final = 0x40
CLOSED: Final = 0xFF
NUMBER: Final = 0x10
POINTER: Final = 0x20
#: closed bytes behind what is said of a page's bytes
EDGE: Final = 8
BEHIND: Final = 0x08


def marks(width: int) -> bytes:
    """What the bytes of a cell are."""
    kind = POINTER if is_pointer(width) else NUMBER
    return bytes([kind | BEHIND - 1 if int(width) == 8 else kind | int(width)]) + bytes([kind | BEHIND]) * (width - 1)


#: a place of a procedure: before a command of a block
Place = tuple[str, int]


class Text:
    """Writes the function. ``left``: variables that are not numbers where it is entered. ``covered``: numbers of the
    blocks that need not ask whether they were reached before."""

    def __init__(self, regions: Regions, stretch: Stretch, left: Collection[Term], covered: bytes | bytearray) -> None:
        self.regions = regions
        self.stretch = stretch
        self.shape = regions.shape(stretch.procedure)
        self.translated = Translated(self.shape, left)
        self._left = frozenset(left)
        self._blocks = self.shape.procedure.blocks
        self._inside = frozenset(stretch.blocks)
        #: where it may stop or begin; those where it may begin, with the label that goes on there
        self.places: list[Place] = []
        self._numbers: dict[Place, int] = {}
        self._begins: dict[int, str] = {}
        self._aways: dict[tuple[Why, Place], str] = {}
        self._lines: list[str] = []
        self._names = 0
        self._labels = 0
        #: global variables that it uses
        self.shared: tuple[Term, ...] = ()
        #: where a variable is in the array
        self.at: dict[Term, int] = {}
        self._slots: dict[Term, str] = {}
        self._words = VARIABLES
        #: of a block that nobody may have reached yet: the word that tells; and where entries are counted
        self.flags: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self._assign_words(covered)
        self.text = self._function()
        #: words of the array
        self.words = self._words

    # ------------------------------------------------------------ variables

    def _assign_words(self, covered: bytes | bytearray) -> None:
        regions, name = self.regions, self.stretch.procedure
        mentioned: dict[Term, None] = {}
        for label in self.stretch.blocks:
            block = self._blocks[label]
            for command in block.commands:
                mentioned.update(dict.fromkeys(defined(command)))
                for term in used_terms(command):
                    mentioned.update(dict.fromkeys(sorted(T.free_variables(term), key=lambda v: v.id)))
            for term in used_terms(block.terminator):
                mentioned.update(dict.fromkeys(sorted(T.free_variables(term), key=lambda v: v.id)))
        self.shared = tuple(v for v in mentioned if v in regions.global_index and self._is_kept(v))
        local = [v for v in mentioned if v not in regions.global_index and self._is_kept(v)]
        for v in (*self.shared, *local):
            self.at[v] = self._words
            self._slots[v] = f"%s{len(self._slots)}"
            self._words += words_of(v.sort)
        for label in self.stretch.blocks:
            number = regions.block_numbers[name, label]
            if not covered[number]:
                self.flags[label] = self._words
                self._words += 1
            if regions.profile:
                self.counts[label] = self._words
                self._words += 1

    def _is_kept(self, variable: Term) -> bool:
        return has_type(variable.sort) and variable not in self._left

    def live(self, place: Place) -> list[Term]:
        """The variables in the array that execution from a place on may need."""
        liveness = self.shape.liveness
        return [v for v in liveness.of(liveness.live_before(*place)) if v in self.at]

    # ------------------------------------------------------------ lines

    def _put(self, text: str) -> None:
        self._lines.append("  " + text)

    def _fresh(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def _do(self, text: str) -> str:
        name = self._fresh()
        self._put(f"{name} = {text}")
        return name

    def _label(self) -> str:
        self._labels += 1
        return f"l{self._labels}"

    def _begin(self, label: str) -> None:
        self._lines.append(f"{label}:")

    def _word(self, at: int) -> str:
        return self._do(f"getelementptr i64, ptr %m, i64 {int(at)}")

    def _place(self, place: Place) -> int:
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self.places)
            self.places.append(place)
        return number

    def _expressions(self, terms: Iterable[Term]) -> Expressions:
        """Values of terms at this point; their variables are read here."""
        known = Expressions(self._lines, self._fresh, {})
        for term in terms:
            for v in (term,) if term.op is T.VAR else sorted(T.free_variables(term), key=lambda v: v.id):
                if v not in known.values:
                    known.values[v] = self._do(f"load {type_of(v.sort)}, ptr {self._slots[v]}")
        return known

    def _value(self, term: Term) -> str:
        return self._expressions((term,)).value(term)

    def _assign(self, variable: Term, value: str) -> None:
        self._put(f"store {type_of(variable.sort)} {value}, ptr {self._slots[variable]}")

    # ------------------------------------------------------------ the function

    def _function(self) -> str:
        self._block_labels = {label: f"b{i}" for i, label in enumerate(self.stretch.blocks)}
        for head in self.stretch.heads:
            self._begins[self._place((head, 0))] = self._block_labels[head]
        for label in self.stretch.blocks:
            self._block(label)
        for (why, place), label in list(self._aways.items()):
            self._come_back(label, why, place)
        body, self._lines = self._lines, []
        for v, slot in self._slots.items():
            self._put(f"{slot} = alloca {type_of(v.sort)}")
        self._put("%n = alloca i64")
        self._put("%a = alloca i64")
        self._put("store i64 0, ptr %a")
        self._put(f"store i64 {self._read(Word.COMMANDS)}, ptr %n")
        self._put(f"%limit = load i64, ptr {self._word(Word.LIMIT)}")
        cases = " ".join(f"i64 {number}, label %r{number}" for number in self._begins)
        self._put(f"switch i64 {self._read(Word.PLACE)}, label %nowhere [{cases}]")
        self._begin("nowhere")
        self._put("unreachable")
        for number, label in self._begins.items():
            self._begin(f"r{number}")
            known = Expressions(self._lines, self._fresh, {})
            for v in (*self.shared, *self.live(self.places[number])):
                self._assign(v, known.load(v.sort, self._word(self.at[v])))
            self._put(f"br label %{label}")
        return "\n".join((DECLARATIONS, "define i64 @run(ptr noalias %m) {", "start:", *self._lines, *body, "}"))

    def _read(self, word: int) -> str:
        return self._do(f"load i64, ptr {self._word(word)}")

    def _away(self, why: Why, place: Place) -> str:
        """The label where the function comes back with a code and a place."""
        found = self._aways.get((why, place))
        if found is None:
            found = self._aways[why, place] = self._label()
        return found

    def _stop(self, why: Why, place: Place) -> None:
        self._put(f"br label %{self._away(why, place)}")

    def _stop_unless(self, condition: str, why: Why, place: Place) -> None:
        onward = self._label()
        self._put(f"br i1 {condition}, label %{onward}, label %{self._away(why, place)}")
        self._begin(onward)

    def _come_back(self, label: str, why: Why, place: Place) -> None:
        """Commands of the block under way are counted by who goes on."""
        self._begin(label)
        self._put(f"store i64 {self._place(place)}, ptr {self._word(Word.PLACE)}")
        for slot, word in (("%n", Word.COMMANDS), ("%a", Word.ADDRESS)):
            self._put(f"store i64 {self._do(f'load i64, ptr {slot}')}, ptr {self._word(word)}")
        known = Expressions(self._lines, self._fresh, {})
        for v in (*self.shared, *self.live(place)):
            value = self._do(f"load {type_of(v.sort)}, ptr {self._slots[v]}")
            known.store(v.sort, value, self._word(self.at[v]))
        self._put(f"ret i64 {int(why)}")

    def _block(self, label: str) -> None:
        block = self._blocks[label]
        self._begin(self._block_labels[label])
        if label in self.stretch.heads:
            count = self._do("load i64, ptr %n")
            self._stop_unless(self._do(f"icmp ult i64 {count}, %limit"), Why.FUEL, (label, 0))
        if label in self.flags:
            flag = self._read(self.flags[label])
            self._stop_unless(self._do(f"icmp ne i64 {flag}, 0"), Why.LEFT, (label, 0))
        for index in range(len(block.commands)):
            if not self.translated.command(block.commands, index):
                self._stop(Why.LEFT, (label, index))
                return
            self._command(block.commands, (label, index))
        end = (label, len(block.commands))
        if not self.translated.terminator(block.terminator):
            self._stop(Why.LEFT, end)
            return
        count = self._do("load i64, ptr %n")
        self._put(f"store i64 {self._do(f'add i64 {count}, {len(block.commands) + 1}')}, ptr %n")
        if label in self.counts:
            address = self._word(self.counts[label])
            entries = self._do(f"load i64, ptr {address}")
            self._put(f"store i64 {self._do(f'add i64 {entries}, 1')}, ptr {address}")
        self._go_on(block.terminator)

    def _go_on(self, terminator: P.Terminator) -> None:
        ways = {target: self._block_labels.get(target) or self._label() for target in successors(terminator)}
        match terminator:
            case P.Goto(targets=targets):
                self._put(f"br label %{ways[targets[0]]}")
            case P.Branch(condition=condition, then=then, otherwise=otherwise):
                self._put(f"br i1 {self._value(condition)}, label %{ways[then]}, label %{ways[otherwise]}")
            case P.Switch(value=value, cases=cases, default=default):
                kind = type_of(value.sort)
                listed = sorted(dict(reversed(cases)).items())
                text = " ".join(f"{kind} {int(case)}, label %{ways[target]}" for case, target in listed)
                self._put(f"switch {kind} {self._value(value)}, label %{ways[default]} [{text}]")
            case _:
                raise ValueError("not translated")
        for target, way in ways.items():
            if target not in self._inside:
                self._begin(way)
                self._stop(Why.LEFT, (target, 0))

    # ------------------------------------------------------------ commands

    def _command(self, commands: Sequence[P.Command], place: Place) -> None:
        command = commands[place[1]]
        match command:
            case P.Assign():
                self._assignment(commands, place, command)
            case P.Assume(condition=condition):
                self._holds(condition, place)
            case P.Assert(condition=condition):
                if command.check not in self.regions.skipped_checks:
                    self._holds(condition, place)
            case P.Load():
                at = self._access(place, command.address, command.width, write=False)
                self._assign(command.target, self._do(f"load i{8 * command.width}, ptr {at}, align 1"))
            case P.Store():
                at = self._access(place, command.address, command.width, write=True)
                self._put(f"store i{8 * command.width} {self._value(command.value)}, ptr {at}, align 1")
            case P.Builtin(name="stay", arguments=(old, new)):
                self._near(old, new, PAGE_BITS, place)
            case P.Builtin(name=name) if name in P.RELATIONS:
                self._relation(command, place)
            case P.Builtin(name=name, arguments=arguments) if name in P.OVERLAPS:
                self._assign(command.targets[0], self._value(overlap(name, *arguments)))
            case P.Havoc():
                pass  # bits of a NaN: made where there is one
            case _:
                raise ValueError("not translated")

    def _holds(self, condition: Term, place: Place) -> None:
        if condition is not T.TRUE:
            self._stop_unless(self._value(condition), Why.LEFT, place)

    def _assignment(self, commands: Sequence[P.Command], place: Place, command: P.Assign) -> None:
        values = command.values
        if self.translated.nan_before(commands, place[1]) is not None:
            is_nan, _, otherwise = values[0].args
            there_is_one = self._value(is_nan)
            # its unknown bits are the command before
            before = (place[0], place[1] - 1)
            self._stop_unless(self._do(f"xor i1 {there_is_one}, true"), Why.LEFT, before)
            values = (otherwise,)
        known = self._expressions(values)
        results = [known.value(value) for value in values]
        for target, result in zip(command.targets, results, strict=True):
            self._assign(target, result)

    def _near(self, left: Term, right: Term, bits: int, place: Place) -> tuple[str, str]:
        """Both values, where they agree above so many bits."""
        kind = type_of(left.sort)
        known = self._expressions((left, right))
        values = known.value(left), known.value(right)
        apart = self._do(f"lshr {kind} {self._do(f'xor {kind} {values[0]}, {values[1]}')}, {bits}")
        self._stop_unless(self._do(f"icmp eq {kind} {apart}, 0"), Why.LEFT, place)
        return values

    def _relation(self, command: P.Builtin, place: Place) -> None:
        left, right = command.arguments
        kind = type_of(left.sort)
        if command.name == "below":
            # far before its object a pointer may be more than one into it
            resumed = self._label()
            self._begins[self._place(place)] = resumed
            self._put(f"br label %{resumed}")
            self._begin(resumed)
        one, other = self._near(left, right, self.regions.window_bits, place)
        if command.name == "below":
            for value in (one, other):
                self._in_table(self._wide(left, value), place, write=False)
        match command.name:
            case "same_address":
                result = self._do(f"icmp eq {kind} {one}, {other}")
            case "below":
                result = self._do(f"icmp ult {kind} {one}, {other}")
            case _:
                result = self._do(f"sub {kind} {one}, {other}")
                width, target = left.width, command.targets[0].width
                if target < width:
                    result = self._do(f"trunc {kind} {result} to i{target}")
        self._assign(command.targets[0], result)

    # ------------------------------------------------------------ memory

    def _wide(self, term: Term, value: str) -> str:
        return value if term.width == 64 else self._do(f"zext {type_of(term.sort)} {value} to i64")

    def _in_table(self, address: str, place: Place, *, write: bool) -> str:
        """Where the entry of an address's page is; comes back where there is none."""
        page = self._do(f"lshr i64 {address}, {PAGE_BITS}")
        slot = self._do(f"lshr i64 {self._do(f'mul i64 {page}, {FACTOR}')}, {SHIFT}")
        at = self._do(f"shl i64 {slot}, 1")
        base = self._word(Word.TABLES + (TABLE_WORDS if write else 0))
        entry = self._do(f"getelementptr i64, ptr {base}, i64 {at}")
        found = self._do(f"load i64, ptr {entry}")
        self._put(f"store i64 {address}, ptr %a")
        self._stop_unless(self._do(f"icmp eq i64 {found}, {page}"), Why.WRITE if write else Why.READ, place)
        return entry

    def _access(self, place: Place, term: Term, width: int, *, write: bool) -> str:
        """Where the bytes of an access are; comes back unless they are a cell, or may become one. Of those that begin
        in the page and end behind it, one is closed."""
        size = int(width)
        resumed = self._label()
        self._begins[self._place(place)] = resumed
        self._put(f"br label %{resumed}")
        self._begin(resumed)
        address = self._wide(term, self._value(term))
        entry = self._in_table(address, place, write=write)
        offset = self._do(f"and i64 {address}, {PAGE - 1}")
        host = self._do(f"load ptr, ptr {self._do(f'getelementptr i64, ptr {entry}, i64 1')}")
        at = self._do(f"getelementptr i8, ptr {host}, i64 {offset}")
        beside = self._do(f"getelementptr i8, ptr {at}, i64 {PAGE}")
        kind = f"i{8 * size}"
        found = self._do(f"load {kind}, ptr {beside}, align 1")
        cell = int.from_bytes(marks(width), "little")
        other, done = self._label(), self._label()
        self._put(f"br i1 {self._do(f'icmp eq {kind} {found}, {cell}')}, label %{done}, label %{other}")
        self._begin(other)
        zero = self._do(f"icmp eq {kind} {found}, {int.from_bytes(bytes([ZERO]) * size, 'little')}")
        if write:
            unknown = self._do(f"icmp eq {kind} {found}, {int.from_bytes(bytes([UNKNOWN]) * size, 'little')}")
            zero = self._do(f"or i1 {zero}, {unknown}")
        self._stop_unless(zero, Why.LEFT, place)
        if write:
            self._put(f"store {kind} {cell}, ptr {beside}, align 1")
        self._put(f"br label %{done}")
        self._begin(done)
        return at
