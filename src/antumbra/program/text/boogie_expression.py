"""Conditions over integers, reals and booleans as Boogie expressions that mean the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from antumbra.program.text.c_expression import LARGEST
from antumbra.terms import operators as O
from antumbra.terms import subterms
from antumbra.terms.term import Term

_INFIX: Final = {
    O.ADD: "+", O.SUB: "-", O.MUL: "*", O.DIV: "div", O.MOD: "mod", O.REAL_DIV: "/",
    O.LE: "<=", O.LT: "<", O.EQ: "==", O.AND: "&&", O.OR: "||",
}  # fmt: skip
_LOGIC: Final = (O.AND, O.OR)


def boogie_expression(condition: Term, names: Mapping[Term, str]) -> str | None:
    """None where Boogie's variables, or these operators, do not say it. Division by zero is open in both."""
    size: dict[Term, int] = {}
    texts: dict[Term, str] = {}
    for term in subterms(condition):
        size[term] = 1 + sum(size[argument] for argument in term.args)
        text = _text(term, [texts[a] for a in term.args], names) if size[term] <= LARGEST else None
        if text is None:
            return None
        texts[term] = text
    return texts[condition].removeprefix("(").removesuffix(")") if condition.op in _INFIX else texts[condition]


def _text(term: Term, parts: list[str], names: Mapping[Term, str]) -> str | None:
    """With parentheses around what has an operator."""
    op = term.op
    if op is O.VAR:
        return names.get(term)
    if op is O.CONST and term.sort.kind == "bool":
        return "true" if term.data else "false"
    if op is O.CONST and term.sort.kind == "int":
        return str(term.data) if term.data >= 0 else f"({term.data})"
    if op is O.NOT:
        return f"!{parts[0]}"
    if op is O.NEG:
        return f"(-{parts[0]})"
    if op is O.ITE:
        return f"(if {parts[0]} then {parts[1]} else {parts[2]})"
    if op in _INFIX and (len(parts) == 2 or op in (*_LOGIC, O.ADD, O.MUL)):
        return f"({f' {_INFIX[op]} '.join(parts)})"
    return None
