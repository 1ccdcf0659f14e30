"""Which compiler turns C into LLVM IR, and where things may be kept between runs.

The ``ziglang`` wheel carries a whole clang. We call its driver (``zig clang``) and not ``zig cc``: the
latter defines NDEBUG when it optimises, adds sanitizers when it does not, and writes several hundred target
features into every function. The price is to name zig's header folders ourselves.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

from antumbra.frontends.errors import InputError
from antumbra.records import dataclass

#: header folders in ``ziglang/lib`` for x86 Linux with glibc, both data models, in search order
_ZIG_HEADERS = (
    "include",
    "libc/include/x86-linux-gnu",
    "libc/include/generic-glibc",
    "libc/include/x86-linux-any",
    "libc/include/any-linux-any",
)

#: what zig defines for the oldest glibc it targets; its headers choose their declarations by it
_GLIBC = ("-D__GLIBC_MINOR__=31",)


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A clang: its command, the arguments it always needs, and what tells its versions apart."""

    command: tuple[str, ...]
    arguments: tuple[str, ...]
    version: str


def find_toolchain(clang: str | None) -> Toolchain:
    """The clang at ``clang``, or zig's. Raises InputError when there is none."""
    if clang is None:
        return _zig()
    from shutil import which

    path = which(clang)
    if path is None:
        raise InputError(f"no compiler at {clang!r}; expected the path of a clang")
    return _other(path)


@cache
def _zig() -> Toolchain:
    spec = importlib.util.find_spec("ziglang")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        program = Path(folder) / "zig"
        if program.is_file():
            headers = [argument for part in _ZIG_HEADERS for argument in ("-isystem", str(Path(folder, "lib", part)))]
            state = program.stat()  # importlib.metadata knows the version, and takes 9 ms to load
            version = f"ziglang {state.st_size} {state.st_mtime_ns}"
            return Toolchain((str(program), "clang"), ("-nostdinc", *headers, *_GLIBC), version)
    raise InputError("no C compiler: the Python package ziglang is not installed, and no --clang was given")


@cache
def header_folders() -> tuple[str, ...]:
    """Where the headers of zig's C library are; none if there is no zig."""
    spec = importlib.util.find_spec("ziglang")
    return tuple(str(Path(folder, "lib")) for folder in (spec.submodule_search_locations or ())) if spec else ()


@cache
def _other(path: str) -> Toolchain:
    import subprocess

    try:
        run = subprocess.run(
            [path, "--version"], capture_output=True, timeout=20, stdin=subprocess.DEVNULL, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"{path} does not run as a compiler: {error}") from error
    text = run.stdout.decode("utf-8", "replace")
    if run.returncode or "clang" not in text:
        raise InputError(f"{path} is not a clang: --version says {text[:80]!r}")
    return Toolchain((path,), (), text)


@cache
def cache_folder() -> Path:
    """A folder of this user's for what can be made again, or one in the temporary folder if there is no other."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        folder = (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "antumbra"
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
    except (OSError, RuntimeError):
        pass
    return _temporary_cache()


def _temporary_cache() -> Path:
    """A folder that only we can write, where others may write beside it; if there is none, one for this process."""
    import tempfile

    folder = Path(tempfile.gettempdir()) / f"antumbra-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        if status.st_uid == os.getuid() and not folder.is_symlink() and status.st_mode & 0o077 == 0:
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="antumbra-"))


def environment(temporary: Path) -> dict[str, str]:
    """The environment for a compiler run: ours, its temporary files in ``temporary``, zig's caches in our cache."""
    zig = cache_folder() / "zig"
    ours = {"TMPDIR": str(temporary), "ZIG_LOCAL_CACHE_DIR": str(zig), "ZIG_GLOBAL_CACHE_DIR": str(zig), "LC_ALL": "C"}
    dropped = {"CPATH", "C_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH"}
    return {**{name: value for name, value in os.environ.items() if name not in dropped}, **ours}


def digest(*parts: str) -> str:
    """A name for the combination of ``parts``, the same in every run."""
    joined = "\0".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(joined.encode("utf-8", "surrogateescape")).hexdigest()[:40]


def remembered(path: Path, make: Callable[[], str]) -> str:
    """The text kept at ``path``; if there is none, what ``make`` gives, kept from now on.

    A file appears in one step, so that no other process sees a part of it. A cache that cannot be written is no error.
    """
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return path.read_text("utf-8")
    text = make()
    import tempfile

    with contextlib.suppress(OSError, UnicodeEncodeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(path)
        except (OSError, UnicodeEncodeError):
            Path(name).unlink(missing_ok=True)
            raise
    return text
