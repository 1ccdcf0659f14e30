"""Several modules as one, by LLVM's own linker: local names of two files are told apart, common symbols become one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from antumbra.frontends.errors import InputError
from antumbra.frontends.llvm.preparing.passes import parse
from antumbra.program.source import Location

_SYMBOL: Final = re.compile(r"'([^']*)'")


def linked(parts: Sequence[tuple[str, str | bytes]]) -> str:
    """The text of all modules together; each comes with the name of its file. Raises InputError."""
    (first, source), *others = parts
    whole = parse(source, first)
    for name, source in others:
        part = parse(source, name)
        for what in ("triple", "data_layout"):
            one, other = getattr(whole, what), getattr(part, what)
            if one and other and one != other:
                raise InputError(f"is for another machine than {first}: {other}, not {one}", Location(name))
        try:
            whole.link_in(part)
        except RuntimeError as error:
            raise InputError(_reason(str(error)), Location(name)) from None
    whole.verify()
    return str(whole)


def _reason(message: str) -> str:
    symbol = _SYMBOL.search(message)
    if "multiply defined" in message and symbol is not None:
        return f"{symbol[1]} is also defined in a file before this one"
    return f"cannot be linked: {' '.join(message.split())[:200]}"
