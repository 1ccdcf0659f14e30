"""Expected verdicts that programs state themselves.

A first line ``// expect: safe``, ``unsafe [CHECK]``, ``unknown [WORDS]`` or ``not-safe``, and in the second one, if it
is there, ``// options: …`` as on the command line; or, in the file's name, what SV-COMP wrote there up to 2017:
``x_true-unreach-call_false-valid-deref.c``.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from antumbra.patterns import pattern
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.records import dataclass

_COMMENT = pattern(r"//\s*expect:\s*(safe|unsafe|unknown|not-safe)\b[ \t]*([\w-]*)")
_OPTIONS = pattern(r"//\s*options:\s*(.*)")
_IN_NAME = pattern(r"_(true|false)-(unreach-call|no-overflow|valid-deref|valid-free|valid-memtrack|valid-memsafety)")
_VERDICTS: Final = {"safe": "true", "unsafe": "false", "unknown": "unknown", "not-safe": "not-true"}
_MEMORY: Final = ("valid-deref", "valid-free", "valid-memtrack")
#: bytes in which the two lines are looked for
_HEAD: Final = 4_000

#: Options that a program may give itself, with the number of their values. It may be anybody's program: nothing that
#: names another program to run, or a file to write.
ALLOWED: Final = {
    **dict.fromkeys(("--property", "-p", "--entry", "--function", "--entry-pointers", "--entry-pointer-size"), 1),
    **dict.fromkeys(("--pointer", "--externals", "--data-model", "--language", "-D", "--engine", "--search"), 1),
    **dict.fromkeys(("--max-depth", "--max-forks", "--max-paths", "--bound", "--unwind", "--max-loop", "--seed"), 1),
    **dict.fromkeys(("--sym-arg", "--sym-stdin", "--existential"), 1),
    **dict.fromkeys(("--sym-env", "--sym-files"), 2),
    "--sym-args": 3,
    **dict.fromkeys(("--32", "--64", "--malloc-may-fail", "--io-may-fail", "--infer-modifies"), 0),
}


@dataclass(frozen=True, slots=True)
class Statement:
    """What a program says of itself: the verdict, of which property, under which options."""

    expected: str
    property: str | None = None
    options: tuple[str, ...] = ()


def statements(path: Path) -> Iterator[Statement]:
    """All that a file states, which may be nothing. Raises InputError."""
    stated = _by_comment(path)
    if stated is not None:
        yield stated
        return
    for verdict, part in dict.fromkeys(_IN_NAME.findall(path.name)):
        memory = part in _MEMORY
        yield Statement(
            f"false({part})" if memory and verdict == "false" else verdict, "valid-memsafety" if memory else part
        )


def _by_comment(path: Path) -> Statement | None:
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD).decode("utf-8", "replace")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Location(str(path))) from error
    lines = [*head.split("\n", 2), "", ""]
    told = _COMMENT.match(lines[0])
    if told is None:
        return None
    verdict, detail = _VERDICTS[told[1]], told[2]
    options = _OPTIONS.match(lines[1])
    words = _own_options(options[1], Location(str(path), 2)) if options is not None else ()
    asked, rest = _property(words)
    return Statement(f"false({detail})" if verdict == "false" and detail else verdict, asked, rest)


def _own_options(text: str, where: Location) -> tuple[str, ...]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InputError(f"options: {error}", where) from error
    rest = iter(words)
    for word in rest:
        name, given, _ = word.partition("=")
        values = ALLOWED.get(name, 0 if name.startswith("-D") and len(name) > 2 else None)
        if values is None or (given and values != 1 and not name.startswith("-D")):
            allowed = ", ".join(ALLOWED)
            raise InputError(f"options: a program may not give itself {word!r}; expected some of {allowed}", where)
        for _ in range(0 if given else values):
            if next(rest, None) is None:
                raise InputError(f"options: {word} has no value", where)
    return tuple(words)


def _property(words: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """What ``--property`` names, and the other words."""
    asked: str | None = None
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        name, given, value = word.partition("=")
        if name in ("--property", "-p"):
            asked = value if given else next(rest)
        else:
            others.append(word)
    return asked, tuple(others)
