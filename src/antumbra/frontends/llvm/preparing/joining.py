"""Several modules as one, by LLVM's own linker: local names of two files are told apart, common symbols become one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from antumbra.frontends.errors import InputError
from antumbra.frontends.llvm.preparing.passes import llvm, parse
from antumbra.program.source import Location

_LOCAL: Final = (llvm.Linkage.internal, llvm.Linkage.private)
_SYMBOL: Final = re.compile(r"'([^']*)'")


def linked(parts: Sequence[tuple[str, str | bytes]], meant: Callable[[str], bool]) -> str:
    """The text of all modules together; each comes with the name of its file. Raises InputError.

    ``meant``: functions that are known by their names, whoever defines them. A linker gives local functions another
    name where two files have them; of these it must not.
    """
    (first, source), *others = parts
    whole = _shared(parse(source, first), meant)
    for name, source in others:
        part = _shared(parse(source, name), meant)
        for what in ("triple", "data_layout"):
            one, other = getattr(whole, what), getattr(part, what)
            if one and other and _machine(one) != _machine(other):
                raise InputError(f"is for another machine than {first}: {other}, not {one}", Location(name))
        try:
            whole.link_in(part)
        except RuntimeError as error:
            raise InputError(_reason(str(error)), Location(name)) from None
    whole.verify()
    return str(whole)


def _machine(text: str) -> str:
    """A triple without the versions of a system and of its library, which compilers add as they like; or a layout."""
    first, *others = text.split("-")
    if len(others) not in (2, 3) or ":" in text:
        return text
    return "-".join([first, *(re.sub(r"\d+(\.\d+)*$", "", part) for part in others)])


def _shared(module: Any, meant: Callable[[str], bool]) -> Any:
    for function in module.functions:
        if not function.is_declaration and function.linkage in _LOCAL and meant(function.name):
            function.linkage = llvm.Linkage.weak_any
    return module


def _reason(message: str) -> str:
    symbol = _SYMBOL.search(message)
    if "multiply defined" in message and symbol is not None:
        return f"{symbol[1]} is also defined in a file before this one"
    return f"cannot be linked: {' '.join(message.split())[:200]}"
