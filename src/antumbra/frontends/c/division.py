"""Divisions by the constant zero, which clang folds: what is left of them is a check that always fails.

Clang is told to end the program where a divisor is zero. Where it can be zero or not, the division itself is there and
is checked like any other, so the check goes; where it always is, a division by zero takes its place.
"""

from __future__ import annotations

import re
from typing import Final

from antumbra.patterns import pattern

#: the two arguments belong together: a handler would be shared with overflow, the trap is not
FLAGS: Final = ("-fsanitize=integer-divide-by-zero", "-fsanitize-trap=integer-divide-by-zero")

#: the number is that of clang's handler for divisions
_TRAP: Final = "call void @llvm.ubsantrap(i8 3)"
#: a block with a name, as blocks have them with our flags: without it, no number is left out
_BLOCK: Final = pattern(rf"([a-z][^\s:]*):.*\n  {re.escape(_TRAP)}.*\n  unreachable\b.*\n\n?")
_CHECK: Final = r"\n  br i1 (\S+), label (%\S+), label %((?:{})[^\s,]*)(, !dbg !\d+)?(?:, .*)?(?=\n)"


def explicit_divisions(ir: str) -> str:
    """The module with divisions by zero in place of clang's checks of divisors."""
    out: list[str] = []
    at = 0
    while (trap := ir.find(_TRAP, at)) >= 0:
        # a function is from the last head before it to the first line with nothing but its brace behind it
        start, end = ir.rfind("\ndefine ", at, trap) + 1, ir.find("\n}\n", trap)
        if end < 0 or (not start and not ir.startswith("define ")):
            break
        out += [ir[at:start], _function(ir[start : end + 1])]
        at = end + 1
    return "".join([*out, ir[at:]])


def _function(text: str) -> str:
    traps: dict[str, None] = {}
    out: list[str] = []
    at = 0
    while (trap := text.find(_TRAP, at)) >= 0:
        start = text.rfind("\n", 0, text.rfind("\n", 0, trap)) + 1  # of the line before
        block = _BLOCK.match(text, start)
        if block is None:
            start = end = trap + len(_TRAP)
        else:
            end = block.end()
            traps[block[1]] = None
        out.append(text[at:start])
        at = end
    if not traps:
        return text
    # a large function has many other branches
    stems = sorted({name.rstrip("0123456789.") for name in traps})
    check = re.compile(_CHECK.format("|".join(map(re.escape, stems))))
    made = 0

    def unchecked(branch: re.Match[str]) -> str:
        nonlocal made
        condition, then, otherwise, place = branch.groups(default="")
        if otherwise not in traps:
            return branch[0]
        jump = f"\n  br label {then}{place}"
        if condition != "false":
            return jump
        made += 1
        return f"\n  %division.by.zero.{made} = sdiv i32 1, 0{place}{jump}"

    return check.sub(unchecked, "".join([*out, text[at:]]))
