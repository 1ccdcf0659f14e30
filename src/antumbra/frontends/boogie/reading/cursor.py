"""The stream of tokens as the parsers see it, with their common errors."""

from __future__ import annotations

from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.frontends.boogie.reading.lexer import Token
from antumbra.frontends.boogie.reading.nesting import DEEPEST
from antumbra.frontends.boogie.reading.words import RESERVED


class ParseError(Exception):
    """One error; the parser catches it where it can go on."""

    def __init__(self, token: Token, message: str) -> None:
        super().__init__(message)
        self.token = token
        self.message = message


class Cursor:
    """Tokens with a position."""

    def __init__(self, tokens: list[Token], diagnostics: Diagnostics) -> None:
        self.tokens = tokens
        self.position = 0
        self.token = tokens[0]
        self.diagnostics = diagnostics
        self.depth = 0

    def advance(self) -> Token:
        token = self.token
        if token.kind != "end":
            self.position += 1
            self.token = self.tokens[self.position]
        return token

    def peek(self, ahead: int = 1) -> Token:
        return self.tokens[min(self.position + ahead, len(self.tokens) - 1)]

    def at(self, text: str) -> bool:
        """Is the next token this symbol or word?"""
        token = self.token
        return token.text == text and token.kind != "string"

    def accept(self, text: str) -> bool:
        if self.at(text):
            self.advance()
            return True
        return False

    def expect(self, text: str) -> Token:
        if not self.at(text):
            raise self.unexpected(f'"{text}"')
        return self.advance()

    def identifier(self, what: str = "identifier") -> Token:
        if self.token.kind != "id" or self.token.text in RESERVED:
            raise self.unexpected(what)
        return self.advance()

    def name(self, what: str = "identifier") -> str:
        return self.identifier(what).text.removeprefix("\\")

    def unexpected(self, expected: str) -> ParseError:
        token = self.token
        found = "the end of the file" if token.kind == "end" else f'"{token.text[:60]}"'
        return ParseError(token, f"{expected} expected, found {found}")

    def report(self, error: ParseError) -> None:
        self.diagnostics.error(error.token.place, error.message)

    def enter(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeep(self.token)

    def leave(self) -> None:
        self.depth -= 1


class TooDeep(Exception):  # noqa: N818
    """Nesting beyond what is read: ends the parse of the whole file."""

    def __init__(self, token: Token, most: int = DEEPEST) -> None:
        super().__init__(f"nested more than {most} levels deep")
        self.token = token
