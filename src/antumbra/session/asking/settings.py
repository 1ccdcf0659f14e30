"""What Python callers give: unknown names and values are refused, with the nearest known ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, get_args

from antumbra.frontends.options import DataModel, EntryPointers, Externals
from antumbra.program.errors import InputError, suggestion
from antumbra.session.asking.quantities import megabytes, seconds
from antumbra.session.options import SearchName, SolverName

#: setting → the words it may be
_WORDS: Mapping[str, tuple[str, ...]] = {
    "data_model": get_args(DataModel),
    "externals": get_args(Externals),
    "entry_pointers": get_args(EntryPointers),
    "search": get_args(SearchName),
    "solver": get_args(SolverName),
    "existential": ("false", "true", "free"),
}


def refuse_unknown(given: Collection[str], known: Collection[str]) -> None:
    """Raises TypeError, as Python does for keywords that a function does not have."""
    for name in given:
        if name not in known:
            raise TypeError(f"no such setting: {name}{suggestion(name, sorted(known))}")


def refuse_values(settings: Mapping[str, Any]) -> None:
    """Raises InputError for a word that is none of those a setting may be."""
    for name, words in _WORDS.items():
        value = settings.get(name)
        for word in (value,) if isinstance(value, str) else (value or ()):
            if word not in words:
                hint = suggestion(str(word), words)
                raise InputError(f"{name}: {word!r} is not one of {', '.join(words)}{hint}")


def time_of(value: str | float | None) -> float | None:
    """Seconds; text is read as on the command line."""
    return seconds(value) if isinstance(value, str) else value


def size_of(value: str | int | None) -> int | None:
    """Megabytes; text is read as on the command line."""
    return megabytes(value) if isinstance(value, str) else value
