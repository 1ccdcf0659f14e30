"""The contract of a function of C that a program is checked from, as a value."""

from __future__ import annotations

from typing import Final

from antumbra.records import dataclass

#: in the symbol of a function that stands for an entry with a contract, behind the entry's name: no C name has a point
CONTRACT: Final = ".antumbra.contract"
#: what debug information calls such functions; a number follows
CALLED: Final = "__antumbra_contract_"
#: what helpers of theirs are called
_HELPER: Final = "__antumbra_"


def is_contract(symbol: str) -> bool:
    """Whether a function of the user's module is ours, and stands for a contract."""
    return CONTRACT in symbol or symbol.startswith(_HELPER)


@dataclass(frozen=True, slots=True)
class Contract:
    """Of the entry. ``text`` is C to come behind the user's; ``function`` is the outermost function in it."""

    text: str
    symbol: str
    function: str
    parameters: tuple[str, ...]  #: of that function
    required: tuple[str, ...]  #: preconditions that it assumes, as they are written
    unchecked: tuple[str, ...]  #: what it says and nobody looks at
