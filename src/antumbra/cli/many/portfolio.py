"""``check -j N``: several engines and seeds at once."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from antumbra.cli.declared import Call, WrongCall
from antumbra.cli.leaving import raise_on_interrupt, say_unknown
from antumbra.cli.output import complain, write
from antumbra.program.errors import InputError
from antumbra.program.languages import LANGUAGES, SUFFIXES
from antumbra.program.source import Location

#: files in a result folder whose text names it
_TEXTS: Final = (".json", ".html", ".info", ".txt", ".sarif", ".c", ".xml", ".md")


def portfolio(call: Call, file: tuple[Path, ...], settings: Mapping[str, Any], jobs: int) -> int:
    """Run them, and tell what the winner has told; its files become those of this run."""
    from antumbra.suites.child import adopt
    from antumbra.suites.portfolio import command, members, race
    from antumbra.suites.running import shared_memory

    if not call.words:
        raise WrongCall("several processes need the words of a command line.")
    if Path("-") in file:
        raise WrongCall("a program from standard input can be read once: not with -j.")
    out: Path | None = settings["out"]
    if out is not None and out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError("is neither new nor empty", Location(str(out)))
    found = members(_engines(file, settings), settings["engine"], settings["seed"], jobs)
    memory = max(64, settings["memory"] // jobs) if settings["memory"] else shared_memory(jobs)
    raise_on_interrupt()
    if call.leaving:
        adopt(yes=True)
    parent = out.parent if out is not None else Path()
    try:
        temporary = tempfile.mkdtemp(prefix=".antumbra-portfolio-", dir=parent)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", Location(str(parent))) from error
    try:
        places = [Path(temporary) / str(number) for number in range(len(found))]
        commands = [command(call.words, member, place, memory) for member, place in zip(found, places, strict=True)]
        won = race(commands, as_json=settings["as_json"], alone=call.leaving)
        if won.against is not None:
            names = f"{found[won.member].name} and {found[won.against].name}"
            return say_unknown(f"internal error: {names} contradict each other", as_json=settings["as_json"])
        names = _kept(places[won.member], out, settings["sarif"])
        complain(_renamed(won.ended.complaint, names)) if won.ended.complaint else None
        if not settings["quiet"] and not settings["as_json"] and won.ended.status in (0, 1):
            complain(f"antumbra: decided by {found[won.member].name}, one of {len(found)} at once")
        write(_renamed(won.ended.output, names))
        if won.ended.status != 3 and (won.ended.status < 0 or not won.ended.output):
            return say_unknown("no answer: its process was ended", as_json=settings["as_json"])
        return won.ended.status
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _engines(file: Sequence[Path], settings: Mapping[str, Any]) -> tuple[str, ...]:
    """Those that ``auto`` may choose from; of a task, those for C."""
    spoken = settings["language"] or SUFFIXES.get(file[0].suffix.lower() if file else "", "c")
    return LANGUAGES["c" if spoken in ("task", "built") else spoken].engines


def _kept(place: Path, out: Path | None, sarif: Path | None) -> dict[str, str]:
    """Move what the winner has written to where it belongs; the names that have changed."""
    if sarif is not None and place.with_name(f"{place.name}.sarif").exists():
        shutil.move(f"{place}.sarif", sarif)
    if not place.is_dir() or not any(place.iterdir()):
        return {}
    target = out
    number = 0
    while target is None or (out is None and target.exists()):
        target, number = Path(f"antumbra-out-{number}"), number + 1
    if target.exists():
        target.rmdir()  # it is empty
    shutil.move(str(place), target)
    names = {str(place): str(target), str(place.resolve()): str(target.resolve())}
    for each in target.rglob("*"):
        if each.is_file() and each.suffix in _TEXTS:
            text = each.read_bytes()
            renamed = text
            for before, after in names.items():
                renamed = renamed.replace(before.encode(), after.encode())
            if renamed != text:
                each.write_bytes(renamed)
    return names


def _renamed(text: str, names: Mapping[str, str]) -> str:
    for before, after in names.items():
        text = text.replace(before, after)
    return text
