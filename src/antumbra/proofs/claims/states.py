"""States at places where a program asks for unknown values: are they all that executions ever come to?

From each state, and each range of values that the unknown may have, the program is executed to where it asks again, and
must be in one of the states there. All of that is done at once: there is a lane for each state and range, and of each
variable it is known which lanes have which value (a number whose bits are lanes). Where lanes take different branches,
each block is executed for those that come there; nothing is ever joined or split but such numbers.

A value is the same in the whole range of its lane, or goes up with the unknown from the range's first value to its
last (``_Rising``), or depends on it otherwise (``_Vague``). Ranges in which a branch is not the same for all values are
cut, and the check begins again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import compress, pairwise
from typing import Any, Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.program.source import Location
from antumbra.proofs.answer import Answer, Confirmed, Refuted, Unchecked
from antumbra.proofs.certificate import ReachedAt
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.question import Budget, OutOfBudget, Question
from antumbra.proofs.regions import Place
from antumbra.records import dataclass
from antumbra.terms import Term

CHECKER: Final = "execution from every state"
#: lanes that are executed together
BATCH: Final = 1 << 16
#: values of a range that are looked at one by one
FEW: Final = 1 << 12
#: ranges of an unknown, and how often they are cut
MOST_RANGES: Final = 1 << 14
ATTEMPTS: Final = 12
#: values that several variables have together, in one term
MOST_TOGETHER: Final = 1 << 14
#: effort of a block, and of a lane and a variable where states are compared
_BLOCK: Final = 6.0
_LANE: Final = 0.002
_CELL: Final = 0.1

#: a variable: of a procedure, or of the program (""); without a term: where the procedure was called
_Key = tuple[str, Term | None]


@dataclass(frozen=True, slots=True)
class _Rising:
    """A signed number that goes up with the unknown, from its value ``first`` on."""

    low: int
    high: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Vague:
    """A value that depends on which of ``first`` to ``last`` the unknown is."""

    first: int
    last: int


_Known = dict[Any, int]


class _Refutation(Exception):  # noqa: N818
    def __init__(self, what: str, location: Location | None) -> None:
        super().__init__(f"{what} at {location}" if location else what)
        self.location = location


def check_states(program: P.Program, question: Question, states: Sequence[ReachedAt], budget: Budget) -> Answer:
    """Is every execution in one of the states whenever it asks, and nothing in between what the question forbids?"""
    if "uninitialized" in question.checks:
        return Unchecked(CHECKER, "whether a branch depends on what was never written is not looked at")
    if program.axioms:
        return Unchecked(CHECKER, "axioms")
    try:
        check = _Check(program, question, states, budget)
        check.run()
    except OutOfBudget as over:
        return Unchecked(CHECKER, str(over))
    except NotUnderstood as what:
        return Unchecked(CHECKER, str(what))
    except _Refutation as wrong:
        return Refuted(CHECKER, str(wrong), wrong.location)
    count = sum(len(one.rows) for one in states)
    return Confirmed(CHECKER, f"{count} states at {len(states)} places are all that are ever asked in")


class _Cuts:
    """Where ranges of unknowns end, the same for all of them; they only get more."""

    def __init__(self, found: Iterable[int]) -> None:
        self._starts: set[int] = {0, *found}
        self._single: set[tuple[int, int]] = set()
        self.wishes: set[int] = set()
        self.single: set[tuple[int, int]] = set()

    def ranges(self, sort: T.Sort) -> list[Any]:
        """Of an unknown of a sort, as values."""
        if sort is T.BOOL:
            return [False, True]
        if sort.kind != "bv":
            raise NotUnderstood(f"an unknown of sort {sort}")
        half = 1 << sort.width - 1
        starts = {-half, *(s for s in self._starts if -half <= s < half)}
        for first, last in self._single:
            starts.update(range(max(first, -half), min(last + 2, half)))
        if len(starts) > MOST_RANGES:
            raise NotUnderstood("too many values of an unknown are told apart")
        ordered = [*sorted(starts), half]
        found: list[Any] = []
        for first, after in pairwise(ordered):
            alone = after == first + 1
            found.append(first & sort.mask if alone else _Rising(first, after - 1, first, after - 1))
        return found

    def refine(self) -> bool:
        """Take what was wished for; is it anything new?"""
        new = not self.wishes <= self._starts or not self.single <= self._single
        self._starts |= self.wishes
        self._single |= self.single
        return new

    def between(self, rising: _Rising, value: int) -> None:
        """A comparison with a value changes there."""
        at = rising.first + value - rising.low
        self.wishes.update(cut for cut in (at, at + 1) if rising.first < cut <= rising.last)

    def told_apart(self, value: _Rising | _Vague) -> bool:
        """Values of a range behave differently: it is cut where that is known, or else everywhere, if they are few."""
        if any(value.first < cut <= value.last for cut in self.wishes):
            return True
        few = value.last - value.first < FEW
        if few:
            self.single.add((value.first, value.last))
        return few


class _Evaluation:
    """Terms of values, each looked at once."""

    def __init__(self, cuts: _Cuts) -> None:
        self._cuts = cuts
        self._known: dict[Term, dict[tuple[Any, ...], Any]] = {}
        self._variables: dict[Term, tuple[Term, ...]] = {}

    def variables(self, term: Term) -> tuple[Term, ...]:
        found = self._variables.get(term)
        if found is None:
            found = tuple(sorted(T.free_variables(term), key=lambda v: str(v.data)))
            self._variables[term] = found
        return found

    def value(self, term: Term, values: tuple[Any, ...]) -> Any:
        known = self._known.setdefault(term, {})
        found = known.get(values)
        if found is None:
            env = dict(zip(self.variables(term), values, strict=True))
            if any(isinstance(v, _Rising | _Vague) for v in values):
                found = self._ranged(term, env)
            else:
                found = T.evaluate(term, env)
            known[values] = found
        return found

    def _ranged(self, term: Term, env: Mapping[Term, Any]) -> Any:
        values: dict[Term, Any] = dict(env)
        stack = [term]
        while stack:
            top = stack[-1]
            missing = [a for a in top.args if a not in values]
            if top in values:
                stack.pop()
            elif missing:
                stack += missing
            else:
                stack.pop()
                values[top] = self._operation(top, [values[a] for a in top.args])
        return values[term]

    def _operation(self, term: Term, args: list[Any]) -> Any:
        op = term.op
        moving = [a for a in args if isinstance(a, _Rising | _Vague)]
        if not moving:
            names = [T.var(str(i), a.sort) for i, a in enumerate(term.args)]
            return T.evaluate(term, {}) if not args else _apply(term, names, args)
        vague = _Vague(min(a.first for a in moving), max(a.last for a in moving))
        if op is T.NOT:
            return vague
        if op is T.AND and any(a is False for a in args):
            return False
        if op is T.OR and any(a is True for a in args):
            return True
        if op is T.ITE and args[0] in (True, False):
            return args[1] if args[0] else args[2]
        if len(args) == 1 and isinstance(args[0], _Rising):
            return _extended(term, args[0]) or vague
        if len(moving) == 1 and isinstance(moving[0], _Rising) and len(args) == 2:
            left = moving[0] is args[0]
            other = args[1] if left else args[0]
            if op is T.BVADD or (op is T.BVSUB and left):
                step = _signed(other, term.sort.width)
                return _moved(moving[0], step if op is T.BVADD else -step, term.sort.width) or vague
            if op in _COMPARED:
                found = self.compared(op, moving[0], other, term.args[0].sort.width, left=left)
                return vague if found is None else found
        return vague

    def compared(self, op: T.Op, rising: _Rising, other: int, width: int, *, left: bool) -> bool | None:
        """None if it is not the same for the whole range."""
        unsigned = op in (T.BVULT, T.BVULE)
        low, high = rising.low, rising.high
        if unsigned:
            if low < 0 <= high:
                self._cuts.between(rising, 0)
                return None
            low, high = low % (1 << width), high % (1 << width)
        else:
            other = _signed(other, width)
        if op is T.EQ:
            if low <= other <= high:
                self._cuts.between(rising, other)
                return None
            return False
        strict = op in (T.BVULT, T.BVSLT)
        if left:
            at_low, at_high = (low < other, high < other) if strict else (low <= other, high <= other)
        else:
            at_low, at_high = (other < low, other < high) if strict else (other <= low, other <= high)
        if at_low is not at_high:
            self._cuts.between(rising, other - low + rising.low)
            return None
        return at_low


_COMPARED: Final = frozenset({T.EQ, T.BVULT, T.BVULE, T.BVSLT, T.BVSLE})


def _apply(term: Term, names: list[Term], args: list[Any]) -> Any:
    """The operation on values."""
    if term.op.evaluate is None:
        raise NotUnderstood(f"{term.op.name} has no computable value")
    return term.op.evaluate(term.sort, term.data, [n.sort for n in names], *args)


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> width - 1 & 1 else value


def _moved(rising: _Rising, step: int, width: int) -> _Rising | None:
    low, high, half = rising.low + step, rising.high + step, 1 << width - 1
    return _Rising(low, high, rising.first, rising.last) if -half <= low and high < half else None


def _extended(term: Term, rising: _Rising) -> _Rising | None:
    if term.op is T.SIGN_EXTEND:
        return rising
    if term.op is T.ZERO_EXTEND and (rising.low >= 0 or rising.high < 0):
        width = term.args[0].sort.width
        return _Rising(rising.low % (1 << width), rising.high % (1 << width), rising.first, rising.last)
    return None


# ---------------------------------------------------------------- the check


class _Check:
    def __init__(self, program: P.Program, question: Question, states: Sequence[ReachedAt], budget: Budget) -> None:
        self._program = program
        self._question = question
        self._budget = budget
        self._states: dict[Place, list[ReachedAt]] = {}
        for one in states:
            self._states.setdefault(one.place, []).append(one)
        self._rows = {id(one): frozenset(one.rows) for one in states}
        self._order = _order(program)
        self._cuts = _Cuts(_compared_with(program))

    def run(self) -> None:
        for _ in range(ATTEMPTS):
            evaluation = _Evaluation(self._cuts)
            clear = True
            for lanes in self._batches(evaluation):
                clear &= lanes.run()
            if clear:
                return
            if not self._cuts.refine():
                break
        raise NotUnderstood("a branch depends on unknown values that are not told apart")

    def _batches(self, evaluation: _Evaluation) -> Iterator[_Lanes]:
        """Of all states with all ranges; and the beginning."""

        def lanes() -> _Lanes:
            return _Lanes(
                self._program,
                self._question,
                self._states,
                self._rows,
                self._order,
                self._budget,
                evaluation,
                self._cuts,
            )

        start = lanes()
        for variable, value in self._program.variables.items():
            if value is not None and not T.free_variables(value):
                start.set(("", variable), {T.evaluate(value, {}): 1})
        start.enter((self._program.entry, next(iter(self._program.procedures[self._program.entry].blocks)), 0), 1)
        yield start
        for places in self._states.values():
            for one in places:
                unknown = _command(self._program, one.place)
                if not isinstance(unknown, P.Havoc):
                    raise NotUnderstood("states where nothing is asked for")
                ranges = self._cuts.ranges(unknown.target.sort)
                size = max(1, BATCH // len(ranges))
                for begin in range(0, len(one.rows), size):
                    batch = lanes()
                    batch.begin(one, one.rows[begin : begin + size], unknown, ranges)
                    yield batch


def _command(program: P.Program, place: Place) -> P.Command:
    procedure, label, index = place
    return program.procedures[procedure].blocks[label].commands[index]


def _order(program: P.Program) -> dict[tuple[str, str], int]:
    """Blocks, so that lanes meet again before they go on: those of a callee before what is behind the call."""
    order: dict[tuple[str, str], int] = {}
    for name, procedure in program.procedures.items():
        order.update(((name, label), n) for n, label in enumerate(FlowGraph(procedure).reverse_postorder))
    return order


def _compared_with(program: P.Program) -> Iterator[int]:
    """What unknowns, and copies of them, are compared with in the program's text: a guess where ranges end."""
    copies: dict[_Key, list[_Key]] = {}
    seen: dict[_Key, None] = {}
    compared: dict[_Key, set[int]] = {}

    def key(name: str, variable: Term) -> _Key:
        return ("" if variable in program.variables else name, variable)

    def look(name: str, term: Term) -> None:
        for part in T.subterms(term):
            if part.op in _COMPARED and part.args[0].sort.kind == "bv":
                for one, other in (part.args, part.args[::-1]):
                    if one.op is T.VAR and other.op is T.CONST:
                        value = _signed(other.data, other.sort.width)
                        compared.setdefault(key(name, one), set()).update((value, value + 1))

    for name, procedure in program.procedures.items():
        for block in procedure.blocks.values():
            for command in block.commands:
                match command:
                    case P.Havoc(target):
                        seen[key(name, target)] = None
                    case P.Assign(targets, values):
                        for target, value in zip(targets, values, strict=True):
                            look(name, value)
                            if value.op is T.VAR:
                                copies.setdefault(key(name, value), []).append(key(name, target))
                    case P.Call(_, str(callee), arguments):
                        for parameter, value in zip(program.procedures[callee].parameters, arguments, strict=True):
                            if value.op is T.VAR:
                                copies.setdefault(key(name, value), []).append((callee, parameter))
                    case P.Assume(condition) | P.Assert(condition):
                        look(name, condition)
                    case _:
                        pass
            match block.terminator:
                case P.Branch(condition):
                    look(name, condition)
                case P.Switch(value, cases) if value.op is T.VAR:
                    numbers = [_signed(number, value.sort.width) for number, _ in cases]
                    compared.setdefault(key(name, value), set()).update([*numbers, *(n + 1 for n in numbers)])
                case _:
                    pass
    todo = list(seen)
    while todo:
        one = todo.pop()
        yield from compared.get(one, ())
        for copy in copies.get(one, ()):
            if copy not in seen:
                seen[copy] = None
                todo.append(copy)


class _Lanes:
    """Executions from some states, all at once: until they ask again, end, or do what is forbidden."""

    def __init__(
        self,
        program: P.Program,
        question: Question,
        states: Mapping[Place, list[ReachedAt]],
        rows: Mapping[int, frozenset[tuple[Any, ...]]],
        order: Mapping[tuple[str, str], int],
        budget: Budget,
        evaluation: _Evaluation,
        cuts: _Cuts,
    ) -> None:
        self._program = program
        self._question = question
        self._states = states
        self._rows = rows
        self._order = order
        self._budget = budget
        self._evaluation = evaluation
        self._cuts = cuts
        self._globals = program.variables
        self._values: dict[_Key, _Known] = {}
        #: lanes in which a procedure is under way
        self._active: dict[str, int] = {}
        #: lanes that come to a place, and places by when they are to be looked at
        self._waiting: dict[Place, int] = {}
        self._heap: list[tuple[tuple[int, ...], Place]] = []
        self._lanes = 1
        self._clear = True
        self._places: dict[Place, tuple[int, ...]] = {}

    # ------------------------------------------------------------ the beginning

    def begin(self, one: ReachedAt, rows: Sequence[tuple[int, ...]], unknown: P.Havoc, ranges: Sequence[Any]) -> None:
        """A lane for each row and range; lanes of one row lie together."""
        width = len(ranges)
        self._lanes = len(rows) * width
        every = (1 << self._lanes) - 1
        columns = list(zip(*rows, strict=True)) if one.variables else []
        for (name, variable), column in zip(one.variables, columns, strict=True):
            known: dict[Any, bytearray] = {}
            for number, value in enumerate(column):
                typed = bool(value) if variable.sort is T.BOOL else value
                if typed not in known:
                    known[typed] = bytearray(b"0" * len(rows))
                known[typed][len(rows) - 1 - number] = 49
            self.set((name, variable), {v: _widened(places, width) for v, places in known.items()})
        name = one.place[0]
        stack = [*(place[0] for place in one.callers[1:]), *([name] if one.callers else [])]
        for caller, callee in zip(one.callers, stack, strict=True):
            call = _command(self._program, caller)
            if not isinstance(call, P.Call) or call.callee != callee:
                raise NotUnderstood("calls under way that are none")
            self.set((callee, None), {caller: every})
            self._active[callee] = every
        # who called that one is not known, and no execution may return there
        self._active[one.callers[0][0] if one.callers else name] = every
        each = int("1".rjust(width, "0") * len(rows), 2)
        found: _Known = {}
        for number, value in enumerate(ranges):
            found[value] = each << number
        self.set(self._key(name, unknown.target), found)
        self._go(_after(one.place), every)

    def set(self, key: _Key, known: _Known) -> None:
        self._values[key] = known

    def enter(self, place: Place, lanes: int) -> None:
        self._active[place[0]] = lanes
        self._go(place, lanes)

    def _key(self, name: str, variable: Term) -> _Key:
        return ("" if variable in self._globals else name, variable)

    # ------------------------------------------------------------ the walk

    def run(self) -> bool:
        """False if some lanes came to a branch that is not the same for their whole range."""
        visits = 0
        while self._heap:
            _, place = heappop(self._heap)
            lanes = self._waiting.pop(place, 0)
            if not lanes:
                continue
            visits += 1
            if visits % 64 == 0 and self._budget.late:
                raise OutOfBudget("no time left")
            self._budget.spend(_BLOCK + _LANE * self._lanes)
            self._block(place, lanes)
        return self._clear

    def _go(self, place: Place, lanes: int) -> None:
        if not lanes:
            return
        if place in self._waiting:
            self._waiting[place] |= lanes
            return
        self._waiting[place] = lanes
        rank = self._places.get(place)
        if rank is None:
            rank = self._places[place] = self._rank(place, lanes)
        heappush(self._heap, (rank, place))

    def _rank(self, place: Place, lanes: int) -> tuple[int, ...]:
        """In the order of the outermost calls under way: a callee's blocks come where the call is."""
        name, label, index = place
        rank: tuple[int, ...] = (self._order[name, label], index)
        seen = {name}
        while (called := self._values.get((name, None))) is not None:
            caller = next((where for where, there in called.items() if there & lanes), None)
            if caller is None or caller[0] in seen:
                break
            name, label, index = caller
            seen.add(name)
            rank = (self._order[name, label], index, *rank)
        return rank

    def _block(self, place: Place, lanes: int) -> None:
        name, label, index = place
        block = self._program.procedures[name].blocks[label]
        if index == 0 and (name, label) in self._question.places:
            raise _Refutation("a place is reached", block.terminator.location)
        for number in range(index, len(block.commands)):
            command = block.commands[number]
            match command:
                case P.Assign(targets, values):
                    found = [self._known(name, value, lanes) for value in values]
                    for target, known in zip(targets, found, strict=True):
                        self._write(self._key(name, target), known, lanes)
                case P.Assume(condition):
                    lanes = self._holding(name, condition, lanes)
                case P.Assert():
                    lanes = self._asserted(name, command, lanes)
                case P.Havoc():
                    if (name, label, number) in self._states:
                        self._asked((name, label, number), lanes)
                        return
                    # of what is unknown without states nothing is known
                    self._write(self._key(name, command.target), {}, lanes)
                case P.Call(_, str(callee), arguments):
                    self._call(name, command, callee, arguments, (name, label, number), lanes)
                    return
                case _:
                    raise NotUnderstood(type(command).__name__.lower(), command.location)
            if not lanes:
                return
        self._end(name, block.terminator, lanes)

    def _end(self, name: str, terminator: P.Terminator, lanes: int) -> None:
        match terminator:
            case P.Goto((target,)):
                self._go((name, target, 0), lanes)
            case P.Branch(condition, then, otherwise):
                yes, no = self._sides(name, condition, lanes)
                self._go((name, then, 0), yes)
                self._go((name, otherwise, 0), no)
            case P.Switch(value, cases, default):
                self._switch(name, value, dict(reversed(cases)), default, lanes)
            case P.Return(values):
                self._return(name, values, lanes)
            case P.Stop():
                self._stop(terminator)
            case _:
                raise NotUnderstood("a choice of ways", terminator.location)

    def _switch(self, name: str, value: Term, cases: Mapping[int, str], default: str, lanes: int) -> None:
        for found, there in self._known(name, value, lanes).items():
            lanes ^= there
            if isinstance(found, _Rising):
                width = value.sort.width
                if all(self._evaluation.compared(T.EQ, found, number, width, left=True) is False for number in cases):
                    self._go((name, default, 0), there)
                else:
                    self._vague(found)
            elif isinstance(found, _Vague):
                self._vague(found)
            else:
                self._go((name, cases.get(found, default), 0), there)
        if lanes:
            raise NotUnderstood("a branch depends on what is not known")

    def _stop(self, stop: P.Stop) -> None:
        match stop.end:
            case P.End.EXIT | P.End.ABORT | P.End.SILENT:
                pass
            case P.End.UNSUPPORTED | P.End.BOUND:
                raise _Refutation(f"an end that nobody can judge is reached ({stop.end.value})", stop.location)
            case P.End.UNDEFINED:
                if self._question.forbids("def-behavior", stop.location):
                    raise _Refutation(stop.detail or "undefined behaviour", stop.location)

    def _asserted(self, name: str, command: P.Assert, lanes: int) -> int:
        if self._question.defined(command.check):
            return lanes
        holds, fails = self._sides(name, command.condition, lanes)
        if fails and self._question.forbids(command.check, command.location):
            raise _Refutation(f"{command.check} is violated ({command.message})", command.location)
        return holds

    def _call(self, name: str, call: P.Call, callee: str, arguments: Sequence[Term], place: Place, lanes: int) -> None:
        if self._active.get(callee, 0) & lanes:
            raise NotUnderstood("recursion", call.location)
        procedure = self._program.procedures[callee]
        found = [self._known(name, argument, lanes) for argument in arguments]
        for parameter, known in zip(procedure.parameters, found, strict=True):
            self._write((callee, parameter), known, lanes)
        self._write((callee, None), {place: lanes}, lanes)
        self._active[callee] = self._active.get(callee, 0) | lanes
        self._go((callee, next(iter(procedure.blocks)), 0), lanes)

    def _return(self, name: str, values: Sequence[Term], lanes: int) -> None:
        self._active[name] &= ~lanes
        if name == self._program.entry:
            return
        rest = lanes
        for place, there in list(self._values.get((name, None), {}).items()):
            here = there & lanes
            if not here:
                continue
            rest ^= here
            call = _command(self._program, place)
            if not isinstance(call, P.Call):
                raise NotUnderstood("a return to no call")
            found = [self._known(name, value, here) for value in values]
            for target, known in zip(call.targets, found, strict=False):
                self._write(self._key(place[0], target), known, here)
            self._go(_after(place), here)
        if rest:
            raise NotUnderstood("a return to nobody knows where")

    # ------------------------------------------------------------ states

    def _asked(self, place: Place, lanes: int) -> None:
        """Every lane is in one of the states there."""
        for one in self._states[place]:
            here = lanes
            stack = [*(caller[0] for caller in one.callers[1:]), *([place[0]] if one.callers else [])]
            for caller, callee in zip(one.callers, stack, strict=True):
                here &= self._values.get((callee, None), {}).get(caller, 0)
            if not here:
                continue
            lanes &= ~here
            self._inside(one, here)
        if lanes:
            raise _Refutation(
                "a call under way is not among those that were found", _command(self._program, place).location
            )

    def _inside(self, one: ReachedAt, lanes: int) -> None:
        columns: list[list[Any]] = []
        self._budget.spend(_CELL * self._lanes * len(one.variables))
        for key in one.variables:
            column: list[Any] = [None] * self._lanes
            for value, there in self._values.get(key, {}).items():
                here = there & lanes
                if not here:
                    continue
                if isinstance(value, _Rising | _Vague):
                    self._vague(value)
                    lanes &= ~here
                    continue
                for number in _ones(here):
                    column[number] = value
            columns.append(column)
        if not lanes:
            return
        numbers = list(_ones(lanes))
        if columns:
            found = set(zip(*([column[n] for n in numbers] for column in columns), strict=True))
            if any(None in row for row in found):
                raise NotUnderstood("a variable of a state has no value")
        else:
            found: set[tuple[Any, ...]] = {()}
        if not found <= self._rows[id(one)]:
            raise _Refutation("a state is not among those that were found", _command(self._program, one.place).location)

    # ------------------------------------------------------------ values

    def _vague(self, value: Any) -> None:
        """Lanes are left, since their range is too wide."""
        self._clear = False
        if isinstance(value, _Rising | _Vague) and not self._cuts.told_apart(value):
            raise NotUnderstood("too many values of an unknown are told apart")

    def _known(self, name: str, term: Term, lanes: int) -> _Known:
        """Which lanes have which value; of the others nothing is known."""
        evaluation = self._evaluation
        variables = evaluation.variables(term)
        if not variables:
            return {T.evaluate(term, {}): lanes}
        if len(variables) == 1:
            found: _Known = {}
            rest = lanes
            for value, there in self._values.get(self._key(name, variables[0]), {}).items():
                here = there & lanes
                if here:
                    rest ^= here
                    result = evaluation.value(term, (value,))
                    found[result] = found.get(result, 0) | here
                    if not rest:
                        break
            return found
        together: dict[tuple[Any, ...], int] = {(): lanes}
        for variable in variables:
            known = self._values.get(self._key(name, variable), {})
            more: dict[tuple[Any, ...], int] = {}
            for values, lanes_there in together.items():
                rest = lanes_there
                for value, there in known.items():
                    here = there & rest
                    if here:
                        rest ^= here
                        more[*values, value] = here
                        if not rest:
                            break
            if len(more) > MOST_TOGETHER:
                raise NotUnderstood("too many values together")
            together = more
        found = {}
        for values, here in together.items():
            result = evaluation.value(term, values)
            found[result] = found.get(result, 0) | here
        return found

    def _sides(self, name: str, condition: Term, lanes: int) -> tuple[int, int]:
        yes = no = 0
        for value, there in self._known(name, condition, lanes).items():
            lanes ^= there
            if value is True:
                yes = there
            elif value is False:
                no = there
            else:
                self._vague(value)
        if lanes:
            raise NotUnderstood("a branch depends on what is not known")
        return yes, no

    def _holding(self, name: str, condition: Term, lanes: int) -> int:
        return self._sides(name, condition, lanes)[0]

    def _write(self, key: _Key, known: _Known, lanes: int) -> None:
        old = self._values.get(key)
        if old:
            kept: _Known = {}
            for value, there in old.items():
                left = there ^ (there & lanes)
                if left:
                    kept[value] = left
            for value, there in known.items():
                kept[value] = kept.get(value, 0) | there
            known = kept
        self._values[key] = known


def _after(place: Place) -> Place:
    return (place[0], place[1], place[2] + 1)


def _widened(digits: bytearray, width: int) -> int:
    """Each binary digit so many times."""
    if width == 1:
        return int(digits, 2)
    one, zero = b"1" * width, b"0" * width
    return int(bytes(digits).replace(b"1", b"x").replace(b"0", zero).replace(b"x", one), 2)


def _ones(lanes: int) -> Iterable[int]:
    digits = bin(lanes)[:1:-1].encode().translate(_DIGITS)
    return compress(range(len(digits)), digits)


_DIGITS: Final = bytes(int(n == 49) for n in range(256))
