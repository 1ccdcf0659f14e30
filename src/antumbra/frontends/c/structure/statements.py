"""Functions and their statements, read from tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from antumbra.frontends.c.structure.text import Text
from antumbra.frontends.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass, field

#: how deep statements may stand in each other
DEEPEST: Final = 200
_HEADED: Final = ("if", "while", "for", "switch")
_ATTRIBUTES: Final = (
    "__attribute__",
    "__attribute",
    "__asm__",
    "asm",
    "__asm",
    "__declspec",
    "_Alignas",
    "__typeof__",
    "typeof",
)
_SIMPLE: Final = ("return", "goto", "break", "continue")


@dataclass(slots=True)
class Statement:
    """Tokens ``first`` to before ``behind``. ``head``: the brackets of its condition, or of ``for`` (token numbers).

    ``kind``: its keyword, "compound", "label" (of ``case`` too), or "plain": an expression, a declaration, nothing.
    ``listed``: it stands in a compound statement, so that another one can stand before it.
    """

    kind: str
    first: int
    behind: int
    listed: bool
    head: tuple[int, int] | None = None
    parts: list[Statement] = field(default_factory=list["Statement"])

    def all(self) -> Iterator[Statement]:
        """It and what stands in it, in the order of the text."""
        waiting: list[Statement] = [self]
        while waiting:
            found = waiting.pop()
            yield found
            waiting.extend(reversed(found.parts))


@dataclass(frozen=True, slots=True)
class Function:
    """A function with a body. ``parameters``: their brackets, as token numbers."""

    name: str
    first: int
    parameters: tuple[int, int]
    body: Statement


def functions(text: Text) -> list[Function]:
    """The functions of a text. Raises InputError where it cannot be understood."""
    found: list[Function] = []
    number = start = 0
    while number < len(text.tokens):
        word = text.word(number)
        if word == "{":
            close = _partner(text, number)
            called = _named(text, start, number)
            if called is not None:
                body, behind = _Reader(text).statement(number, 0, listed=False)
                found.append(Function(text.word(called), start, (called + 1, _partner(text, called + 1)), body))
                number = start = behind
                continue
            number = close + 1
        elif word in ("(", "["):
            number = _partner(text, number) + 1
        else:
            number += 1
            if word == ";" and not _old_style(text, start, number):
                start = number
    return found


def _partner(text: Text, number: int) -> int:
    partner = text.partners.get(number)
    if partner is None or partner < number:
        raise InputError(f"nothing closes {text.word(number)!r}", Location(text.name, *text.place(number)))
    return partner


def _named(text: Text, start: int, brace: int) -> int | None:
    """The name of the function whose body begins here; None where it is no body."""
    number, named = start, None
    while number < brace:
        word = text.word(number)
        if word == "=" or (number == start and word == "typedef"):
            return None
        if word in _ATTRIBUTES and text.word(number + 1) == "(":
            number = _partner(text, number + 1) + 1
            continue
        if word == "(" and named is None and number > start and text.tokens[number - 1].kind == "id":
            named = number - 1
        number = _partner(text, number) + 1 if word in ("(", "[", "{") else number + 1
    return named


def _old_style(text: Text, start: int, behind: int) -> bool:
    """``int f(a) int a; { … }``: what ends here declares a parameter."""
    number = start
    while number < behind:
        word = text.word(number)
        if word in ("=", "{"):
            return False
        if word == "(":
            close = _partner(text, number)
            # a declaration ends behind its brackets, or with attributes
            return text.tokens[close + 1].kind == "id" and text.word(close + 1) not in _ATTRIBUTES
        number += 1
    return False


class _Reader:
    def __init__(self, text: Text) -> None:
        self._text = text

    def statement(self, at: int, depth: int, *, listed: bool) -> tuple[Statement, int]:
        """The statement that begins at a token, and what comes behind it."""
        text = self._text
        if at >= len(text.tokens) or depth > DEEPEST:
            what = "statements are nested too deeply" if depth > DEEPEST else "a statement is missing at the end"
            raise InputError(what, Location(text.name, *text.place(min(at, len(text.tokens) - 1))))
        word = text.word(at)
        if word == "{":
            return self._compound(at, depth, listed=listed)
        if word in _HEADED and text.word(at + 1) == "(":
            return self._headed(word, at, depth, listed=listed)
        if word == "do":
            return self._do(at, depth, listed=listed)
        label = self._label(at)
        if label is not None:
            if text.word(label) == "}":  # a label before the end of a block: newer C
                return Statement("label", at, label, listed), label
            inner, behind = self.statement(label, depth + 1, listed=listed)
            return Statement("label", at, behind, listed, parts=[inner]), behind
        behind = self._semicolon(at)
        return Statement(word if word in _SIMPLE else "plain", at, behind, listed), behind

    def _compound(self, at: int, depth: int, *, listed: bool) -> tuple[Statement, int]:
        text = self._text
        close = _partner(text, at)
        parts: list[Statement] = []
        number = at + 1
        while number < close:
            part, number = self.statement(number, depth + 1, listed=True)
            parts.append(part)
        if number != close:
            raise InputError("a statement does not end in its block", Location(text.name, *text.place(at)))
        return Statement("compound", at, close + 1, listed, parts=parts), close + 1

    def _headed(self, word: str, at: int, depth: int, *, listed: bool) -> tuple[Statement, int]:
        text = self._text
        close = _partner(text, at + 1)
        body, behind = self.statement(close + 1, depth + 1, listed=False)
        parts = [body]
        if word == "if" and text.word(behind) == "else":
            other, behind = self.statement(behind + 1, depth + 1, listed=False)
            parts.append(other)
        return Statement(word, at, behind, listed, (at + 1, close), parts), behind

    def _do(self, at: int, depth: int, *, listed: bool) -> tuple[Statement, int]:
        text = self._text
        body, behind = self.statement(at + 1, depth + 1, listed=False)
        if text.word(behind) != "while" or text.word(behind + 1) != "(":
            raise InputError("no while ends this do", Location(text.name, *text.place(at)))
        close = _partner(text, behind + 1)
        end = close + 2 if text.word(close + 1) == ";" else close + 1
        return Statement("do", at, end, listed, (behind + 1, close), [body]), end

    def _label(self, at: int) -> int | None:
        """Behind the label that stands here."""
        text = self._text
        word = text.word(at)
        if word in ("case", "default"):
            number = at + 1
            questions = 0
            while number < len(text.tokens) and (text.word(number) != ":" or questions):
                if text.word(number) in ("{", "}", ";"):
                    return None
                questions += (text.word(number) == "?") - (text.word(number) == ":")
                number = _partner(text, number) + 1 if text.word(number) == "(" else number + 1
            return number + 1
        if text.tokens[at].kind == "id" and text.word(at + 1) == ":":
            number = at + 2
            while text.word(number) in _ATTRIBUTES and text.word(number + 1) == "(":
                number = _partner(text, number + 1) + 1
            return number
        return None

    def _semicolon(self, at: int) -> int:
        """Behind the end of a plain statement."""
        text = self._text
        number = at
        while number < len(text.tokens):
            word = text.word(number)
            if word == ";":
                return number + 1
            if word in ("(", "[", "{"):
                number = _partner(text, number) + 1
            elif word in (")", "]", "}"):
                break
            else:
                number += 1
        raise InputError("no ; ends this statement", Location(text.name, *text.place(at)))
