"""Conditions of witnesses as C that changes nothing: no assignment, no call, no name of ours."""

from __future__ import annotations

import re
from typing import Final

from antumbra.frontends.c.contracts.expressions import OLD, Scope, Translator
from antumbra.frontends.c.contracts.tokens import Token, tokens
from antumbra.frontends.errors import InputError
from antumbra.patterns import pattern
from antumbra.program.source import Location

LONGEST: Final = 200_000
_CHANGING: Final = frozenset(
    ("=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "{", "}", ";")
)
_TYPE: Final = pattern(
    r"(?:void|char|short|int|long|float|double|signed|unsigned|_Bool|const|volatile|__int128|struct|union|enum|bool"
    r"|s?size_t|u?int(?:8|16|32|64|ptr|max)_t|ptrdiff_t|wchar_t)\Z"
)
_ASKING: Final = ("sizeof", "_Alignof", "__alignof__")
#: names of ours, and what our own macros are made of
_OURS: Final = pattern(r"(?:__antumbra\w*|_Generic|_BitInt|__typeof__)\Z")
_DEEPEST: Final = 150


def condition(
    text: str, written: str, place: Location | None, typedefs: frozenset[str], scope: Scope | None = None
) -> str:
    """C text that is nonzero where the condition holds. ``written``: its format. Raises InputError at ``place``.

    ``typedefs``: names of types; a name in brackets before brackets is a cast if it is one of them, else it is a call.
    """
    acsl = written in ("acsl_expression", "ext_c_expression")
    try:
        found = _tokens(text)
        names = _check(found, typedefs, acsl=acsl, behind=scope is not None)
        code = Translator(scope or Scope(()), acsl=acsl, before=scope is None).condition(found, found[0])
        # no C where such a name is that of a variable: then it would be called
        types = "".join(f"(void)sizeof({name} *), " for name in names)
        return f"({types}({code}))" if types else code
    except RecursionError:
        raise InputError("the condition is nested too deeply", place) from None
    except InputError as error:
        raise InputError(error.message.removeprefix("contract: "), _within(place, error.location)) from error


def check_expanded(found: list[Token], typedefs: frozenset[str]) -> None:
    """The same of what the preprocessor has made of a condition and of our code around it: macros may say anything.
    Raises InputError."""
    _check(found, typedefs, acsl=False, ours=True)


def typedefs_of(content: str) -> frozenset[str]:
    """Names that a text declares as types, as far as that is plainly to be seen."""
    return frozenset(re.findall(r"\btypedef\b[^;{}]*?\b(\w+)\s*;", content)) | frozenset(
        re.findall(r"\}\s*(\w+)\s*;", content)
    )


def _tokens(text: str) -> list[Token]:
    """At least one."""
    if len(text) > LONGEST:
        raise InputError("the condition is too long")
    if "#" in text:
        raise InputError("'#' is no part of a condition")
    found = [token for token in tokens(text, "") if token.kind != "annotation"]
    if not found:
        raise InputError("the condition is empty")
    return found


def _check(
    found: list[Token], typedefs: frozenset[str], *, acsl: bool, ours: bool = False, behind: bool = False
) -> tuple[str, ...]:
    """The names that have to be types, or something is called. ``ours``: it has names of ours. ``behind``: it holds
    behind a call, so that there are values from before."""
    depth = 0
    types: list[str] = []
    for number, token in enumerate(found):
        if token.kind == "symbol" and token.text in _CHANGING:
            raise InputError(f"{token.text!r} in a condition, which must not change anything", token.place)
        depth += (token.text in ("(", "[")) - (token.text in (")", "]")) if token.kind == "symbol" else 0
        if depth > _DEEPEST:
            raise InputError("the condition is nested too deeply", token.place)
        if token.text in OLD and not behind:
            raise InputError(f"{token.text} outside of a postcondition is not read", token.place)
        if token.text.startswith("__antumbra") and not ours:
            raise InputError(f"{token.text} is a name of ours", token.place)
        if token.text != "(" or token.kind != "symbol" or number == 0:
            continue
        before = found[number - 1]
        if ours and _OURS.match(before.text):
            continue
        if before.kind == "id" and before.text not in _ASKING and not (acsl and before.text.startswith("\\")):
            raise InputError(f"a call of {before.text} in a condition, which must not call anything", before.place)
        if before.text == ")":
            inner = _inner(found, number - 1)
            if not _is_type(inner, typedefs) and not (ours and inner and inner[0].text == "_BitInt"):
                raise InputError("a call in a condition, which must not call anything", token.place)
            types += (each.text for each in inner if each.text in typedefs)
        if before.text == "]":
            raise InputError("a call in a condition, which must not call anything", token.place)
    return tuple(dict.fromkeys(types))


def _inner(found: list[Token], close: int) -> list[Token]:
    """What stands in the brackets that end here."""
    depth = 0
    for number in range(close, -1, -1):
        depth += (found[number].text == ")") - (found[number].text == "(")
        if not depth:
            return found[number + 1 : close]
    raise InputError("nothing opens ')'", found[close].place)


def _is_type(inner: list[Token], typedefs: frozenset[str]) -> bool:
    tag = False
    for token in inner:
        if token.text == "*" or _TYPE.match(token.text) or token.text in typedefs or tag:
            tag = token.text in ("struct", "union", "enum")
            continue
        return False
    return bool(inner) and inner[0].text != "*"


def _within(place: Location | None, inner: Location | None) -> Location | None:
    if place is None or inner is None or inner.line != 1 or inner.file:
        return place
    return Location(place.file, place.line, place.column + inner.column)
