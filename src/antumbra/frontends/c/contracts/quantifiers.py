"""Ranges of quantified variables, as their conditions give them, and how conditions are taken apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra.frontends.c.contracts.tokens import Token, group_end, split
from antumbra.frontends.errors import InputError
from antumbra.records import dataclass, field

#: quantifier → whether it is about all values
QUANTIFIERS: Final = {"\\forall": True, "__CPROVER_forall": True, "\\exists": False, "__CPROVER_exists": False}
_COMPARING: Final = ("==", "!=", "<", "<=", ">", ">=")
#: what binds less than &&
_LOOSE: Final = ("||", "^^", "==>", "<==>", "?", ",")
Comparison = tuple[list[Token], str, list[Token]]


def bare(found: list[Token]) -> list[Token]:
    """Without brackets around all of it."""
    while found and found[0].text == "(" and group_end(found, 0) == len(found):
        found = found[1:-1]
    return found


def conjuncts(found: list[Token]) -> list[list[Token]]:
    """What an ``&&`` joins at the top."""
    found = bare(found)
    binder = any(token.text in QUANTIFIERS for token in found[:1])
    loose = any(len(split(found, word)) > 1 for word in _LOOSE)
    parts = [found] if binder or loose else split(found, "&&")
    return [found] if len(parts) == 1 else [each for part in parts for each in conjuncts(part)]


@dataclass(slots=True)
class Spoken:
    """What a quantifier at ``token`` says. ``read`` gives C for parts of its condition; ``checks`` are clang's."""

    read: Callable[[list[Token]], str]
    token: Token
    acsl: bool
    checks: list[str] = field(default_factory=list[str])

    def bounds(self, name: str, type_: str, body: list[Token], *, every: bool) -> tuple[str | None, str]:
        """The least and the greatest value of the variable for which its range does not decide the condition.

        None: the variable has no sign, and nothing bounds it below.
        """
        body = bare(body)
        parts = split(body, "==>")
        if every != (len(parts) > 1) or any(len(split(body, word)) > 1 for word in ("<==>", "?")):
            expected = f"LEAST <= {name} && {name} < END {'==>' if every else '&&'} CONDITION"
            raise InputError(f"contract: expected a range: {expected}", self.token.place)
        low = high = None
        for one, sign, other in self._comparisons(parts[0]):
            less, more = (other, one) if sign in (">", ">=") else (one, other)
            step = int(sign in ("<", ">"))
            if _is(more, name) and not _mentions(less, name) and low is None:
                low = f"({self._border(less, type_)} + {step})"
                self._check_sign(less, type_)
            elif _is(less, name) and not _mentions(more, name) and high is None:
                high = f"({self._border(more, type_)} - {step})"
        if high is None or (low is None and self.acsl):
            what = f"contract: the range of {name} is not understood; expected its bounds"
            raise InputError(what, self.token.place)
        return low, high

    def _border(self, found: list[Token], type_: str) -> str:
        """As a comparison with the variable would have it: C converts both to one type."""
        text = self.read(found)
        return f"(_BitInt(128))({text})" if self.acsl else f"(_BitInt(128))(({text}) + ({type_})0)"

    def _check_sign(self, found: list[Token], type_: str) -> None:
        """A variable that may be negative must not be compared without signs: its range would have two parts."""
        if not self.acsl:
            common = f"__typeof__(({self.read(found)}) + ({type_})0)"
            what = "contract: the lower bound of a quantifier has no sign, and its variable has one"
            self.checks.append(f'_Static_assert(({type_})-1 > 0 || ({common})-1 < 0, "{what}");')

    def _comparisons(self, found: list[Token]) -> list[Comparison]:
        """Those that hold wherever the condition does: equations bound nothing, nor what others than && join."""
        out: list[Comparison] = []
        for part in conjuncts(found):
            sides, signs = _compared(part)
            loose = any(len(split(part, word)) > 1 for word in (*_LOOSE, "!", "&", "|", "^"))
            bounding = set(signs) <= {"<", "<="} or set(signs) <= {">", ">="}
            if not loose and bounding and all(sides) and (len(signs) == 1 or self.acsl):
                out += zip(sides, signs, sides[1:], strict=False)
        return out


def _compared(part: list[Token]) -> tuple[list[list[Token]], list[str]]:
    """What comparisons that stand in no brackets join."""
    sides: list[list[Token]] = [[]]
    signs: list[str] = []
    depth = 0
    for token in part:
        if token.kind == "symbol":
            depth += (token.text in "([{") - (token.text in ")]}")
            if depth == 0 and token.text in _COMPARING:
                signs.append(token.text)
                sides.append([])
                continue
        sides[-1].append(token)
    return sides, signs


def _is(found: list[Token], name: str) -> bool:
    return len(found) == 1 and found[0].text == name


def _mentions(found: list[Token], name: str) -> bool:
    return any(token.text == name for token in found)
