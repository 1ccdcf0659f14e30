"""Plain calls are read without click, and as click reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from antumbra.cli.app import COMMANDS
from antumbra.cli.clicking import called
from antumbra.cli.declared import OF_ENGINES, Call, Choice, Command, Option, Place, Size, Text, Time, Whole
from antumbra.cli.options import engine_options
from antumbra.cli.plain import plain
from antumbra.records import replace

READ = [command for command in COMMANDS.values() if not (command.raw or command.words)]


def options_of(command: Command) -> list[Option]:
    """All of them, with those of engines."""
    found: list[Option] = []
    for each in command.options():
        found += engine_options() if each is OF_ENGINES else (each,)
    return found


def by_click(command: Command, words: Sequence[str]) -> dict[str, Any] | None:
    """What click makes of a call; None if it says that the call is wrong."""
    seen: list[dict[str, Any]] = []

    def run(_call: Call, **settings: Any) -> int:
        seen.append(settings)
        return 0

    try:
        called({command.name: replace(command, run=run)}, [command.name, *words], Call(), 3)
    except Exception:  # noqa: BLE001 - whatever is wrong with it
        return None
    return seen[0] if seen else None


def without_defaults_of_engines(settings: dict[str, Any], command: Command) -> dict[str, Any]:
    if OF_ENGINES not in command.options():
        return settings
    defaults = {each.sets: each.initial for each in engine_options()}
    return {name: value for name, value in settings.items() if name not in defaults or value != defaults[name]}


def words_for(option: Option) -> Iterator[tuple[str, ...]]:
    """An option in all ways, with values that are right."""
    if option.kind is None:
        yield from ((name,) for name in (*option.names, *option.off))
        return
    if isinstance(option.kind, tuple):
        return
    match option.kind:
        case Choice(words):
            values = words
        case Whole(least):
            values = (str(least), "17")
        case Time():
            values = ("1.5", "5min")
        case Size():
            values = ("500", "2GB")
        case Text() | Place():
            values = ("a b", "x=y")
    for name in option.names:
        for value in values:
            yield name, value
            if name.startswith("--"):
                yield (f"{name}={value}",)


@pytest.mark.parametrize("command", READ, ids=lambda command: command.name)
def test_each_option_is_read_as_click_reads_it(command: Command) -> None:
    """Several in one call: some set the same, some are given again. What is plain is seen one by one."""
    files = ("first.c", "second.c") if command.files else ()
    calls = [words for option in options_of(command) for words in words_for(option)]
    read = [words for words in calls if plain(command, words) is not None]
    assert len(read) >= 0.9 * len(calls)
    for start in range(0, len(read), 6):
        words = [word for group in (files[:1], *read[start : start + 6], files[1:]) for word in group]
        made, expected = plain(command, words), by_click(command, words)
        assert made is not None, words
        assert expected is not None, words
        assert without_defaults_of_engines(made, command) == without_defaults_of_engines(expected, command), words


@pytest.mark.parametrize(
    "words",
    [
        "x.c --help", "-h", "x.c -t5", "x.c -qv", "x.c -- -DX", "-", "x.c --engine expl", "x.c --timeout",
        "--timeout -q x.c", "x.c --timeout never", "x.c --json=1", "x.c --quie", "x.c --bound 0", "x.c -p=assert",
        "x.c --sym-arg 3", "x.c --out .", "--property= x.c",
    ],
)  # fmt: skip
def test_what_is_not_plain_is_left_to_click(words: str, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    assert plain(COMMANDS["check"], words.replace("--out .", f"--out {tmp_path / 'out'}").split()) is None
