"""What a run says of itself while it goes on: a line of ``progress.jsonl`` now and then, for ``antumbra serve``."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Final

from antumbra.engines.outcome import Statistics
from antumbra.records import values
from antumbra.session.control import Observer
from antumbra.session.parts import Folder, WriteError

NAME: Final = "progress.jsonl"
#: seconds before the first line, so that short runs leave none, and between two of them
PATIENCE: Final = 0.5
INTERVAL: Final = 1.0
#: lines of one run
MOST: Final = 20_000


class Telling:
    """An observer that tells another one everything, and the folder some of it."""

    def __init__(self, observer: Observer, folder: Folder, file: str) -> None:
        self._observer = observer
        self._folder = folder
        self._file = file
        self._started = time.monotonic()
        self._next = self._started + PATIENCE
        self._phase = "reading"
        self._counters: Statistics | None = None
        self._lines = 0

    def phase(self, name: str) -> None:
        self._observer.phase(name)
        self._phase = name
        self._tell()

    def progress(self, counters: Statistics) -> None:
        self._observer.progress(counters)
        self._counters = counters
        self._tell()

    def _tell(self) -> None:
        now = time.monotonic()
        if now < self._next or self._lines >= MOST:
            return
        self._next = now + INTERVAL
        self._lines += 1
        counted = {} if self._counters is None else values(self._counters)
        line = {
            "file": self._file,
            "phase": self._phase,
            **{name: value for name, value in counted.items() if name != "extra"},
            "wall_seconds": round(now - self._started, 2),
        }
        with suppress(WriteError):  # what is left of the disk is for results
            self._folder.append(NAME, json.dumps(line) + "\n")
