"""Tokens of preprocessed C, and of annotations in its comments, each with the place where the user wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from antumbra.frontends.errors import InputError
from antumbra.patterns import pattern
from antumbra.program.source import Location


class Token(NamedTuple):
    """``kind``: "id", "number", "text" (strings and characters), "symbol", "annotation" (an ACSL comment, whole)."""

    kind: str
    text: str
    file: str
    line: int
    column: int

    @property
    def place(self) -> Location:
        return Location(self.file, self.line, self.column)


_SYMBOLS: Final = (
    r"<==>|==>|\.\.\.|<<=|>>=|\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|\#\#"
    r"|[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]\#@$`]"
)
_FLAGS: Final = re.VERBOSE | re.MULTILINE | re.DOTALL
_TOKEN: Final = rf"""(?P<marker>^[ \t]*\#[ \t]*(?:line[ \t]+)?(?P<line>\d+)[ \t]+"(?P<file>(?:\\.|[^"\\\n])*)"[^\n]*$)
    |(?P<directive>^[ \t]*\#(?:\\\r?\n|[^\n])*$)
    |(?P<newline>\n)
    |(?P<space>[ \t\r\f\v]+|\\\n)
    |(?P<comment>/\*.*?\*/|//(?:\\\r?\n|[^\n])*)
    |(?P<text>(?:u8|[uUL])?(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
    |(?P<id>\\?[A-Za-z_$][A-Za-z0-9_$]*)
    |(?P<number>NUMBER)
    |(?P<symbol>{_SYMBOLS})
    |(?P<other>.)
    """
#: C's numbers; in ACSL two points after digits are a range
_C: Final = pattern(_TOKEN.replace("NUMBER", r"\.?[0-9](?:[eEpP][-+]|[A-Za-z0-9_.'])*"), _FLAGS)
_ACSL: Final = pattern(
    _TOKEN.replace("NUMBER", r"(?:0[xX][0-9A-Fa-f]+|[0-9]+(?:\.(?!\.)[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+)[uUlLfF]*"),
    _FLAGS,
)


def tokens(text: str, file: str) -> Iterator[Token]:
    """Of preprocessed text; its line markers say where each token is from. Other comments than ACSL's are left out."""
    yield from _scan(_C, text, file, 1, 1)


def annotation_tokens(comment: Token) -> list[Token]:
    """What stands in an ACSL comment; comments within it and signs at its borders are no part of it."""
    text = comment.text
    inner = text[3:] if text.startswith("//") else text[3:-2]
    if not text.startswith("//"):
        inner = re.sub(r"@[ \t]*\Z", " ", inner)
        inner = re.sub(r"(?m)^([ \t]*)@", r"\1 ", inner)
    inner = inner.replace("\\\n", " \n")
    return list(_scan(_ACSL, inner, comment.file, comment.line, comment.column + 3))


def _scan(pattern: re.Pattern[str], text: str, file: str, line: int, column: int) -> Iterator[Token]:
    start = 1 - column  # where the line begins, so that a token's column is its position less this
    for match in pattern.finditer(text):
        kind, found = str(match.lastgroup), match[0]
        if match["marker"] is not None:
            file, line = re.sub(r"\\(.)", r"\1", match["file"]), int(match["line"]) - 1
            continue
        place = match.start() - start + 1
        if kind == "newline":
            line, start = line + 1, match.end()
        elif kind == "comment":
            if found[2:3] == "@":
                yield Token("annotation", found, file, line, place)
            if "\n" in found:
                line, start = line + found.count("\n"), match.start() + found.rfind("\n") + 1
        elif kind == "other":
            raise InputError(f"{found!r} is no token of C", Location(file, line, place))
        elif kind not in ("space", "directive"):
            yield Token(kind, found, file, line, place)
        elif "\n" in found:
            line, start = line + found.count("\n"), match.start() + found.rfind("\n") + 1


_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}


def group_end(found: list[Token], at: int) -> int:
    """The position behind the bracket that closes the one at ``at``. Raises InputError if there is none."""
    waiting: list[str] = []
    for number in range(at, len(found)):
        token = found[number]
        if token.kind != "symbol":
            continue
        if token.text in _CLOSING:
            waiting.append(_CLOSING[token.text])
        elif waiting and token.text == waiting[-1]:
            waiting.pop()
            if not waiting:
                return number + 1
        elif token.text in ")]}":
            break
    raise InputError(f"nothing closes {found[at].text!r}", found[at].place)


def split(found: list[Token], separator: str) -> list[list[Token]]:
    """Parts between separators that stand in no brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in found:
        if token.kind == "symbol":
            depth += (token.text in "([{") - (token.text in ")]}")
            if token.text == separator and depth == 0:
                parts.append([])
                continue
        parts[-1].append(token)
    return parts


def spelled(found: list[Token]) -> str:
    """For people: as it was written, in one line."""
    text = ""
    for before, token in zip([None, *found], found, strict=False):
        near = before is not None and before.line == token.line and before.column + len(before.text) == token.column
        text += token.text if near or not text else f" {token.text}"
    return text
