"""Checks of indices in clang's IR, where clang lets the place behind an array pass.

``&a[n]`` of an array of n elements may be computed, but not accessed. Clang makes the difference in most expressions;
in ``a[i]++``, where structures or complex numbers are copied, and in atomic operations it does not.
"""

from __future__ import annotations

import re
from typing import Final

from antumbra.frontends.c.aligned import FUNCTION, accesses
from antumbra.patterns import pattern

#: the check, its branch, the block of the handler, and the address in the block behind it
_CHECK: Final = pattern(
    r"icmp (ule) (?P<type>i\d+) (?:[^,\n]+), [^\n]*\n"
    r"  br i1 %\S+, label %(?P<next>[^\s,]+), label %handler\.out_of_bounds\d*\b[^\n]*\n"
    r"\nhandler\.out_of_bounds\d*:[^\n]*\n[^\n]*\n[^\n]*\n"
    r"\n(?P=next):[^\n]*\n(?:  (?!%\S+ = getelementptr)[^\n]*\n)*?"
    r"  (?P<address>%\S+) = getelementptr ",
)
#: the same with an index that is known: the check is decided, and the address may be an expression of constants
_DECIDED: Final = pattern(
    r"br i1 (true), label %(?P<next>[^\s,]+), label %handler\.out_of_bounds\d*\b[^\n]*\n"
    r"\nhandler\.out_of_bounds\d*:[^\n]*\n[^\n]*\n[^\n]*\n"
    r"\n(?P=next):[^\n]*\n(?:  (?!%\S+ = getelementptr|br )[^\n(]*\n)*?"
    r"  (?:(?P<address>%\S+) = getelementptr|[^\n]* (?P<constant>getelementptr)) (?:\w+ )*"
    r"\(?\[(?P<count>\d+) x [^\n]*?, ptr [^\n]*?, i64 0, i64 (?P=count)\b",
)
_BEHIND: Final = pattern(r"^getelementptr .*\[(\d+) x .*, i64 0, i64 \1\)$")
_FIELD: Final = pattern(
    r"^  (%\S+) = getelementptr (?:\w+ )*(?:%\"?(?:struct|union)\b[^,]*|\{[^\n]*\}), ptr (%\S+), i32 0, i32 \d+",
    re.MULTILINE,
)


def with_checks(ir: str) -> str:
    """The module with checks that let nothing pass that is accessed."""
    return FUNCTION.sub(lambda function: _function(function[0]), ir) if "handler.out_of_bounds" in ir else ir


def _function(text: str) -> str:
    used = {address for line in text.split("\n") for address, _ in accesses(line)}
    for field, whole in reversed(_FIELD.findall(text)):
        if field in used:
            used.add(whole)
    text = _CHECK.sub(lambda check: check[0].replace("ule", "ult", 1) if check["address"] in used else check[0], text)
    return _DECIDED.sub(lambda check: _decided(check, used), text)


def _decided(check: re.Match[str], used: set[str]) -> str:
    address = check["address"]
    if not address:
        start, end = check.string.rfind("\n", 0, check.end()) + 1, check.string.find("\n", check.end())
        found = [each for each, _ in accesses(check.string[start:end])]
        wrong = any(_BEHIND.search(each) for each in found)
    else:
        wrong = address in used
    return check[0].replace("true", "false", 1) if wrong else check[0]
