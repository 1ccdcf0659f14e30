"""Text to tokens. Goes on after an error, so that all of them are told."""

from __future__ import annotations

import re
from typing import NamedTuple

from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.patterns import pattern


class Token(NamedTuple):
    kind: str  # "id" "int" "bv" "real" "float" "string" "symbol" "end"
    text: str
    line: int
    column: int

    @property
    def place(self) -> tuple[int, int]:
        return self.line, self.column


_TOKEN = pattern(
    r"""(?P<space>[ \t\r\f\v]+)
    |(?P<newline>\n)
    |(?P<line>//[^\n]*)
    |(?P<comment>/\*)
    |(?P<float>-?0x[0-9A-Fa-f]+\.[0-9A-Fa-f]+e-?[0-9]+f[0-9]+e[0-9]+|0(?:NaN|nan|\+oo|-oo)[0-9]+e[0-9]+)
    |(?P<bv>[0-9]+bv[0-9]+)(?![A-Za-z0-9_])
    |(?P<real>[0-9]+(?:\.[0-9]+(?:e-?[0-9]+)?|e-?[0-9]+))
    |(?P<int>[0-9]+)
    |(?P<id>\\?[A-Za-z_'~\#$^.?`][A-Za-z0-9_'~\#$^.?`]*)
    |(?P<string>"(?:\\"|[^"\n])*")
    |(?P<symbol><==>|==>|<==|:=|::|\{[ \t]*:(?![:=])|\|\{|\}\||->|\+\+|\*\*|&&|\|\||==|!=|<=|>=|<:
        |[-+*/<>!=(){}\[\],;:|]
        |[¬∧∨⇒⇐⇔≠≤≥∀∃λ•])
    """,
    re.VERBOSE,
)

_UNICODE = {
    "¬": "!",
    "∧": "&&",
    "∨": "||",
    "⇒": "==>",
    "⇐": "<==",
    "⇔": "<==>",
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "•": "::",
}
_UNICODE_WORDS = {"∀": "forall", "∃": "exists", "λ": "lambda"}


def tokenize(text: str, diagnostics: Diagnostics) -> list[Token]:
    """All tokens, with an ``end`` token behind the last."""
    tokens: list[Token] = []
    position, line, start = 0, 1, 0
    length = len(text)
    match = _TOKEN.match
    while position < length:
        found = match(text, position)
        column = position - start + 1
        if found is None:
            diagnostics.error((line, column), _complaint(text, position))
            position += 1
            if text[position - 1] == '"':  # a string that does not end: leave out the rest of its line
                end = text.find("\n", position)
                position = length if end < 0 else end
            continue
        kind = found.lastgroup or ""
        position = found.end()
        match_text = found.group()
        if kind == "newline":
            line += 1
            start = position
        elif kind == "comment":
            end, lines, last = _comment_end(text, position)
            if end < 0:
                diagnostics.error((line, column), "this comment does not end, expected */")
                position = length
            else:
                position = end
                if lines:
                    line += lines
                    start = last
        elif kind == "symbol" and match_text in _UNICODE_WORDS:
            tokens.append(Token("id", _UNICODE_WORDS[match_text], line, column))
        elif kind == "symbol":
            text_of = "{:" if match_text[0] == "{" and len(match_text) > 1 else _UNICODE.get(match_text, match_text)
            tokens.append(Token(kind, text_of, line, column))
        elif kind not in ("space", "line"):
            if kind in _NUMBERS and _too_long(match_text):
                diagnostics.error((line, column), "this number is longer than can be read")
                match_text = {"int": "0", "bv": "0bv1", "real": "0.0", "float": "0NaN24e8"}[kind]
            tokens.append(Token(kind, match_text, line, column))
    tokens.append(Token("end", "", line, position - start + 1))
    return tokens


_NUMBERS = frozenset({"int", "bv", "real", "float"})
#: digits of a number, and the size of a real's exponent: far beyond what programs have, and harmless
_MOST_DIGITS = 4000
_LARGEST_EXPONENT = 10_000


def _too_long(text: str) -> bool:
    if text.startswith(("0x", "-0x", "0N", "0n", "0+", "0-")):  # a float: its parts are looked at later
        return len(text) > _MOST_DIGITS
    digits, _, exponent = text.partition("e")
    return len(digits) > _MOST_DIGITS or (
        exponent != "" and (len(exponent) > _MOST_DIGITS or abs(int(exponent)) > _LARGEST_EXPONENT)
    )


def _comment_end(text: str, position: int) -> tuple[int, int, int]:
    """Behind the comment whose start was read: (position or -1, line breaks in it, start of the last line)."""
    depth, lines, last = 1, 0, 0
    for found in re.compile(r"/\*|\*/|\n").finditer(text, position):
        piece = found.group()
        if piece == "\n":
            lines += 1
            last = found.end()
        elif piece == "/*":
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                return found.end(), lines, last
    return -1, lines, last


def _complaint(text: str, position: int) -> str:
    character = text[position]
    if character == '"':
        return "this string does not end on its line"
    return f"invalid character {character!r}"
