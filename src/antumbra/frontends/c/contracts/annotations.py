"""ACSL's contracts, which stand in comments before a function, as clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from antumbra.frontends.c.contracts.declarations import Clause
from antumbra.frontends.c.contracts.tokens import Token, annotation_tokens, split
from antumbra.frontends.errors import InputError

_CONDITIONS: Final = ("requires", "ensures", "assumes")
#: clauses that say what we do not look at
_TRUSTED: Final = ("assigns", "frees", "allocates", "terminates", "decreases", "exits")
_SETS: Final = ("complete", "disjoint")
_KINDS: Final = ("check", "admit")
BINDERS: Final = ("\\forall", "\\exists", "\\let")
#: words with which an annotation begins that belongs to a function
_STARTS: Final = frozenset((*_CONDITIONS, *_TRUSTED, *_SETS, *_KINDS, "behavior", "for"))


def is_contract(comment: Token) -> bool:
    """Whether an annotation is of a function, by its first word; other tools have such comments, too."""
    text = comment.text[3:].lstrip(" \t\r\n@")
    word = ""
    for letter in text:
        if not letter.isalpha():
            break
        word += letter
    return word in _STARTS


class _Reader:
    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self._assumes: tuple[list[Token], ...] = ()  #: of the behavior that is being read
        self._behavior: list[Clause] = []
        self._behaviors: dict[str, tuple[list[Token], ...]] = {}
        self._name = ""

    def read(self, found: list[Token]) -> None:
        for part in _clauses(found):
            self._clause(part)
        # what a behavior says after the last clause of its own
        self._leave()

    def _clause(self, part: list[Token]) -> None:
        at = part[0]
        if at.text == "behavior":
            self._leave()
            if len(part) < 3 or part[1].kind != "id" or part[2].text != ":":
                raise InputError("expected behavior NAME:", at.place)
            self._name = part[1].text
            if self._name in self._behaviors:
                raise InputError(f"there are two behaviors {self._name}", part[1].place)
            self._behaviors[self._name] = ()
            if part[3:]:
                self._clause(part[3:])
            return
        if at.text in _SETS:
            self._leave()
            self._set(part)
            return
        if at.text in _CONDITIONS:
            self._condition(part)
        elif at.text in _TRUSTED:
            self.clauses.append(Clause(at.text, part[1:], at, acsl=True))
        else:
            known = ", ".join((*_CONDITIONS, *_TRUSTED[:2], "behavior", *_SETS))
            raise InputError(f"{at.text!r} begins no clause that is read; expected one of {known}", at.place)

    def _condition(self, part: list[Token]) -> None:
        at, condition = part[0], part[1:]
        if len(condition) > 2 and condition[0].kind == "id" and condition[1].text == ":":
            condition = condition[2:]  # a name
        if not condition:
            raise InputError(f"nothing follows {at.text}", at.place)
        if at.text != "assumes":
            self._behavior.append(Clause(at.text, condition, at, acsl=True))
        elif not self._name:
            raise InputError("assumes belongs to a behavior", at.place)
        else:
            self._assumes = (*self._assumes, condition)

    def _leave(self) -> None:
        """What stood in a behavior counts where all its assumptions hold, wherever among them it stood."""
        self.clauses += [
            Clause(clause.kind, clause.tokens, clause.at, acsl=True, guard=self._assumes) for clause in self._behavior
        ]
        if self._name:
            self._behaviors[self._name] = self._assumes
        self._behavior, self._assumes, self._name = [], (), ""

    def _set(self, part: list[Token]) -> None:
        at = part[0]
        if len(part) < 2 or part[1].text != "behaviors":
            raise InputError(f"expected {at.text} behaviors", at.place)
        names = [one[0].text for one in split(part[2:], ",") if one] or list(self._behaviors)
        for name in names:
            if name not in self._behaviors:
                raise InputError(f"there is no behavior {name} before", at.place)
        self.clauses.append(Clause(at.text, [], at, acsl=True, guard=tuple(_both(self._behaviors[n]) for n in names)))


def _clauses(found: list[Token]) -> Iterator[list[Token]]:
    """Each ends with a semicolon; those behind the variables of a quantifier are no end."""
    part: list[Token] = []
    binders = 0
    for token in found:
        binders += token.text in BINDERS
        if token.text != ";" or token.kind != "symbol":
            part.append(token)
        elif binders:
            binders -= 1
            part.append(token)
        else:
            if part:
                yield part
            part = []
    if part:
        yield part


def _both(conditions: tuple[list[Token], ...]) -> list[Token]:
    """One condition that says all of them."""
    out: list[Token] = []
    for condition in conditions:
        first = condition[0]
        out += [first._replace(kind="symbol", text="&&")] * bool(out)
        out += [first._replace(kind="symbol", text="("), *condition, first._replace(kind="symbol", text=")")]
    return out


def clauses_of(comments: list[Token]) -> list[Clause]:
    """What the annotations before a function say. Raises InputError, with a place, for what is not understood."""
    reader = _Reader()
    for comment in comments:
        if is_contract(comment):
            reader.read(annotation_tokens(comment))
    return reader.clauses
