"""The words of a guarded-command file, each with its place."""

from __future__ import annotations

import re

from antumbra.frontends.errors import InputError
from antumbra.patterns import pattern
from antumbra.program.source import Location
from antumbra.records import dataclass

_WORDS = """param var process location init property invariant unreachable mutex deadlock_free when do for where
forall exists int bool true false nondet"""
KEYWORDS = frozenset(_WORDS.split())

_TOKEN = pattern(
    r"(?P<space>[ \t\r]+|//[^\n]*|/\*.*?\*/)|(?P<line>\n)|(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<sign>:=|->|=>|==|!=|<=|>=|&&|\|\||\.\.|[-+*%<>=!()\[\]{},;:@.])",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """``kind`` is number, name, keyword, sign or end."""

    kind: str
    text: str
    place: Location

    @property
    def shown(self) -> str:
        return "the end of the file" if self.kind == "end" else repr(self.text)


def tokens(text: str, file: str) -> list[Token]:
    """All tokens, with one of kind ``end`` after the last. Raises InputError for what is no token."""
    found: list[Token] = []
    at, line, start = 0, 1, 0
    while at < len(text):
        place = Location(file, line, at - start + 1)
        match = _TOKEN.match(text, at)
        if match is None:
            if text.startswith("/*", at):
                raise InputError("the comment is not closed; expected */", place)
            raise InputError(f"unexpected character {text[at]!r}; expected a name, a number or an operator", place)
        kind, word = match.lastgroup or "", match.group()
        at = match.end()
        if kind == "line":
            line, start = line + 1, at
        elif kind == "space":
            if "\n" in word:
                line += word.count("\n")
                start = match.start() + word.rindex("\n") + 1
        else:
            found.append(Token("keyword" if word in KEYWORDS else kind, word, place))
    found.append(Token("end", "", Location(file, line, at - start + 1)))
    return found
