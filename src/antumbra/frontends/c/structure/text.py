"""C text as tokens that know where in the text they stand."""

from __future__ import annotations

import re
from typing import Final

from antumbra.frontends.c.contracts.tokens import Token, tokens
from antumbra.patterns import pattern

_MARKER: Final = pattern(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+"[^\n]*$', re.MULTILINE)
_OPENING: Final = {"(": ")", "[": "]", "{": "}"}


class Text:
    """``content``: the bytes, one character each, so that columns count as the compiler counts them. Line markers are
    blanked: lines are those of the file."""

    def __init__(self, text: bytes, name: str) -> None:
        self.name: Final = name
        self.content: Final = _MARKER.sub(lambda match: b" " * len(match[0]), _plain(text)).decode("latin-1")
        self._starts = [0, *(match.end() for match in re.finditer("\n", self.content))]
        self.tokens: Final = [token for token in tokens(self.content, name) if token.kind != "annotation"]
        self.partners: Final = _partners(self.tokens)

    def offset(self, line: int, column: int) -> int:
        """Where a place is in the text."""
        return self._starts[line - 1] + column - 1

    def begin(self, number: int) -> int:
        token = self.tokens[number]
        return self.offset(token.line, token.column)

    def end(self, number: int) -> int:
        """Behind a token."""
        return self.begin(number) + len(self.tokens[number].text)

    def spelling(self, first: int, behind: int) -> str:
        """The text from one token to before another."""
        return self.content[self.begin(first) : self.end(behind - 1)] if first < behind else ""

    def word(self, number: int) -> str:
        """A token's text; empty behind the last one."""
        return self.tokens[number].text if 0 <= number < len(self.tokens) else ""

    def place(self, number: int) -> tuple[int, int]:
        token: Token = self.tokens[number]
        return token.line, token.column


def _plain(text: bytes) -> bytes:
    return text.removeprefix(b"\xef\xbb\xbf")


def _partners(found: list[Token]) -> dict[int, int]:
    """Opening bracket → the one that closes it, and the other way; brackets without partners are left out."""
    partners: dict[int, int] = {}
    open_: list[int] = []
    for number, token in enumerate(found):
        if token.kind != "symbol":
            continue
        if token.text in _OPENING:
            open_.append(number)
        elif token.text in ")]}" and open_ and _OPENING[found[open_[-1]].text] == token.text:
            start = open_.pop()
            partners[start], partners[number] = number, start
    return partners
