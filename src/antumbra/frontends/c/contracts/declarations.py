"""What stands at file scope of a preprocessed text: functions with the clauses of their contracts, bodies skipped."""

from __future__ import annotations

import re
from typing import Final

from antumbra.frontends.c.contracts.tokens import Token, group_end, split
from antumbra.frontends.c.contracts.words import CLAUSES
from antumbra.frontends.errors import InputError
from antumbra.records import dataclass, field

_NAMELESS: Final = frozenset(
    re.findall(
        r"\w+",
        """void char short int long float double signed unsigned _Bool _Complex __int128 struct union enum const
        volatile restrict static extern inline register auto typedef _Noreturn _Thread_local __attribute__ __attribute
        asm __asm__ __asm typeof __typeof__ __typeof _Alignas __declspec _Atomic _Static_assert __extension__ __inline
        __inline__ __restrict __restrict__ __const __volatile__ __signed__ _BitInt _Float128 __auto_type sizeof""",
    )
)
#: what a second declaration of the same function should not repeat
_LEFT_OUT: Final = frozenset(re.findall(r"\w+", "extern static inline __inline __inline__ _Noreturn register"))
_WITH_GROUP: Final = frozenset(re.findall(r"\w+", "__attribute__ __attribute asm __asm__ __asm __declspec"))


@dataclass(frozen=True, slots=True)
class Clause:
    """``guard``: it counts only where this holds when the function is called (``assumes`` of a behavior)."""

    kind: str
    tokens: list[Token]
    at: Token
    acsl: bool = False
    guard: tuple[list[Token], ...] = ()


@dataclass(slots=True)
class Declaration:
    """``tokens`` are without clauses and without the body."""

    tokens: list[Token] = field(default_factory=list[Token])
    clauses: list[Clause] = field(default_factory=list[Clause])
    annotations: list[Token] = field(default_factory=list[Token])
    has_body: bool = False

    @property
    def name(self) -> Token | None:
        """The function that is declared, if it is one."""
        at = _name_at(self.tokens)
        return None if at is None else self.tokens[at]


@dataclass(frozen=True, slots=True)
class Unit:
    """``inner``: clauses and annotations in bodies of functions."""

    declarations: list[Declaration]
    inner: list[Token]


def read_unit(found: list[Token]) -> Unit:
    """Raises InputError where brackets do not match."""
    declarations: list[Declaration] = []
    inner: list[Token] = []
    now = Declaration()
    at = 0
    while at < len(found):
        token = found[at]
        if token.kind == "annotation":
            now.annotations.append(token)
        elif token.kind == "id" and token.text in CLAUSES and at + 1 < len(found) and found[at + 1].text == "(":
            end = group_end(found, at + 1)
            now.clauses.append(Clause(CLAUSES[token.text], found[at + 2 : end - 1], token))
            at = end
            continue
        elif token.text == ";" and token.kind == "symbol":
            declarations.append(now)
            now = Declaration()
        elif token.kind == "symbol" and token.text in ("(", "[", "{"):
            end = group_end(found, at)
            if token.text == "{" and _is_body(now):
                now.has_body = True
                inner += [each for each in found[at:end] if each.kind == "annotation" or each.text in CLAUSES]
                declarations.append(now)
                now = Declaration()
            else:
                now.tokens += (each for each in found[at:end] if each.kind != "annotation")
                now.annotations += (each for each in found[at:end] if each.kind == "annotation")
            at = end
            continue
        else:
            now.tokens.append(token)
        at += 1
    return Unit([*declarations, now], inner)


def _is_body(declaration: Declaration) -> bool:
    """Whether a brace that comes now opens the body of a function, rather than a list of members or values."""
    if not declaration.tokens:
        return True  # of an old-style definition, whose parameters were declared before
    if _name_at(declaration.tokens) is None or any(token.text == "=" for token in _outside(declaration.tokens)):
        return False
    last = declaration.tokens[-1].text
    return last in (")", "]") or last in _NAMELESS or bool(declaration.clauses)


def _outside(found: list[Token]) -> list[Token]:
    """Tokens that stand in no brackets."""
    depth, out = 0, list[Token]()
    for token in found:
        if token.kind == "symbol" and token.text in "([{":
            depth += 1
        elif token.kind == "symbol" and token.text in ")]}":
            depth -= 1
        elif depth == 0:
            out.append(token)
    return out


def _name_at(found: list[Token]) -> int | None:
    """The position of the name that a function's parameters follow."""
    at = 0
    while at + 1 < len(found):
        token, after = found[at], found[at + 1]
        if token.text in _WITH_GROUP and after.text == "(":
            at = group_end(found, at + 1)
            continue
        if token.kind == "symbol" and token.text in ("{", "["):
            at = group_end(found, at)
            continue
        if token.kind == "symbol" and token.text == "=":
            return None
        if token.kind == "id" and token.text not in _NAMELESS:
            if after.text == "(" and not _is_declarator(found, at + 1):
                return at
            if after.text == ")" and at + 2 < len(found) and found[at + 2].text == "(" and found[at - 1].text == "(":
                return at
        at += 1
    return None


def _is_declarator(found: list[Token], at: int) -> bool:
    """Whether brackets after a name are about what is declared: ``T (*f(int))(void)``, ``T (f)(int)``."""
    inner = found[at + 1 : group_end(found, at) - 1]
    end = group_end(found, at)
    if inner and inner[0].text == "*":
        return True
    return len(inner) == 1 and end < len(found) and found[end].text == "("


@dataclass(frozen=True, slots=True)
class Signature:
    """What a second function of the same type needs: words before the name, behind it, and names of parameters."""

    before: list[Token]
    after: list[Token]
    parameters: tuple[str, ...]
    returns: bool


def signature(declaration: Declaration) -> Signature:
    """Raises InputError where the declaration is not one that we can repeat."""
    found = declaration.tokens
    at = _name_at(found)
    if at is None:
        raise InputError("which function this contract is of is not understood", declaration.clauses[0].at.place)
    name = found[at]
    if any(token.text == "," for token in _outside(found[:at])):
        raise InputError(f"{name.text} has a contract, so it must be declared on its own", name.place)
    opening = at + 1 if found[at + 1].text == "(" else at + 2
    end = group_end(found, opening)
    behind = _outside(found[end:])
    if any(token.text not in (*_WITH_GROUP, *_NAMELESS) for token in behind if token.kind == "id"):
        raise InputError(f"{name.text} has a contract, so its parameters must have their types in (…)", name.place)
    before = _repeated(found[:at])
    returns = "void" not in [token.text for token in before] or any(token.text in "*(" for token in before)
    parameters = _parameters(found[opening + 1 : end - 1], name)
    after = [*found[at + 1 : end], *_repeated(found[end:])]
    return Signature(before, after, parameters, returns)


def _repeated(found: list[Token]) -> list[Token]:
    out: list[Token] = []
    at = 0
    while at < len(found):
        token = found[at]
        if token.text in _WITH_GROUP and at + 1 < len(found) and found[at + 1].text == "(":
            at = group_end(found, at + 1)
            continue
        if token.text == "{":  # of a structure whose members are told already
            at = group_end(found, at)
            continue
        if token.text not in _LEFT_OUT:
            out.append(token)
        at += 1
    return out


def _parameters(found: list[Token], name: Token) -> tuple[str, ...]:
    if not found or [token.text for token in found] == ["void"]:
        return ()
    names: list[str] = []
    for part in split(found, ","):
        if part and part[0].text == "...":
            raise InputError(f"a contract of {name.text}, which takes any number of arguments, is not read", name.place)
        names.append(_parameter(part, name))
    return tuple(names)


def _parameter(part: list[Token], function: Token) -> str:
    at, known = 0, None
    while at < len(part):
        token = part[at]
        if token.text in _WITH_GROUP and at + 1 < len(part):
            at = group_end(part, at + 1)
            continue
        if token.text == "(":
            inner = part[at + 1 : group_end(part, at) - 1]
            if inner and inner[0].text in ("*", "("):
                return _parameter(inner, function)
        if token.text in ("[", "("):
            at = group_end(part, at)
            continue
        if token.kind == "id" and token.text not in _NAMELESS:
            known = token
        at += 1
    words = [token for token in part if token.kind == "id"]
    tagged = len(words) >= 2 and words[-2].text in ("struct", "union", "enum")
    if known is None or tagged or (len(words) == 1 and len(part) == 1):
        raise InputError(f"a parameter of {function.text} has no name, and its contract needs one", function.place)
    return known.text
