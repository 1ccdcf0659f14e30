"""RUN lines and ``.expect`` files of Boogie's test suite."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_RUN = re.compile(r"^//\s*RUN:\s*(.*)$", re.MULTILINE)
_REJECTED = re.compile(r"^(\d+) (parse|name resolution|type checking) errors detected", re.MULTILINE)
_FINISHED = re.compile(r"^Boogie program verifier finished with (\d+) verified, (\d+) errors?(.*)$", re.MULTILINE)
_ERROR = re.compile(r"^([^\s()]+)\((\d+),(\d+)\): [Ee]rror(?: \w+)?: (.*)$", re.MULTILINE)
_RELATED = re.compile(r"^([^\s()]+)\((\d+),(\d+)\): Related location: (.*)$")


@dataclass(frozen=True, slots=True)
class ExpectedError:
    """``line`` and ``column`` of the message; ``related`` lines of its related locations."""

    file: str
    line: int
    column: int
    message: str
    related: tuple[int, ...] = ()


@dataclass(slots=True)
class Expectation:
    """The first run of Boogie that a file's header asks for."""

    options: list[str] = field(default_factory=list[str])
    #: further files of the same run
    others: list[Path] = field(default_factory=list[Path])
    #: text of the ``.expect`` file, None if there is none
    text: str | None = None
    #: "parse", "name resolution", "type checking", or "" when Boogie accepts the file; None: not known
    rejected: str | None = None
    errors: list[ExpectedError] = field(default_factory=list[ExpectedError])
    #: what the summary line says
    verified: int | None = None
    failed: int | None = None
    #: time-outs, inconclusive ones and the like
    rest: str = ""

    def option(self, name: str) -> str | None:
        """The value of ``-name:value`` or ``/name:value``, "" for a plain switch, None if it is not given."""
        for option in self.options:
            head, _, value = option[1:].partition(":")
            if head == name:
                return value
        return None


def read_expectation(path: Path, text: str) -> Expectation | None:
    """None if the header asks for no run of Boogie on this file."""
    runs = [run.strip() for run in _RUN.findall(text)]
    result: Expectation | None = None
    expected: Path | None = None
    for run in runs:
        if result is None and run.startswith(("%parallel-boogie", "%boogie")):
            result = Expectation()
            for word in run.partition(">")[0].replace('"', "").split()[1:]:
                if word.startswith(("-", "/")):
                    result.options.append(word)
                elif word.endswith(".bpl") and word != path.name:
                    result.others.append(path.parent / word.replace("%S", str(path.parent)))
        elif result is not None and run.startswith("%diff"):
            words = run.replace('"', "").split()
            expected = Path(words[1].replace("%s", str(path)).replace("%S", str(path.parent)))
            if not expected.is_absolute() and not expected.exists():
                expected = path.parent / expected
            break
    if result is None:
        return None
    if expected is not None and expected.is_file():
        _read(result, expected.read_text("utf-8-sig", errors="replace"))
    return result


def read_output(text: str) -> Expectation:
    """What a run of Boogie said."""
    result = Expectation()
    _read(result, text)
    return result


def _read(result: Expectation, text: str) -> None:
    result.text = text
    found = _REJECTED.search(text)
    result.rejected = found[2] if found else ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        error = _ERROR.match(line)
        if error is None:
            continue
        related: list[int] = []
        for later in lines[number + 1 :]:
            place = _RELATED.match(later)
            if place is None:
                break
            if place[1] == error[1]:
                related.append(int(place[2]))
        result.errors.append(ExpectedError(error[1], int(error[2]), int(error[3]), error[4], tuple(related)))
    summary = _FINISHED.search(text)
    if summary is not None:
        result.verified, result.failed, result.rest = int(summary[1]), int(summary[2]), summary[3].strip()
    elif not result.errors and not found:
        result.rejected = None
