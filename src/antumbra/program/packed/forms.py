"""Which fields the parts of a program have, in order: one letter each.

A field that is not listed here is an error when its class is packed, and in the tests: never one that is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from antumbra.program import model as P

#: letter → what a field holds. ``t`` a term, ``T`` a tuple of terms, ``l`` a location or None, ``r`` numbers, texts and
#: tuples of them, ``c`` a callee (a text or a term), the others members of enumerations
ENUMERATIONS: Final[Mapping[str, type[Any]]] = {"s": P.Source, "g": P.Region, "e": P.End}
LETTERS: Final = "tTlrc" + "".join(ENUMERATIONS)

COMMANDS: Final[Mapping[type[Any], str]] = {
    P.Assign: "TTl",
    P.Assume: "tl",
    P.Assert: "trrl",
    P.Havoc: "tsrrl",
    P.Call: "TcTlr",
    P.Load: "ttlr",
    P.Store: "ttlr",
    P.Alloc: "ttgrrlr",
    P.Free: "tl",
    P.Copy: "tttl",
    P.Fill: "tttl",
    P.Builtin: "TrTrl",
}
TERMINATORS: Final[Mapping[type[Any], str]] = {
    P.Goto: "rl",
    P.Branch: "trrl",
    P.Switch: "trrl",
    P.Return: "Tl",
    P.Stop: "erl",
}
#: in a fixed order: a part is known by its number
FORMS: Final[Mapping[type[Any], str]] = {**COMMANDS, **TERMINATORS}
