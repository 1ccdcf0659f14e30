"""What a violation witness says, put into the program: a variable counts the segments that an execution has passed.

A waypoint is passed where its condition holds while its segment is the next one. *Strict*: the first execution of its
place in its segment has to pass it, so that others end; then all that comes is among the executions that the witness
means, and there are few of them. Otherwise an execution may come by without passing it, and pass it later.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from antumbra.frontends.c.contracts.wrapper import CALCULATING
from antumbra.frontends.c.structure.conditions import condition, typedefs_of
from antumbra.frontends.c.structure.finding import CallPlace, Place, Places
from antumbra.frontends.c.structure.inserting import Insertions, elsewhere
from antumbra.frontends.c.structure.statements import Statement
from antumbra.patterns import pattern
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.session.witnessing.fitting import is_own_file, place
from antumbra.witnesses.values import Waypoint, Witness

_PASSED: Final = "__antumbra_passed"
_VALUE: Final = "__antumbra_value"
_ASSUME: Final = "__antumbra_only_if"
#: is called where all segments are passed and the target comes
PROBE: Final = "__antumbra_all_passed"
_FRONT: Final = (
    f'extern void {_ASSUME}(int) __asm__("__VERIFIER_assume"); static unsigned {_PASSED}; extern void {PROBE}(void); '
)
_CALCULATED: Final = pattern(r"__antumbra_(?!value|passed|only_if)")
_FAR: Final = 1 << 30  #: behind every column
_RESULT: Final = pattern(r"\\result\b")
_NUMBER: Final = pattern(r"[-+]?(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*\Z")


@dataclass(slots=True)
class _Stop:
    """One place of the program and what counts there: segment → condition, and whether it must not hold."""

    put: Callable[[str], None]
    conditions: list[tuple[int, str, bool]] = field(default_factory=list[tuple[int, str, bool]])


@dataclass(frozen=True, slots=True)
class Target:
    """Where the violation is to be: lines of the statement or expression; 0: anywhere. ``exact``: who gets there has
    violated the property."""

    first: tuple[int, int]
    last: tuple[int, int]
    exact: bool

    def covers(self, location: Location | None) -> bool:
        if not self.first[0]:
            return True
        if location is None:
            return False
        if not location.column:
            return self.first[0] <= location.line <= self.last[0]
        return self.first <= (location.line, location.column) <= self.last


@dataclass(frozen=True, slots=True)
class Followed:
    """The program in which only executions go on that the witness means."""

    text: bytes
    target: Target


def followed(
    witness: Witness, places: Places, path: Path, *, strict: bool, functions: tuple[str, ...], probing: bool = False
) -> Followed:
    """``functions``: whose call violates the property. ``probing``: the target calls ``PROBE`` where all segments are
    passed. Raises InputError where a waypoint is not understood."""
    return _Writer(witness, places, path, strict=strict, functions=functions, probing=probing).result()


class _Writer:
    def __init__(
        self,
        witness: Witness,
        places: Places,
        path: Path,
        *,
        strict: bool,
        functions: tuple[str, ...],
        probing: bool,
    ) -> None:
        self._witness = witness
        self._places = places
        self._path = path
        self._strict = strict
        self._functions = functions
        self._probing = probing
        self._insertions = Insertions(places.text)
        self._typedefs = typedefs_of(places.text.content)
        self._stops: dict[tuple[str, int], _Stop] = {}

    def result(self) -> Followed:
        last = len(self._witness.segments) - 1
        target: Target | None = None
        for number, segment in enumerate(self._witness.segments):
            for waypoint in segment.avoid:
                self._waypoint(number, waypoint, avoid=True)
            if segment.follow.type == "target":
                target = self._target(segment.follow, last)
            else:
                self._waypoint(number, segment.follow, avoid=False)
        for stop in self._stops.values():
            stop.put(self._code(stop))
        text = "".join(holds for stop in self._stops.values() for _, holds, _ in stop.conditions)
        counting = CALCULATING if _CALCULATED.search(text) else ""
        self._insertions.in_front(counting + _FRONT)
        if target is None:
            raise InputError("there is no target", None)
        return Followed(self._insertions.result(), target)

    def _code(self, stop: _Stop) -> str:
        """An expression; each time it is evaluated at most one segment is passed."""
        text = "(void)0"
        for number, holds, avoid in reversed(stop.conditions):
            if avoid:
                # before the segment's end this must not be passed
                text = f"({_PASSED} == {number} && ({holds}) ? {_ASSUME}(0) : {text})"
            elif self._strict:
                text = (
                    f"({_PASSED} == {number} ? ({_ASSUME}(({holds}) != 0), (void)({_PASSED} = {number + 1})) : {text})"
                )
            else:
                passed = f"(({holds}) ? (void)({_PASSED} = {number + 1}) : (void)0)"
                text = f"({_PASSED} == {number} ? {passed} : {text})"
        return text

    # ---------------------------------------------------------------- waypoints

    def _waypoint(self, number: int, waypoint: Waypoint, *, avoid: bool) -> None:
        where = waypoint.location
        if not is_own_file(where.file, self._witness, self._path):
            raise InputError(f"{where.file} is not the program's file", waypoint.place)
        match waypoint.type:
            case "assumption":
                found = self._places.statement(where.line, where.column, where.function)
                statement = self._found(found, "statement", waypoint).statement
                key = ("after" if waypoint.after else "before", statement.first)
                put = self._statement(statement, after=waypoint.after)
                self._add(key, number, self._holds(waypoint), avoid, put)
            case "branching":
                branch = self._found(self._places.branch(where.line, where.column, where.function), "branch", waypoint)
                holds = self._branch(waypoint, branch.statement)
                self._add(("branch", branch.statement.first), number, holds, avoid, self._choice(branch.statement))
            case "function_enter" | "function_return":
                calls = self._calls(waypoint)
                if not calls:
                    raise InputError(f"there is no call at {place(where)}", waypoint.place)
                entering = waypoint.type == "function_enter"
                for call in calls:
                    key = "enter" if entering else "return", call.name
                    holds = "1" if entering else self._returned(waypoint)
                    self._add(key, number, holds, avoid, self._around(call, before=entering))
            case "target":
                raise InputError("a target that is to be avoided", waypoint.place)

    def _found(self, found: Place | None, what: str, waypoint: Waypoint) -> Place:
        if found is None:
            raise InputError(f"there is no {what} at {place(waypoint.location)}", waypoint.place)
        return found

    def _add(self, key: tuple[str, int], number: int, holds: str, avoid: bool, put: Callable[[str], None]) -> None:
        self._stops.setdefault(key, _Stop(put)).conditions.append((number, holds, avoid))

    def _statement(self, statement: Statement, *, after: bool) -> Callable[[str], None]:
        if after:
            return lambda code: self._insertions.behind(statement, f"{code};")
        return lambda code: self._insertions.before(statement, f"{code};")

    def _choice(self, statement: Statement) -> Callable[[str], None]:
        if statement.kind == "switch":
            opening = f"({{ __auto_type {_VALUE} = ("
            return lambda code: self._insertions.condition(statement, opening, f"); {code}; {_VALUE}; }})")
        opening = f"({{ _Bool {_VALUE} = ("
        return lambda code: self._insertions.condition(statement, opening, f") != 0; {code}; {_VALUE}; }})")

    def _around(self, call: CallPlace, *, before: bool) -> Callable[[str], None]:
        if before:
            return lambda code: self._insertions.tokens(call.name, call.closing + 1, f"({{ {code}; ", "; })")
        opening = f"({{ __auto_type {_VALUE} = "
        return lambda code: self._insertions.tokens(call.name, call.closing + 1, opening, f"; {code}; {_VALUE}; }})")

    def _calls(self, waypoint: Waypoint) -> list[CallPlace]:
        """The call that is meant; where only its function's name and a line are told, it is one of several."""
        where = waypoint.location
        if waypoint.result_of and not where.column:
            return self._places.calls(where.line, waypoint.result_of)
        call = self._places.call(where.line, where.column, where.function)
        return [] if call is None else [call]

    # ---------------------------------------------------------------- conditions

    def _holds(self, waypoint: Waypoint) -> str:
        expression = waypoint.constraint
        if expression is None:
            return "1"
        text = condition(expression.text, expression.format, expression.place, self._typedefs)
        return elsewhere(f"({text})", expression.place) if expression.place is not None else text

    def _returned(self, waypoint: Waypoint) -> str:
        """``\\result`` compared with something; of whole numbers, as they are."""
        expression = waypoint.constraint
        if expression is None:
            return "1"
        plain = _RESULT.sub(_VALUE.replace("__antumbra", "result"), expression.text)
        text = condition(plain, expression.format, expression.place, self._typedefs)
        text = text.replace(_VALUE.replace("__antumbra", "result"), _VALUE)
        return elsewhere(f"({text})", expression.place) if expression.place is not None else text

    def _branch(self, waypoint: Waypoint, statement: Statement) -> str:
        value = waypoint.constraint.text.strip() if waypoint.constraint is not None else ""
        if statement.kind != "switch":
            if value not in ("true", "false"):
                raise InputError(f"a branch that is {value[:40]!r}; expected true or false", waypoint.place)
            return _VALUE if value == "true" else f"!{_VALUE}"
        if value == "default":
            cases = self._cases(statement)
            return "!(" + (" || ".join(f"{_VALUE} == ({text})" for text in cases) or "0") + ")"
        if not _NUMBER.match(value):
            raise InputError(f"a case that is {value[:40]!r}; expected a number or default", waypoint.place)
        return f"{_VALUE} == ({value})"

    def _cases(self, switch: Statement) -> list[str]:
        """The values of a switch's own cases."""
        text = self._places.text
        found: list[str] = []
        waiting = list(switch.parts)
        while waiting:
            statement = waiting.pop()
            if statement.kind == "switch":
                continue
            waiting += statement.parts
            if statement.kind == "label" and text.word(statement.first) == "case":
                behind = statement.parts[0].first if statement.parts else statement.behind
                found.append(text.spelling(statement.first + 1, behind - 1))
        if any("..." in each for each in found):
            raise InputError("a range of cases is not read", Location(text.name, *text.place(switch.first)))
        return found

    # ---------------------------------------------------------------- the target

    def _target(self, waypoint: Waypoint, last: int) -> Target:
        where, text = waypoint.location, self._places.text
        if not is_own_file(where.file, self._witness, self._path):
            raise InputError(f"{where.file} is not the program's file", waypoint.place)
        if not where.line:
            return Target((0, 0), (0, 0), exact=False)
        found = self._found(self._places.covering(where.line, where.column, where.function), "statement", waypoint)
        statement = found.statement
        if not where.column:
            # what calls the error is meant, if one statement on the line does
            calling = [
                s for s in self._places.on(where.line) if s.kind == "plain" and text.word(s.first) in self._functions
            ]
            statement = calling[0] if len(calling) == 1 else statement
        while statement.kind == "label" and statement.parts:
            statement = statement.parts[0]
        first, behind = statement.first, statement.behind
        if statement.head is not None:
            # what stands in the head; the rest are statements of their own
            first, behind = statement.head[0] if statement.kind == "do" else first, statement.head[1] + 1
        elif statement.kind == "compound":
            behind = first + 1
        exact = statement.kind == "plain" and text.word(first) in self._functions
        if self._probing:
            # segments that the statement itself passes may be open when it begins
            inner = sum(first <= at < behind for _, at in self._stops)
            enough = f"{_PASSED} >= {last}" if not inner else f"{_PASSED} + {self._within(first, behind)} >= {last}"
            self._insertions.before(statement, f"if ({enough}) {PROBE}();")
        elif exact:
            self._insertions.before(statement, f"{_ASSUME}({_PASSED} == {last});")
        line, column = text.place(behind - 1)
        if where.column:
            return Target(text.place(first), (line, column + len(text.word(behind - 1))), exact=exact)
        return Target((where.line, 1), (max(line, where.line), _FAR), exact=exact)

    def _within(self, first: int, behind: int) -> int:
        """How many segments are passed at places within some tokens."""
        return sum(len(stop.conditions) for (_, at), stop in self._stops.items() if first <= at < behind)
