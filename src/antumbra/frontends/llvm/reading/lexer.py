"""Tokens of LLVM text. Lines are short, so one regular expression over a line is the whole lexer."""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(
    r'c?"[^"]*"'
    r'|[%@](?:"[^"]*"|[-\w$.]+)'
    r'|!(?:"[^"]*"|[-\w$.\\]*)'
    r"|#\w+"
    r"|\.\.\."
    r"|0x[KLMHR]?[0-9A-Fa-f]+"
    r"|-?\d+(?:\.\d*(?:[eE][-+]?\d+)?)?"
    r"|[A-Za-z_$.][-\w$.]*"
    r"|[^\s]"
)
_ESCAPE: Final = re.compile(r"\\([0-9A-Fa-f]{2}|\\)")


def words(text: str) -> frozenset[str]:
    """A set of words, for tables."""
    return frozenset(text.split())


class ParseError(Exception):
    """The text is not what LLVM prints. Ours is always printed by LLVM, so this is rare."""


class Cursor:
    """The tokens of one line (or chunk) and a place among them. The empty token is the end."""

    __slots__ = ("at", "tokens")

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = _TOKEN.findall(text)
        self.tokens.append("")
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at]

    def next(self) -> str:
        word = self.tokens[self.at]
        if word:
            self.at += 1
        return word

    def accept(self, token: str) -> bool:
        if self.tokens[self.at] == token:
            self.at += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if self.tokens[self.at] != token:
            raise ParseError(f"expected {token!r} but found {self.tokens[self.at]!r} in: {' '.join(self.tokens)[:200]}")
        self.at += 1

    def skip_group(self) -> None:
        """Past a balanced group if one starts here."""
        if self.tokens[self.at] != "(":
            return
        depth = 0
        while word := self.next():
            if word in "([{":
                depth += 1
            elif word in ")]}":
                depth -= 1
                if depth == 0:
                    return


def unquote(name: str) -> str:
    """A name as in the program, without quotes and hexadecimal escapes, but for spaces: names with a space are ours."""
    if name[:1] != '"':
        return name
    return unescape(name).decode("utf-8", "surrogateescape").replace("\\", "\\5C").replace(" ", "\\20")


def unescape(text: str) -> bytes:
    """The bytes of a string token, with or without the leading ``c``."""
    inner = text[text.index('"') + 1 : -1]
    if "\\" not in inner:
        return inner.encode("utf-8", "surrogateescape")
    out = bytearray()
    at = 0
    for match in _ESCAPE.finditer(inner):
        out += inner[at : match.start()].encode("utf-8", "surrogateescape")
        out.append(0x5C if match[1] == "\\" else int(match[1], 16))
        at = match.end()
    out += inner[at:].encode("utf-8", "surrogateescape")
    return bytes(out)


def alignment(c: Cursor) -> int:
    """What ``align`` says in the rest of a line; 1 if it says nothing."""
    rest = c.tokens[c.at - 1 :]
    if "align" not in rest:
        return 1
    number = rest[rest.index("align") + 1]
    return int(number) if number.isdigit() else 1


def type_text(rest: str) -> str:
    """The text of the type at the head of ``rest``: up to the comma outside brackets."""
    depth = 0
    for i, letter in enumerate(rest):
        if letter in "[{<(":
            depth += 1
        elif letter in "]}>)":
            depth -= 1
        elif letter == "," and depth == 0:
            return rest[:i]
    return rest
