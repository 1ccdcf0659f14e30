"""An output folder as one object of values for a page, whether its run has ended or not.

Nothing but the folder is read: not the program, which may have changed. A folder may come from anywhere: what is in it
is looked at before it is used, and a file that is not what it should be is an error with its place.
"""

from __future__ import annotations

import json
import shlex
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

from antumbra.program.c_types import is_signed
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.report.json_values import Json
from antumbra.report.sanitize import as_file
from antumbra.version import __version__

#: tests that a page lists, and bytes of one that is read
MOST_TESTS: Final = 5_000
LARGEST_TEST: Final = 1_000_000
#: bytes of a file of results that is read at all
LARGEST: Final = 256_000_000

_FLOATS: Final = {"float": (32, "<f"), "double": (64, "<d")}

RESULT, RUN, PROGRESS = "result.json", "run.json", "progress.jsonl"


def read_run(folder: Path) -> Json:
    """Raises InputError when the folder is not one of a run that can be shown."""
    if not folder.is_dir():
        raise InputError("is no folder; expected the output folder of a run (--out)", Location(str(folder)))
    result = _object(folder / RESULT)
    progress = _progress(folder / PROGRESS)
    if result is None and progress is None:
        hint = "; it has bounds: open characterization.html in it" if (folder / "bounds.json").exists() else ""
        raise InputError(f"has no {RESULT}; expected the output folder of a run{hint}", Location(str(folder)))
    if result is not None and not isinstance(result.get("verdict"), str):
        raise InputError("has no verdict; expected the result of a run", Location(str(folder / RESULT)))
    run = _object(folder / RUN) or {}
    words = [word for word in cast("Sequence[Any]", run.get("reading", ())) if isinstance(word, str)]
    program = str((result or progress or {}).get("file", ""))
    return {
        "kind": "run",
        "version": __version__,
        "folder": str(folder),
        "result": result,
        "progress": None if result is not None else progress,
        "run": run,
        "tests": _tests(folder, program, words),
    }


def _object(path: Path) -> Json | None:
    """None where there is no such file."""
    where = Location(str(path))
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"is larger than {LARGEST:,} bytes", where)
        value = _loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where) from error
    except UnicodeDecodeError as error:
        raise InputError("is not text", where) from error
    except json.JSONDecodeError as error:
        raise InputError(f"is not JSON: {error.msg}", Location(str(path), error.lineno, error.colno)) from error
    except RecursionError as error:
        raise InputError("is nested too deeply", where) from error
    if not isinstance(value, dict):
        raise InputError("is not a JSON object", where)
    return cast("Json", value)


def _loads(text: bytes) -> object:
    """JSON knows neither NaN nor infinity, and a page would not read them."""
    return json.loads(text, parse_constant=lambda _: None)


def _progress(path: Path) -> Json | None:
    """What a run said last. Its last line may not be whole: it is being written."""
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except OSError:
        return None
    history: list[Json] = []
    for line in lines[-2_000:]:
        try:
            value = _loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            history.append(cast("Json", value))
    return {**history[-1], "file": history[0].get("file", ""), "history": history} if history else None


def _value(item: Json) -> str:
    """As people write it: tests have bits."""
    value, bits, kind = item.get("value"), item.get("bits"), str(item.get("type", ""))
    if item.get("text") or not isinstance(value, int) or not isinstance(bits, int):
        return str(item.get("text") or value)
    if kind in _FLOATS and bits == _FLOATS[kind][0] and 0 <= value < 1 << bits:
        return repr(struct.unpack(_FLOATS[kind][1], value.to_bytes(bits // 8, "little"))[0])
    if bits > 64:
        return f"{value:#x}"
    return str(value - (1 << bits) if is_signed(kind) and value >> (bits - 1) else value)


def _tests(folder: Path, program: str, reading: Sequence[str]) -> list[Json]:
    found: list[Json] = []
    for path in sorted((folder / "tests").glob("test*.json"))[:MOST_TESTS]:
        try:
            if path.stat().st_size > LARGEST_TEST:
                continue
            value = _loads(path.read_bytes())
        except (OSError, ValueError, RecursionError):
            continue  # it is being written
        if not isinstance(value, dict):
            continue
        test = cast("Json", value)
        end = cast("Json", test.get("end") or {})
        inputs = cast("Sequence[Json]", test.get("inputs") or ())
        words = ("antumbra", "replay", as_file(program), *reading, as_file(str(path)))
        found.append(
            {
                "name": path.stem,
                "command": shlex.join(words),
                "end": end.get("kind", ""),
                "check": end.get("check", ""),
                "message": end.get("message", ""),
                "location": end.get("location"),
                "inputs": [{"name": item.get("name"), "value": _value(item)} for item in inputs[:200]],
                "more": max(0, len(inputs) - 200),
            }
        )
    return found
