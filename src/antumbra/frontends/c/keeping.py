"""What is kept between runs, all of it together: how much there is, and a way to be rid of it."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from typing import Final

from antumbra.frontends.c import store
from antumbra.frontends.c.toolchain import cache_folder
from antumbra.records import dataclass

#: folder → what is in it
KINDS: Final = {
    "compiled": "compiled files of yours",
    "programs": "what they mean, as it was read",
    "libc": "models of the C library",
    "harness": "parts of native replay",
    "stdin": "programs that were piped in",
    "zig": "the compiler's own",
}
LIMITS: Final = {"compiled": store.LIMIT, "programs": store.LIMIT}


@dataclass(frozen=True, slots=True)
class Kept:
    """Files of one kind."""

    name: str
    about: str
    files: int
    size: int  #: in bytes
    limit: int | None


def kept() -> list[Kept]:
    """What is there."""
    return [_measured(cache_folder() / name) for name in KINDS]


def clear() -> list[Kept]:
    """Remove all of it; what was there. Runs that go on at the same time make again what they need."""
    before = kept()
    base = cache_folder()
    for name in (each.name for each in before if (base / each.name).exists()):
        with contextlib.suppress(OSError), tempfile.TemporaryDirectory(prefix=".gone-", dir=base) as aside:
            (base / name).replace(Path(aside) / name)  # in one step: nobody finds a half of it
    return before


def _measured(path: Path) -> Kept:
    sizes: list[int] = []
    for file in path.rglob("*") if path.is_dir() else (path,):
        with contextlib.suppress(OSError):
            if file.is_file() and not file.is_symlink():
                sizes.append(file.stat().st_size)
    return Kept(path.name, KINDS[path.name], len(sizes), sum(sizes), LIMITS.get(path.name))
