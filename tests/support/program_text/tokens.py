"""The program text cut into tokens, and the error that says where reading failed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.program.text.notation import PLAIN, UNESCAPES


class ReadError(InputError):
    """The text is not a program: says the line, the column, what is there and what was expected."""


@dataclass(frozen=True, slots=True)
class Token:
    """``kind``: name, quoted, number, string, symbol, place (a location comment), bar (a source line), end."""

    kind: str
    text: str
    start: int
    end: int


_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|(.))", re.DOTALL)
_WHITE: Final = re.compile(r"(?:[ \t\r\n]+|//(?![ \t]*@)[^\n]*)+")
_TOKEN: Final = re.compile(
    r"""
    (?P<place>//[ \t]*@[^\n]*)
  | (?P<bar>\|(?<=\n\|)(?:[ ][^\n]*)?(?=\n|\Z))
  | (?P<number>0x[0-9a-fA-F]+?bv[0-9]+(?![0-9A-Za-z_])
             | [0-9]+bv[0-9]+(?![0-9A-Za-z_])
             | 0x[0-9a-fA-F]+
             | [0-9]+//[0-9]+
             | [0-9]+\.[0-9]+(?:e[+-]?[0-9]+)?
             | [0-9]+(?:e[+-]?[0-9]+)?)
  | (?P<quoted>`(?:[^`\\\n]|\\.)*`)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<name>NAME)
  | (?P<let>\#[0-9]+)
  | (?P<symbol><=u(?!\w)|<=s(?!\w)|<=f(?!\w)|<u(?!\w)|<s(?!\w)|<f(?!\w)|==f(?!\w)|>>u(?!\w)|>>s(?!\w)
             | \+f(?!\w)|-f(?!\w)|\*f(?!\w)|/f(?!\w)
             | :=|::|->|\|\||&&|==|!=|<=|<<|\+\+|[-+*/&|^!<>(){}\[\]:;,='])
    """.replace("NAME", PLAIN.pattern),
    re.VERBOSE,
)


def whole(digits: str) -> int:
    """A natural number; raises ValueError for decimals longer than Python converts (hexadecimals have no limit)."""
    if digits.startswith("0x"):
        return int(digits, 16)
    if len(digits) > 4_000:
        raise ValueError("too many digits: write it in hexadecimal")
    return int(digits)


class Tokens:
    """A cursor over the tokens of a text."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self._tokens = list(self._cut())
        self._at = 0

    def _cut(self) -> list[Token]:
        found: list[Token] = []
        text = self.text
        at = 0
        while True:
            white = _WHITE.match(text, at)
            if white:
                at = white.end()
            if at >= len(text):
                found.append(Token("end", "", at, at))
                return found
            match = _TOKEN.match(text, at)
            if match is None:
                what = "an unclosed quote" if text[at] in '"`' else f"the character {text[at]!r}"
                raise self.error(at, f"{what} cannot stand here")
            found.append(Token(match.lastgroup or "", match.group(), at, match.end()))
            at = match.end()

    # ------------------------------------------------------------ errors

    def location(self, offset: int) -> Location:
        line = self.text.count("\n", 0, offset) + 1
        return Location(self.file, line, offset - (self.text.rfind("\n", 0, offset) + 1) + 1)

    def error(self, at: int | Token, message: str) -> ReadError:
        offset = at if isinstance(at, int) else at.start
        line = self.text[self.text.rfind("\n", 0, offset) + 1 :].split("\n", 1)[0]
        return ReadError(message, self.location(offset), (line.strip()[:200],))

    def expected(self, what: str) -> ReadError:
        token = self.peek
        shown = "the end of the text" if token.kind == "end" else f"{token.text[:40]!r}"
        return self.error(token, f"expected {what}, found {shown}")

    # ------------------------------------------------------------ reading

    @property
    def peek(self) -> Token:
        return self._tokens[self._at]

    def ahead(self, count: int = 1) -> Token:
        return self._tokens[min(self._at + count, len(self._tokens) - 1)]

    def next(self) -> Token:
        token = self._tokens[self._at]
        if token.kind != "end":
            self._at += 1
        return token

    def is_word(self, *words: str) -> bool:
        """The next token is one of these bare words or symbols."""
        return self.peek.text in words and self.peek.kind in ("name", "symbol")

    def accept(self, *words: str) -> str | None:
        return self.next().text if self.is_word(*words) else None

    def expect(self, word: str) -> Token:
        if not self.is_word(word):
            raise self.expected(f"'{word}'")
        return self.next()

    def name(self, what: str) -> str:
        token = self.peek
        if token.kind == "name":
            return self.next().text
        if token.kind == "quoted":
            return self.unescape(self.next())
        raise self.expected(what)

    def string(self, what: str) -> str:
        if self.peek.kind != "string":
            raise self.expected(what)
        return self.unescape(self.next())

    def natural(self, what: str) -> int:
        token = self.peek
        if token.kind != "number" or not re.fullmatch(r"0x[0-9a-fA-F]+|[0-9]+", token.text):
            raise self.expected(what)
        self.next()
        try:
            return whole(token.text)
        except ValueError as error:
            raise self.error(token, str(error)) from None

    def integer(self, what: str) -> int:
        negative = self.accept("-") is not None
        value = self.natural(what)
        return -value if negative else value

    def unescape(self, token: Token) -> str:
        def one(match: re.Match[str]) -> str:
            code, letter = match.groups()
            if code is not None and int(code, 16) < 0x110000:
                return chr(int(code, 16))
            if letter is None or letter not in UNESCAPES:
                raise self.error(token.start + 1 + match.start(), f"unknown escape {match.group()!r}")
            return UNESCAPES[letter]

        return _ESCAPE.sub(one, token.text[1:-1])
