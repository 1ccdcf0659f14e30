"""C text to LLVM IR text, by running clang on it.

The IR is what clang writes before any optimisation, so that undefined behaviour is still there to be found:
``-O1`` only for lifetime markers and bodies of inline functions. The compiler never sees
the user's file name: it gets a copy with a safe name whose first line, a line marker, gives the name to
show. Line markers of the text itself are blanked, so that locations are places in the file
the user gave (which is what witnesses must name) even when it went through a preprocessor.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
from functools import cache
from pathlib import Path

from antumbra.frontends.c import aligned, division, indices, store
from antumbra.frontends.c.contracts.found import Found
from antumbra.frontends.c.contracts.words import FLAGS, MARKS
from antumbra.frontends.c.naming import display_name, shown_path, with_shown_names
from antumbra.frontends.c.store import Reads
from antumbra.frontends.c.toolchain import digest, environment, find_toolchain
from antumbra.frontends.errors import InputError
from antumbra.frontends.options import LoadOptions
from antumbra.patterns import pattern
from antumbra.program.c_types import CBMC_TYPES
from antumbra.program.source import Location
from antumbra.records import dataclass, replace

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
_NO_SANITIZERS = ("-fno-sanitize=all", "-fno-sanitize-ignorelist", "-fno-sanitize-trap=all")
_OVERFLOW_FLAGS = ("-fsanitize=signed-integer-overflow,shift-base", "-fwrapv-pointer")
_WRAP_FLAGS = ("-fno-strict-overflow",)
#: undefined behaviour that IR does not show: types are gone, constants are folded
_UNDEFINED_FLAGS = (
    "-fsanitize=shift-exponent,float-cast-overflow,bounds,vla-bound,bool,nonnull-attribute,returns-nonnull-attribute",
    "-fstrict-flex-arrays=1",  # at the end of a structure only arrays of one element, or of none, may be longer
)

#: flags that say for which machine: models of the library must be for the same
_MACHINE = pattern(r"-m(?:16|32|64|x32)$|--?target\b|-triple$")
_OF_MACHINES = {"-m32": "ILP32", "-m64": "LP64"}

_STANDARDS = ("gnu11", "gnu89")

_LINE_MARKER = pattern(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+"[^\n]*$', re.MULTILINE)
_OWN_BUILTIN = pattern(rb"^[\w* ]{0,200}?\b(__builtin_\w{1,60})[ \t]*\([^;{}]{0,500}\)\s{0,9}\{", re.MULTILINE)
#: an attribute that would switch our checks off; attributes of other names mean nothing
_NO_CHECKS = pattern(rb"\b(__)?no_sanitize(__)?\b")
#: in a header: our own macros of these names do not count any more
_OWN_NO_CHECKS = pattern(rb"(?:define|undef|push_macro|pop_macro)[\s\\(\"]+(?:__)?no_sanitize(?:__)?\b")
#: CBMC's syntax that is not read: quantifiers outside of contracts, types
_FOREIGN = pattern(rb"\b__CPROVER_(?:forall|exists|bitvector|fixedbv|floatbv|rational|integer|thread_local)\b")
#: what the compiler is told to read: no name that a file of the user's has
COPY = "antumbra input.c"
_INPUT_MARKER = pattern(rb'^# (\d+) "antumbra input\.c"', re.MULTILINE)
#: of the text that is compiled, before the user's
_LINES_BEFORE = 2
_ESCAPED = ("utf-8", "surrogateescape")
_DIAGNOSTIC = pattern(r"^(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): (?P<kind>fatal error|error): (?P<text>.*)$")
_LINELESS = pattern(r"^(?:[\w./+-]*clang[\w.+-]*|zig|<[^>]*>|): (?:fatal )?error: (?P<text>.*)$")


@dataclass(frozen=True, slots=True)
class Built:
    """How a build of the user's compiled a file."""

    called: str  #: the file's name there: ``__FILE__``
    directory: Path  #: where the compiler ran: relative names begin there
    arguments: tuple[str, ...]  #: flags that decide what the text means
    whole: bytes | None = None  #: the text with all headers in it; then no other file is read


@dataclass(frozen=True, slots=True)
class CSource:
    """C text, the name to show for it, and where its ``#include "…"`` look first."""

    text: bytes
    name: str
    folder: Path
    preprocessed: bool = False
    built: Built | None = None
    behind: str = ""  #: C of ours that comes behind it
    flags: tuple[str, ...] = ()  #: that this text needs
    #: in place of the text: the same with additions of ours, its line markers ours as well
    compiled: bytes | None = None


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
    return _Job(source, options, extra, ("-S", "-emit-llvm")).module()[0]


def compile_once(source: CSource, options: LoadOptions) -> str:
    """The same; from the store, if it was compiled before and nothing that counts has changed."""
    job = _Job(source, options, ("-g",), ("-S", "-emit-llvm"))
    key = job.key()
    kept = store.find(key)
    if kept is not None:
        return kept
    text, reads = job.module()
    if reads is not None:
        store.keep(key, text, reads)
    return text


def compile_with_contracts(source: CSource, options: LoadOptions) -> tuple[str, Found | None]:
    """The same with what the contract of the entry says, and what was found of contracts."""
    expected = options.entry_name != "main" or MARKS.search(source.text) is not None
    found = _contracts(source, options) if expected else None
    if found is None:
        try:
            return compile_once(source, options), None
        except InputError:
            found = None if expected else _contracts(source, options)
            if found is None or not found.marked:
                raise
    behind = found.contract.text if found.contract is not None else ""
    flags = FLAGS if found.marked else ()
    return compile_once(replace(source, behind=behind, flags=flags), options), found


def _contracts(source: CSource, options: LoadOptions) -> Found | None:
    from antumbra.frontends.c.contracts.reading import read_contracts

    try:
        text, _ = _Job(source, options, (), ("-E", "-C")).output()
    except InputError:
        return None  # whoever compiles it says why that does not work
    called = source.name if source.built is None else source.built.called
    meanings = options.pointer_meanings
    given = frozenset(name for name, _ in meanings.named)
    if meanings.default.equal or any(meaning.equal for _, meaning in meanings.named):
        given = None
    return read_contracts(text, called, options.entry_name, source.text.decode("utf-8", "replace"), given)


def preprocessed(source: CSource, options: LoadOptions) -> str:
    """The text with headers and macros expanded, and with line markers. Raises InputError."""
    return _Job(source, options, (), ("-E",)).output()[0]


def expand_c(source: CSource, options: LoadOptions, extra: tuple[str, ...] = ()) -> bytes:
    """The text of ``source`` with all headers in it, for the same compiler and flags. Raises InputError."""
    expanded, _ = _Job(source, options, extra, ("-E", "-frewrite-includes")).output()
    name = f'"{_quoted_name(source)}"'.encode()
    # its lines are counted by a file that has more lines than the user's
    text = _INPUT_MARKER.sub(
        lambda match: b"# %d %s" % (max(int(match[1]) - _LINES_BEFORE, 1), name), expanded.encode(*_ESCAPED)
    )
    return b"# 1 %s\n%s" % (name, text)


class _Job:
    """What the compiler is to make of one text."""

    def __init__(self, source: CSource, options: LoadOptions, extra: tuple[str, ...], kind: tuple[str, ...]) -> None:
        self._source = source
        self._options = options
        self._extra, self._kind = extra, kind
        self._expanded = "-E" in kind  # headers are part of the text, or are to become part of it
        self._toolchain = find_toolchain(options.clang)
        # programs printed by CIL define some of the compiler's own functions: theirs get another name
        own = sorted(set(_OWN_BUILTIN.findall(source.text)))
        self._text = _marked(source, own) if self._whole is None else _checked(self._whole)
        self._text += source.behind.encode(*_ESCAPED)
        short = _short_names(source) if source.built is None else ()  # of those that follow, the last one counts
        given = (*extra, *self._arguments(), *source.flags)
        self._command = [*kind, *flags_of(options), *short, *given, *_checks(options)]

    def key(self) -> str:
        """The same for what certainly gives the same, as long as the headers are the same."""
        places = (str(self._directory), str(Path.cwd()))
        words = "\0".join((*self._toolchain.command, *self._command, *map(str, self._attempts()), *places))
        return digest(self._text.decode("latin-1"), self._source.name, words, self._toolchain.version, _own_state())

    def module(self) -> tuple[str, Reads | None]:
        """The IR, and what it was made of."""
        text, reads = self.output()
        text = division.explicit_divisions(text)
        if self._options.undefined_checks:
            text = indices.with_checks(text)
        if self._options.alignment_checks:
            text = aligned.with_checks(text, "i64" if self._options.data_model == "LP64" else "i32")
        built = self._source.built
        if built is not None:
            text = with_shown_names(text, built.called, built.directory, self._source.name)
        return text, reads

    def output(self) -> tuple[str, Reads | None]:
        """What the compiler writes, and which files it has read, if nothing else counts."""
        first: InputError | None = None
        began = store.now()
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="antumbra-") as folder:
            copy, rule = Path(folder) / COPY, Path(folder) / "input.d"
            copy.write_bytes(self._text)
            for language, standard in self._attempts():
                command = [*self._toolchain.command, "-x", language, str(copy), "-o", "-", f"-std={standard}"]
                command += ["-MD", "-MF", str(rule), *self._command]
                outcome = _run(command, Path(folder), self._options.compile_timeout, self._source)
                if isinstance(outcome, str):
                    if self._undone(rule, copy):
                        return self._in_one_text(), None
                    if self._whole is not None and store.prerequisites(rule) != [str(copy)]:
                        raise InputError("the text that an object carries must not read files", self._where)
                    reads = self._reads(rule, copy, began) if first is None else None
                    return outcome.replace(f"{folder}/", ""), reads
                first = first or _in_other_words(outcome, self._source)
        raise first or InputError("the compiler gave neither code nor a message", self._where)

    def _undone(self, rule: Path, copy: Path) -> bool:
        """Whether a header has macros of its own with the names of attributes that switch checks off."""
        if self._expanded:
            return False
        system = tuple(f"{word.rstrip('/')}/" for word in self._toolchain.arguments if word.startswith("/"))
        for name in store.prerequisites(rule) or ():
            if name != str(copy) and not name.startswith(system):
                with contextlib.suppress(OSError):
                    if _OWN_NO_CHECKS.search((self._directory / name).read_bytes()):
                        return True
        return False

    def _in_one_text(self) -> str:
        """What is compiled if the headers become part of the text, in which these attributes are renamed."""
        job = _Job(self._source, self._options, self._extra, self._kind)
        job._text, job._expanded = _checked(expand_c(self._source, self._options, self._extra)), True
        return job.output()[0]

    @property
    def _where(self) -> Location:
        return Location(self._source.name)

    def _attempts(self) -> list[tuple[str, str]]:
        languages = ("cpp-output", "c") if self._source.preprocessed else ("c",)
        return [(language, standard) for standard in _STANDARDS for language in languages]

    def _arguments(self) -> list[str]:
        user, toolchain = _user_arguments(self._options), self._toolchain.arguments
        built = self._source.built
        if built is not None and self._whole is not None:
            # what the user defines here comes too late: conditions in the text are decided
            return [*built.arguments, "-nostdinc", *(word for word in toolchain if word.startswith("-D"))]
        near = ["-iquote", str(self._source.folder.absolute())]
        if built is not None:
            return [*near, *built.arguments, *user, "-isystem", str(INCLUDE), *toolchain]
        return [*user, *near, "-isystem", str(INCLUDE), *toolchain]

    def _reads(self, rule: Path, copy: Path, began: int) -> Reads | None:
        built = self._source.built
        if not store.are_known((*self._options.cflags, *(built.arguments if built is not None else ()))):
            return None
        return store.reads(rule, copy, self._text, self._directory, self._command, self._toolchain.arguments, began)

    @property
    def _directory(self) -> Path:
        return self._source.built.directory if self._source.built is not None else Path.cwd()

    @property
    def _whole(self) -> bytes | None:
        return self._source.built.whole if self._source.built is not None else None


@cache
def _own_state() -> str:
    """What tells one way of compiling from another: the state of our own files."""
    files = sorted((*Path(__file__).parent.glob("*.py"), *INCLUDE.rglob("*.h")))
    return " ".join(f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files)


def flags_of(options: LoadOptions) -> tuple[str, ...]:
    """The arguments that decide what the IR says, but for the standard and the user's own."""
    return (f"--target={_TARGETS[options.data_model]}", *_FLAGS, *_checks(options))


def _checks(options: LoadOptions) -> tuple[str, ...]:
    """What is to be checked; behind the user's flags, which may be those of a build with other sanitizers."""
    flags = _OVERFLOW_FLAGS if options.overflow_checks else _WRAP_FLAGS
    if options.undefined_checks:
        flags += _UNDEFINED_FLAGS
    if options.overflow_checks or options.undefined_checks:
        flags += _CHECK_FLAGS
    return (*_NO_SANITIZERS, *division.FLAGS, *flags)


def _marked(source: CSource, own: list[bytes]) -> bytes:
    """The text to compile: same lines and columns, under the name to show, the functions ``own`` renamed."""
    text = source.text.removeprefix(b"\xef\xbb\xbf") if source.compiled is None else source.compiled
    if own:
        text = re.sub(rb"\b(?:" + b"|".join(own) + rb")\b", lambda match: b"_" + match[0][1:-1] + b"_", text)
    text = _checked(text)
    types = "".join(f"typedef {meaning} {word};" for word, meaning in CBMC_TYPES.items() if word.encode() in text)
    if source.compiled is None:
        text = _LINE_MARKER.sub(b"", text)
    return f'{types}\n# 1 "{_quoted_name(source)}"\n'.encode() + text + b"\n"


def _checked(text: bytes) -> bytes:
    """Without attributes that switch checks off."""
    return _NO_CHECKS.sub(lambda match: match[0].replace(b"sanitize", b"sanitise"), text)


def _in_other_words(error: InputError, source: CSource) -> InputError:
    """Where the compiler stumbles over syntax that only CBMC has, that is what is told."""
    where = error.location
    if where is None or where.file != source.name or not where.line or source.behind:
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


def _quoted_name(source: CSource) -> str:
    called = source.name if source.built is None else source.built.called
    return called.replace("\\", "\\\\").replace('"', '\\"')


def _user_arguments(options: LoadOptions) -> list[str]:
    for word in options.cflags:
        if _MACHINE.match(word) and _OF_MACHINES.get(word) != options.data_model:
            raise InputError(
                f"{word} is not the machine that is checked ({options.data_model}); --32 and --64 say which"
            )
    includes = [f"-I{Path(folder).absolute()}" for folder in options.include_dirs]
    return [*includes, *(f"-D{define}" for define in options.defines), *options.cflags]


def _short_names(source: CSource) -> tuple[str, ...]:
    """Headers below the current folder are shown as users would name them, and the file itself as it is named."""
    here = f"{Path.cwd()}/"
    if "=" in f"{here}{source.name}" or here == "//":
        return ()
    itself = (f"-fdebug-prefix-map={source.name}={source.name}",) if source.name.startswith(here) else ()
    return (f"-fdebug-prefix-map={here}=", *itself)


def _run(command: list[str], folder: Path, timeout: float, source: CSource) -> str | InputError:
    """Run the compiler in a process group of its own, so that a time limit ends all of it."""
    import subprocess  # what was compiled before is not again

    where = Location(source.name)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=source.built.directory if source.built is not None and source.built.whole is None else None,
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
        return output.decode(*_ESCAPED)
    return _failure(messages.decode("utf-8", "backslashreplace"), process.returncode, source)


def _failure(messages: str, status: int, source: CSource) -> InputError:
    """The compiler's errors as ours: the first is the message, the others are notes."""
    where = Location(source.name)
    found: list[tuple[str, Location]] = []
    for line in messages.splitlines():
        match = _DIAGNOSTIC.match(line)
        if match:
            found.append(
                (match["text"], Location(_named(match["file"], source), int(match["line"]), int(match["column"])))
            )
        elif match := _LINELESS.match(line):
            found.append((match["text"], where))
    if status < 0 or "PLEASE submit a bug report" in messages or not found:
        name = signal.Signals(-status).name if status < 0 else f"status {status}"
        last = found[0][0] if found else next((line for line in messages.splitlines() if line.strip()), "no message")
        return InputError(f"the compiler failed ({name}): {last}", where)
    text, location = found[0]
    return InputError(text, location, tuple(f"{place}: {message}" for message, place in found[1:]))


def _named(file: str, source: CSource) -> str:
    built = source.built
    if built is None:
        return file
    return source.name if file == built.called else shown_path(built.directory / file)
