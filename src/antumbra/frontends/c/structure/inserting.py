"""Text put into a C text without moving anything: before and around statements, around conditions and calls.

Line markers behind what is added see to it that lines and columns go on as they were. What comes from elsewhere stands
under a marker of its own, so that the compiler's messages and our own locations name where.
"""

from __future__ import annotations

from typing import Final

from antumbra.frontends.c.structure.statements import Function, Statement
from antumbra.frontends.c.structure.text import Text
from antumbra.program.source import Location

#: stands for a line marker that leads back to where the file was
_HERE: Final = "\0here\0"
#: of insertions at one place statements stand outside of what is put around expressions
_STATEMENT: Final = 0
_EXPRESSION: Final = 1


class Insertions:
    """Collected, then applied together."""

    def __init__(self, text: Text) -> None:
        self._text = text
        #: position → what opens there and what closes there, with its rank
        self._opening: dict[int, list[tuple[int, str]]] = {}
        self._closing: dict[int, list[tuple[int, str]]] = {}

    def in_front(self, code: str) -> None:
        """At the start of the text."""
        self._opening.setdefault(0, []).append((-1, code + _HERE))

    def before(self, statement: Statement, code: str) -> None:
        """A statement before a statement; behind its labels, so that jumps come by."""
        while statement.kind == "label" and statement.parts:
            statement = statement.parts[0]
        start, end = self._text.begin(statement.first), self._text.end(statement.behind - 1)
        if statement.kind == "label":
            self._closing.setdefault(end, []).append((_STATEMENT, f" {code}"))
        elif statement.listed:
            self._opening.setdefault(start, []).append((_STATEMENT, f"{code} "))
        else:
            self._around(start, end, f"{{ {code} ", " }", _STATEMENT)

    def behind(self, statement: Statement, code: str) -> None:
        """A statement behind another one."""
        start, end = self._text.begin(statement.first), self._text.end(statement.behind - 1)
        if statement.listed:
            self._closing.setdefault(end, []).append((_STATEMENT, f" {code}"))
        else:
            self._around(start, end, "{ ", f" {code} }}", _STATEMENT)

    def at_start(self, function: Function, code: str) -> None:
        """Of a function's body."""
        self._closing.setdefault(self._text.end(function.body.first), []).append((_STATEMENT, f" {code} "))

    def at_end(self, function: Function, code: str) -> None:
        self._opening.setdefault(self._text.begin(function.body.behind - 1), []).append((_STATEMENT, f" {code} "))

    def condition(self, statement: Statement, before: str, behind: str) -> None:
        """Around the condition of a branch or of a loop; where ``for`` has none, around 1."""
        text = self._text
        if statement.head is None:
            raise ValueError(f"{statement.kind} has no condition")
        first, close = statement.head[0] + 1, statement.head[1]
        if statement.kind == "for":
            semicolons = _separators(text, first, close)
            if len(semicolons) == 2:
                first, close = semicolons[0] + 1, semicolons[1]
        if first == close:
            self._opening.setdefault(text.begin(close), []).append((_EXPRESSION, f"{before}1{behind}"))
        else:
            self._around(text.begin(first), text.end(close - 1), before, behind, _EXPRESSION)

    def tokens(self, first: int, behind: int, opening: str, closing: str) -> None:
        """Around an expression. What is asked for later stands within what was asked for earlier."""
        self._around(self._text.begin(first), self._text.end(behind - 1), opening, closing, _EXPRESSION)

    def _around(self, start: int, end: int, opening: str, closing: str, rank: int) -> None:
        self._opening.setdefault(start, []).append((rank, opening))
        self._closing.setdefault(end, []).insert(0, (rank, closing))

    def result(self) -> bytes:
        content = self._text.content
        parts: list[str] = []
        last = 0
        for position in sorted({*self._opening, *self._closing}):
            closing = sorted(self._closing.get(position, ()), key=lambda pair: -pair[0])
            opening = sorted(self._opening.get(position, ()), key=lambda pair: pair[0])
            code = "".join(text for _, text in (*closing, *opening)).removesuffix(_HERE) + _HERE
            parts += [content[last:position], code.replace(_HERE, self._marker(position))]
            last = position
        return "".join((*parts, content[last:])).encode("latin-1", "replace")

    def _marker(self, position: int) -> str:
        """After text from elsewhere the file goes on where it was."""
        content = self._text.content
        line, column = content.count("\n", 0, position) + 1, position - (content.rfind("\n", 0, position) + 1)
        return f'\n# {line} "{_quoted(self._text.name)}"\n{" " * column}'


def elsewhere(code: str, place: Location) -> str:
    """Code that the compiler takes for text of another file."""
    pad = " " * min(max(place.column - 1, 0), 500)
    return f'\n# {max(place.line, 1)} "{_quoted(place.file)}"\n{pad}{code}{_HERE}'


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def _separators(text: Text, first: int, close: int) -> list[int]:
    """The semicolons of ``for (…; …; …)``."""
    found: list[int] = []
    number = first
    while number < close:
        word = text.word(number)
        if word == ";":
            found.append(number)
        number = text.partners.get(number, number) + 1 if word in ("(", "[", "{") else number + 1
    return found
