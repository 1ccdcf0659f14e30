"""One file of a program with the flags it was compiled with, and how an object carries it.

A section of the object holds records, one after the other as linkers put them together: a mark, a length, and packed
JSON. Nothing in a record is believed: sizes are limited, flags are taken only from a list, and the text may read
no files (which the compiler says).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

from antumbra.frontends.c.building.arguments import lasting
from antumbra.frontends.c.compile import Built, CSource
from antumbra.frontends.c.naming import shown_path

SECTION: Final = b".antumbra"
#: names of objects that were linked and carry nothing
LACKING: Final = b".antumbra.lacking"

_MARK: Final = b"ANTUMBRA\x01\n"
_LENGTH: Final = 8
MOST_RECORDS: Final = 100_000
MOST_BYTES: Final = 256 * 1024 * 1024  #: of one record, unpacked


class RecordError(ValueError):
    """What an object carries cannot be read."""


def record(source: CSource, whole: bytes, data_model: str) -> bytes:
    """What an object carries of a source that was built: its text, and the text with all headers in it."""
    if source.built is None:
        raise ValueError("only what a build compiles is carried")
    return _packed(
        {
            "called": source.built.called,
            "directory": str(source.built.directory),
            "arguments": lasting(source.built.arguments),
            "data_model": data_model,
            "text": source.text.decode("utf-8", "surrogateescape"),
            "whole": whole.decode("utf-8", "surrogateescape"),
        }
    )


def lacking_record(names: list[str], altered: list[str]) -> bytes:
    """What a program carries of objects that carry nothing, and of what the linker did besides linking."""
    return _packed({"lacking": names, "altered": altered})


def _packed(value: dict[str, Any]) -> bytes:
    content = zlib.compress(json.dumps(value).encode("ascii"), 6)
    return _MARK + len(content).to_bytes(_LENGTH, "little") + content


def units(section: bytes, data_model: str) -> Iterator[CSource]:
    """The sources in a section. Raises RecordError, also if one was compiled for another data model."""
    for value in _unpacked(section):
        try:
            model, called, directory = value["data_model"], value["called"], value["directory"]
            arguments, text, whole = value["arguments"], value["text"], value["whole"]
            texts = [model, called, directory, text, whole, *arguments]
        except (KeyError, TypeError) as error:
            raise RecordError("a record lacks a part") from error
        if not all(isinstance(each, str) for each in texts) or "\0" in f"{called}{directory}":
            raise RecordError("a record has parts of another kind")
        path = Path(directory) / called
        if not path.is_absolute():
            raise RecordError("a record names a file without its folder")
        if lasting(arguments) != tuple(arguments):
            raise RecordError(f"{called} was compiled with flags that are not taken from objects")
        if model != data_model:
            wanted = {"ILP32": "--32", "LP64": "--64"}.get(model)
            hint = f"; check it with {wanted}" if wanted is not None else ", which is not supported"
            raise RecordError(f"{called} was compiled for {model}{hint}")
        built = Built(called, Path(directory), tuple(arguments), whole.encode("utf-8", "surrogateescape"))
        yield CSource(text.encode("utf-8", "surrogateescape"), shown_path(path), path.parent, built=built)


def lacking(section: bytes) -> Iterator[str]:
    """Names of objects that carry nothing. Raises RecordError if a linker made another program of the objects."""
    for value in _unpacked(section):
        if value.get("altered"):
            raise RecordError(f"linked with {str(value['altered'])[:200]}, which is not supported")
        names = value.get("lacking")
        yield from (str(name)[:1000] for name in (cast("list[object]", names) if isinstance(names, list) else ()))


def _unpacked(section: bytes) -> Iterator[dict[str, Any]]:
    at = 0
    for _ in range(MOST_RECORDS):
        while at < len(section) and section[at] == 0:  # linkers may fill up
            at += 1
        if at == len(section):
            return
        start = at + len(_MARK) + _LENGTH
        if section[at : at + len(_MARK)] != _MARK or start > len(section):
            raise RecordError("a record has no mark")
        at = start + int.from_bytes(section[start - _LENGTH : start], "little")
        if at > len(section):
            raise RecordError("a record is cut off")
        yield _value(section[start:at])
    raise RecordError("there are too many records")


def _value(content: bytes) -> dict[str, Any]:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(content, MOST_BYTES)
        value: object = json.loads(text)
    except (zlib.error, ValueError, RecursionError) as error:
        raise RecordError("a record is damaged or too long") from error
    if not unpacker.eof or not isinstance(value, dict):
        raise RecordError("a record is damaged or too long")
    return cast("dict[str, Any]", value)
