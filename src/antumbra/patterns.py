"""Regular expressions that are compiled when they are first used.

Compiling one takes as long as importing a module, and a run uses few of those that its modules have.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")


class _Later:
    """Stands for ``re.compile(text, flags)``. Its methods are there once it was used."""

    def __init__(self, text: Any, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what copies and shows objects asks for more than there is
            raise AttributeError(name)
        compiled = re.compile(self._text, self._flags)
        self.__dict__.update({each: getattr(compiled, each) for each in _METHODS})
        return getattr(compiled, name)


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """``re.compile``, but later. A mistake in the text is seen when it is first used, so a test compiles them all."""
    return cast("re.Pattern[AnyStr]", _Later(text, flags))
