"""Terms as LLVM instructions: truth values are i1, everything else an i64 that holds the number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra import terms as T
from antumbra.engines.abstract.explicit.layout import Layout
from antumbra.terms import Op, Term

_COMPARED: Final[dict[Op, str]] = {
    T.EQ: "eq",
    T.LT: "slt",
    T.LE: "sle",
    T.BVULT: "ult",
    T.BVULE: "ule",
}
_PLAIN: Final[dict[Op, str]] = {T.ADD: "add", T.SUB: "sub", T.MUL: "mul"}


class Code:
    """The text of one function. ``words`` are the names of the words of the state that terms are about."""

    def __init__(self, layout: Layout, words: Sequence[str]) -> None:
        self.lines: list[str] = []
        self.known: dict[Term, str] = {}
        self._layout = layout
        self._words = words
        self._names = 0

    def do(self, text: str) -> str:
        """One instruction; the name of what it computes."""
        self._names += 1
        self.lines.append(f"  %v{self._names} = {text}")
        return f"%v{self._names}"

    def put(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def begin(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def value(self, term: Term) -> str:
        """The name of a term's value; what was computed before, in blocks that every way here passes, is there."""
        stack = [term]
        while stack:
            top = stack[-1]
            if top in self.known:
                stack.pop()
                continue
            missing = [a for a in top.args if a not in self.known]
            if missing:
                stack += missing
                continue
            stack.pop()
            self.known[top] = self._operation(top, [self.known[a] for a in top.args])
        return self.known[term]

    def _operation(self, term: Term, args: Sequence[str]) -> str:
        op = term.op
        if op is T.CONST:
            return ("true" if term.data else "false") if term.sort is T.BOOL else str(int(term.data))
        if op is T.VAR:
            return self._variable(term)
        if op is T.NOT:
            return self.do(f"xor i1 {args[0]}, true")
        if op in (T.AND, T.OR):
            found = args[0]
            for other in args[1:]:
                found = self.do(f"{op.name} i1 {found}, {other}")
            return found
        if op in _COMPARED:
            kind = "i1" if term.args[0].sort is T.BOOL else "i64"
            return self.do(f"icmp {_COMPARED[op]} {kind} {args[0]}, {args[1]}")
        if op is T.ITE:
            kind = "i1" if term.sort is T.BOOL else "i64"
            return self.do(f"select i1 {args[0]}, {kind} {args[1]}, {kind} {args[2]}")
        if op in _PLAIN:
            return self.do(f"{_PLAIN[op]} i64 {args[0]}, {args[1]}")
        if op is T.NEG:
            return self.do(f"sub i64 0, {args[0]}")
        if op is T.MOD:
            # the divisor is positive: a remainder below zero lacks it once
            rest = self.do(f"srem i64 {args[0]}, {args[1]}")
            below = self.do(f"icmp slt i64 {rest}, 0")
            return self.do(f"select i1 {below}, i64 {self.do(f'add i64 {rest}, {args[1]}')}, i64 {rest}")
        if op is T.INT2BV:
            return self.do(f"and i64 {args[0]}, {(1 << term.sort.width) - 1}")
        if op in (T.BV2NAT, T.ZERO_EXTEND):
            return args[0]
        raise ValueError(f"no code for {op.name}")  # layout.finite has looked

    def _variable(self, variable: Term) -> str:
        field = self._layout.fields[variable]
        found = self._words[field.word]
        if field.shift:
            found = self.do(f"lshr i64 {found}, {field.shift}")
        found = self.do(f"and i64 {found}, {field.mask}")
        return self.do(f"trunc i64 {found} to i1") if variable.sort is T.BOOL else found

    def number(self, term: Term) -> str:
        """As an i64, whatever the sort."""
        found = self.value(term)
        return self.do(f"zext i1 {found} to i64") if term.sort is T.BOOL else found
