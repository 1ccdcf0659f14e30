"""C text to LLVM IR text, by running clang on it.

The IR is what clang writes before any optimisation, so that undefined behaviour is still there to be found:
``-O1`` only for lifetime markers and bodies of inline functions. The compiler never sees
the user's file name: it gets a copy with a safe name whose first line, a line marker, gives the name to
show. Line markers of the text itself are blanked, so that locations are places in the file
the user gave (which is what witnesses must name) even when it went through a preprocessor.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from antumbra.frontends.c import division
from antumbra.frontends.c.toolchain import environment, find_toolchain
from antumbra.frontends.errors import InputError
from antumbra.frontends.options import LoadOptions
from antumbra.program.c_types import CBMC_TYPES
from antumbra.program.source import Location

#: our own headers (klee/klee.h)
INCLUDE = Path(__file__).parent / "include"

_TARGETS = {"LP64": "x86_64-unknown-linux-gnu", "ILP32": "i386-unknown-linux-gnu"}

_FLAGS = (
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-discard-value-names",  # names of variables survive into printed programs
    "-fno-strict-aliasing",
    "-ffp-contract=off",  # a*b+c rounds twice, as written
    "-fno-builtin",  # calls of strlen and its kin stay calls of whatever is linked
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-U_FORTIFY_SOURCE",
    "-U__OPTIMIZE__",  # glibc's headers then declare functions and define none
    "-D__NO_CTYPE",  # isdigit and its kin are functions, not tables
    "-w",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
    "-Wno-error=main-return-type",
    "-ferror-limit=50",
    "-fno-crash-diagnostics",
    "-fno-color-diagnostics",
    "-fno-caret-diagnostics",
    "-fdebug-compilation-dir=.",  # locations name files as the user did, and the IR no folder of ours
    "-fno-spell-checking",
    "-Dno_sanitize(...)=",  # in headers; see _NO_CHECKS
    "-D__no_sanitize__(...)=",
)

#: what is checked calls a handler and goes on; the handlers are ``__ubsan_handle_*_overflow_minimal``,
#: ``__ubsan_handle_shift_out_of_bounds_minimal`` and their kin, without arguments
_CHECK_FLAGS = ("-fsanitize-recover=all", "-fsanitize-minimal-runtime")
_OVERFLOW_FLAGS = ("-fsanitize=signed-integer-overflow,shift-base", "-fwrapv-pointer")
_WRAP_FLAGS = ("-fno-strict-overflow",)
#: undefined behaviour that IR does not show: types are gone, constants are folded
_UNDEFINED_FLAGS = (
    "-fsanitize=shift-exponent,float-cast-overflow,bounds,vla-bound,bool,nonnull-attribute,returns-nonnull-attribute",
)

_STANDARDS = ("gnu11", "gnu89")

_LINE_MARKER = re.compile(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+"[^\n]*$', re.MULTILINE)
_OWN_BUILTIN = re.compile(rb"^[\w* ]{0,200}?\b(__builtin_\w{1,60})[ \t]*\([^;{}]{0,500}\)\s{0,9}\{", re.MULTILINE)
#: an attribute that would switch our checks off; attributes of other names mean nothing
_NO_CHECKS = re.compile(rb"\b(__)?no_sanitize(__)?\b")
#: CBMC's syntax: contracts, quantifiers, types
_FOREIGN = re.compile(
    rb"\b__CPROVER_(?:requires|ensures|assigns|frees|loop_invariant|decreases|forall|exists|bitvector|fixedbv|floatbv"
    rb"|rational|integer|thread_local)\b"
)
_DIAGNOSTIC = re.compile(r"^(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): (?P<kind>fatal error|error): (?P<text>.*)$")
_LINELESS = re.compile(r"^(?:[\w./+-]*clang[\w.+-]*|zig|<[^>]*>|): (?:fatal )?error: (?P<text>.*)$")


@dataclass(frozen=True, slots=True)
class CSource:
    """C text, the name to show for it, and where its ``#include "…"`` look first."""

    text: bytes
    name: str
    folder: Path
    preprocessed: bool = False


def display_name(path: Path) -> str:
    """The name of a file as messages show it: what cannot be printed on one line is written as an escape."""
    name = str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in name)


def read_source(path: Path) -> CSource:
    """Read a C file. Raises InputError when there is nothing to compile."""
    name = display_name(path)
    try:
        text = path.read_bytes()
    except IsADirectoryError as error:
        raise InputError("is a directory; expected a C file", Location(name)) from error
    except FileNotFoundError as error:
        raise InputError("no such file", Location(name)) from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot be read: {reason}", Location(name)) from error
    if not text.strip():
        raise InputError("the file is empty; expected a C program", Location(name))
    return CSource(text, name, path.parent, path.suffix == ".i")


def compile_c(source: CSource, options: LoadOptions, extra: tuple[str, ...] = ("-g",)) -> str:
    """The LLVM IR of ``source``. Raises InputError with the compiler's messages when it does not compile."""
    toolchain = find_toolchain(options.clang)
    languages = ("cpp-output", "c") if source.preprocessed else ("c",)
    attempts = [(language, standard) for standard in _STANDARDS for language in languages]
    # programs printed by CIL define some of the compiler's own functions: theirs get another name
    own = sorted(set(_OWN_BUILTIN.findall(source.text)))
    first: InputError | None = None
    with tempfile.TemporaryDirectory(prefix="antumbra-") as folder:
        copy = Path(folder) / "input.c"
        copy.write_bytes(_marked(source, own))
        for language, standard in attempts:
            command = [*toolchain.command, "-x", language, str(copy), "-o", "-", "-S", "-emit-llvm"]
            command += [f"-std={standard}", *flags_of(options)]
            command += [*extra, *_user_arguments(options), "-iquote", str(source.folder.absolute()), *_short_names()]
            command += ["-isystem", str(INCLUDE), *toolchain.arguments]
            outcome = _run(command, Path(folder), options.compile_timeout, source)
            if isinstance(outcome, str):
                return division.explicit_divisions(outcome.replace(f"{folder}/", ""))
            first = first or _in_other_words(outcome, source)
    raise first or InputError("the compiler gave neither code nor a message", Location(source.name))


def flags_of(options: LoadOptions) -> tuple[str, ...]:
    """The arguments that decide what the IR says, but for the standard and the user's own."""
    flags = _OVERFLOW_FLAGS if options.overflow_checks else _WRAP_FLAGS
    if options.undefined_checks:
        flags += _UNDEFINED_FLAGS
    if options.overflow_checks or options.undefined_checks:
        flags += _CHECK_FLAGS
    return (f"--target={_TARGETS[options.data_model]}", *_FLAGS, *division.FLAGS, *flags)


def _marked(source: CSource, own: list[bytes]) -> bytes:
    """The text to compile: same lines and columns, under the name to show, the functions ``own`` renamed."""
    name = source.name.replace("\\", "\\\\").replace('"', '\\"')
    text = source.text.removeprefix(b"\xef\xbb\xbf")
    if own:
        text = re.sub(rb"\b(?:" + b"|".join(own) + rb")\b", lambda match: b"_" + match[0][1:-1] + b"_", text)
    text = _NO_CHECKS.sub(lambda match: match[0].replace(b"sanitize", b"sanitise"), text)
    types = "".join(f"typedef {meaning} {word};" for word, meaning in CBMC_TYPES.items() if word.encode() in text)
    return f'{types}\n# 1 "{name}"\n'.encode() + _LINE_MARKER.sub(b"", text) + b"\n"


def _in_other_words(error: InputError, source: CSource) -> InputError:
    """Where the compiler stumbles over syntax that only CBMC has, that is what is told."""
    where = error.location
    if where is None or where.file != source.name or not where.line:
        return error
    for match in _FOREIGN.finditer(source.text):
        before = source.text[: match.start()]
        line = before.count(b"\n") + 1
        if abs(line - where.line) <= 1:
            text = (
                f"{match[0].decode()} is syntax of CBMC's, which is not read; a main with __CPROVER_assume can say it"
            )
            place = Location(source.name, line, match.start() - before.rfind(b"\n"))
            return InputError(text, place, (f"{where}: {error.message}", *error.notes))
    return error


def _user_arguments(options: LoadOptions) -> list[str]:
    includes = [f"-I{Path(folder).absolute()}" for folder in options.include_dirs]
    return [*includes, *(f"-D{define}" for define in options.defines), *options.cflags]


def _short_names() -> tuple[str, ...]:
    """Headers below the current folder are shown as users would name them."""
    here = f"{Path.cwd()}/"
    return () if "=" in here or here == "//" else (f"-fdebug-prefix-map={here}=",)


def _run(command: list[str], folder: Path, timeout: float, source: CSource) -> str | InputError:
    """Run the compiler in a process group of its own, so that a time limit ends all of it."""
    where = Location(source.name)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(folder),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise InputError(f"the compiler cannot be started: {error}", where) from error
    try:
        output, messages = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired as error:
        raise InputError(f"the compiler did not finish within {timeout:g} s", where) from error
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    if process.returncode == 0:
        return output.decode("utf-8", "surrogateescape")
    return _failure(messages.decode("utf-8", "backslashreplace"), process.returncode, where)


def _failure(messages: str, status: int, where: Location) -> InputError:
    """The compiler's errors as ours: the first is the message, the others are notes."""
    found: list[tuple[str, Location]] = []
    for line in messages.splitlines():
        match = _DIAGNOSTIC.match(line)
        if match:
            found.append((match["text"], Location(match["file"], int(match["line"]), int(match["column"]))))
        elif match := _LINELESS.match(line):
            found.append((match["text"], where))
    if status < 0 or "PLEASE submit a bug report" in messages or not found:
        name = signal.Signals(-status).name if status < 0 else f"status {status}"
        last = found[0][0] if found else next((line for line in messages.splitlines() if line.strip()), "no message")
        return InputError(f"the compiler failed ({name}): {last}", where)
    text, location = found[0]
    return InputError(text, location, tuple(f"{place}: {message}" for message, place in found[1:]))
