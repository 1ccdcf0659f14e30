"""Calls that are plain: each word an option by its whole name, its value, or a file. They are read without click.

click takes longer to load than a small program to be checked. Whatever is not plain, or wrong, is its business: help
pages, short options that are joined, arguments of the compiler, errors and what to say about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from antumbra.cli.declared import OF_ENGINES, Command, Option, Place, value_of
from antumbra.cli.options import engine_options


def plain(command: Command, words: Sequence[str]) -> dict[str, Any] | None:
    """What the options and files of a call set, by their names; None if that is not plainly to be seen."""
    if command.raw or command.words:
        return None
    options = command.options()
    own = [each for each in options if each is not OF_ENGINES]
    known = _by_name(own)
    settings: dict[str, Any] = {}
    for each in own:
        if each.sets not in settings or each.initial is not None:
            settings[each.sets] = each.initial
    files: list[Any] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            if not command.files or (file := value_of(Place(), word)) is None:
                return None
            files.append(file)
            continue
        name, given, value = word.partition("=")
        if name not in known and len(own) < len(options):
            known |= _by_name(tuple(engine_options()))
        found = known.get(name)
        if found is None or (given and not name.startswith("--")):
            return None
        if not _set(settings, *found, value if given else None, rest):
            return None
    return {"file": tuple(files), **settings} if command.files else settings


def _by_name(options: Sequence[Option]) -> dict[str, tuple[Option, bool]]:
    """Each name with its option, and whether it means yes."""
    named = {name: (each, True) for each in options for name in each.names}
    return named | {name: (each, False) for each in options for name in each.off}


def _set(settings: dict[str, Any], found: Option, yes: bool, given: str | None, rest: Iterator[str]) -> bool:
    """Set what an option says; False if that is not plain."""
    if found.kind is None:
        settings[found.sets] = found.value if yes else False
        return given is None
    if isinstance(found.kind, tuple) or found.in_order:
        return False
    word = next(rest, "") if given is None else given
    if not word or (given is None and word.startswith("-")) or (value := value_of(found.kind, word)) is None:
        return False
    settings[found.sets] = (*settings.get(found.sets, ()), value) if found.multiple else value
    return True
