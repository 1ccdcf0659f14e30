"""The folder of a run's results: made when the first thing is written, never with another run's tests left in it."""

from __future__ import annotations

import re
from pathlib import Path

from antumbra.program.errors import InputError
from antumbra.program.source import Location

#: present in a folder that we made; only in such a folder are old tests removed
MARK = "result.json"
_OURS = re.compile(r"test\d{6}\.|metadata\.xml\Z|coverage\.info\Z|crash\.txt\Z|result\.json\Z")


class Folder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.used = False

    def use(self) -> Path:
        """The folder, made and cleared of an earlier run's files at the first use."""
        if not self.used:
            try:
                self.path.mkdir(parents=True, exist_ok=True)
                if (self.path / MARK).is_file():
                    self._clear()
                (self.path / MARK).touch()
            except OSError as error:
                raise InputError(
                    f"cannot be used as output folder: {error.strerror}", Location(str(self.path))
                ) from error
            self.used = True
        return self.path

    def _clear(self) -> None:
        for file in sorted(self.path.rglob("*")):
            if file.is_file() and _OURS.match(file.name):
                file.unlink()

    def write(self, name: str, text: str) -> Path:
        file = self.use() / name
        file.write_text(text, encoding="utf-8", errors="surrogateescape")
        return file
