"""What stands at a place of a C text: witnesses name places by line and column, or by line alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from antumbra.frontends.c.structure.statements import Function, Statement, functions
from antumbra.frontends.c.structure.text import Text
from antumbra.records import dataclass

LOOPS: Final = ("while", "for", "do")
BRANCHES: Final = ("if", "while", "for", "do", "switch")
_NO_CALLS: Final = frozenset(
    ("if", "while", "for", "switch", "return", "sizeof", "Alignof", "alignof", "typeof", "asm", "attribute")
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """A statement and the function it stands in."""

    statement: Statement
    function: Function


@dataclass(frozen=True, slots=True)
class CallPlace:
    """A call of a function by its name: tokens of the name and of the brackets."""

    name: int
    opening: int
    closing: int
    function: Function


class Places:
    """Of one text. Where a line and no column is given (0), the leftmost on that line is meant; where nothing stands at
    a column, what alone stands on its line is. ``function``: the name it has to stand in; empty: any."""

    def __init__(self, text: Text) -> None:
        self.text: Final = text
        self.functions: Final = functions(text)
        self._statements = [Place(s, function) for function in self.functions for s in function.body.all()]

    def loop(self, line: int, column: int, function: str = "") -> Place | None:
        found = (p for p in self._of(function) if p.statement.kind in LOOPS)
        return self._chosen(((self.text.place(p.statement.first), p) for p in found), line, column)

    def statement(self, line: int, column: int, function: str = "") -> Place | None:
        """The statement that begins there, of those that do the outermost."""
        return self._chosen(((self.text.place(p.statement.first), p) for p in self._of(function)), line, column)

    def on(self, line: int) -> list[Statement]:
        """The statements that begin on a line."""
        return [p.statement for p in self._statements if self.text.place(p.statement.first)[0] == line]

    def branch(self, line: int, column: int, function: str = "") -> Place | None:
        """By the keyword; of ``do … while`` by both."""
        return self._chosen(self._branches(function), line, column)

    def call(self, line: int, column: int, function: str = "") -> CallPlace | None:
        """By the closing bracket, or by the name."""
        calls = list(self._calls(function))
        exact = [c for c in calls if (line, column) in (self.text.place(c.closing), self.text.place(c.name))]
        if exact:
            return exact[0]
        return self._chosen(((self.text.place(c.closing), c) for c in calls), line, column)

    def calls(self, line: int, name: str) -> list[CallPlace]:
        """The calls of a function on a line."""
        return [c for c in self._calls("") if self.text.word(c.name) == name and self.text.place(c.name)[0] == line]

    def covering(self, line: int, column: int, function: str = "") -> Place | None:
        """The innermost statement around a place; without a column, the first that begins on the line, or reaches
        over it."""
        begun = self.statement(line, column, function)
        if not column and begun is not None:
            return begun
        around = [p for p in self._of(function) if self._reaches(p.statement, line, column)]
        return around[-1] if around else begun

    def function(self, name: str) -> Function | None:
        return next((each for each in self.functions if each.name == name), None)

    def function_at(self, line: int, column: int, function: str = "") -> Function | None:
        """By where its declaration begins, or its name stands."""
        found = [each for each in self.functions if function in ("", each.name)]
        places = [
            (place, each)
            for each in found
            for place in (self.text.place(each.first), self.text.place(each.parameters[0] - 1))
        ]
        return self._chosen(places, line, column)

    # ---------------------------------------------------------------- how

    def _of(self, function: str) -> Iterator[Place]:
        return (place for place in self._statements if function in ("", place.function.name))

    def _branches(self, function: str) -> Iterator[tuple[tuple[int, int], Place]]:
        for place in self._of(function):
            statement = place.statement
            if statement.kind in BRANCHES:
                yield self.text.place(statement.first), place
            if statement.kind == "do" and statement.head is not None:
                yield self.text.place(statement.head[0] - 1), place

    def _calls(self, function: str) -> Iterator[CallPlace]:
        text = self.text
        for each in self.functions:
            if function not in ("", each.name):
                continue
            for number in range(each.body.first, each.body.behind - 1):
                token = text.tokens[number]
                if token.kind != "id" or token.text.strip("_") in _NO_CALLS or text.word(number + 1) != "(":
                    continue
                if text.word(number - 1) in (".", "->"):
                    continue
                closing = text.partners.get(number + 1)
                if closing is not None:
                    yield CallPlace(number, number + 1, closing, each)

    def _reaches(self, statement: Statement, line: int, column: int) -> bool:
        start, end = self.text.place(statement.first), self.text.place(statement.behind - 1)
        if not column:
            return start[0] <= line <= end[0]
        return start <= (line, column) <= end

    @staticmethod
    def _chosen(found: Iterable[tuple[tuple[int, int], T]], line: int, column: int) -> T | None:
        here = [(place, each) for place, each in found if place[0] == line]
        if not column:
            return min(here, key=lambda pair: pair[0])[1] if here else None
        exact = [each for place, each in here if place[1] == column]
        if exact:
            return exact[0]
        return here[0][1] if len(here) == 1 else None
