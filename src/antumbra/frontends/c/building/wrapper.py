"""``antumbra cc``: compiles and links as a compiler does, and lets each object carry the text it was made of.

The compiler is the bundled clang, or the command in ``ANTUMBRA_CC`` (or behind a first ``--clang``). It gets the
arguments as they are; where it compiles and links in one call, the two steps are made one after the other. Then the
C files are preprocessed as ``antumbra check`` would, and their text becomes a section of the objects. What fails there
costs a warning and never the build.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, cast

from antumbra.frontends.c.building import archive, elf
from antumbra.frontends.c.building.arguments import ArgumentError, Call, Word
from antumbra.frontends.c.building.carried import carries
from antumbra.frontends.c.building.units import LACKING, SECTION, lacking_record, record
from antumbra.frontends.c.compile import Built, CSource, expand_c
from antumbra.frontends.c.naming import display_name, shown_path
from antumbra.frontends.c.toolchain import cache_folder, find_toolchain
from antumbra.frontends.errors import InputError
from antumbra.frontends.options import DataModel, LoadOptions
from antumbra.records import dataclass

VARIABLE: Final = "ANTUMBRA_CC"

#: headers of libraries on this machine, behind all others
_SYSTEM: Final = ("-idirafter", "/usr/local/include", "-idirafter", "/usr/include")
_SYSTEM_OF: Final = {"LP64": "x86_64-linux-gnu", "ILP32": "i386-linux-gnu"}
_ZIG_TARGETS: Final = {"LP64": "x86_64-linux-gnu", "ILP32": "x86-linux-gnu"}
_TRIPLES: Final = {"LP64": "x86_64-unknown-linux-gnu", "ILP32": "i386-unknown-linux-gnu"}
#: with these an object is no machine code
_LATE: Final = ("-flto", "-ffat-lto-objects")
#: of a linker
_ALTERING: Final = ("--wrap", "-wrap", "--defsym", "-defsym", "--allow-multiple-definition")
_TWICE: Final = ("-z", "muldefs")
INTERRUPTED: Final = 130
_RULES: Final = ("-MD", "-MMD")


@dataclass(frozen=True, slots=True)
class Compiler:
    """The compiler that makes machine code: bundled, or the user's ``command``."""

    command: tuple[str, ...] = ()

    def compile(self, call: Call, arguments: Sequence[str]) -> int:
        """Run it where nothing is linked."""
        if self.command or not all(_is_plain(word) for word in call.sources):
            return _run([*self._driver("c++"), *arguments])
        toolchain = find_toolchain(None)
        ours = [*toolchain.arguments, *_system_headers(call.data_model)]
        target = [] if call.has("-target", "--target") else [f"--target={_TRIPLES.get(call.data_model, '')}"]
        unused = "-Wno-unused-command-line-argument"
        return _run([*toolchain.command, *target, unused, *arguments, *(() if call.has("-nostdinc") else ours)])

    def link(self, call: Call, arguments: Sequence[str]) -> int:
        """Run it where objects become a program or a library."""
        # lld would refuse what GNU's linker only warns of
        alike = () if self.command else ("-Wl,--undefined-version",)
        return _run([*self._driver("cc", call), *alike, *arguments])

    def _driver(self, kind: str, call: Call | None = None) -> list[str]:
        if self.command:
            return list(self.command)
        # for this very machine zig finds the libraries that are installed
        native = platform.machine() == "x86_64" and (call is None or call.data_model == "LP64")
        model = "LP64" if call is None else call.data_model
        target = [] if native else ["-target", _ZIG_TARGETS.get(model, model)]
        return [find_toolchain(None).command[0], kind, *target, "-mcpu=baseline", "-fno-sanitize=undefined", "-UNDEBUG"]


def main(arguments: Sequence[str]) -> int:
    """``antumbra cc`` with these arguments; the exit status is the compiler's."""
    try:
        return _main(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except InputError as error:
        _say(str(error))
        return 1


def _main(arguments: Sequence[str]) -> int:
    words = list(arguments)
    command = shlex.split(os.environ.get(VARIABLE, ""))
    if words[:1] == ["--clang"] and len(words) > 1:
        command, words = [words[1]], words[2:]
    elif words and words[0].startswith("--clang="):
        command, words = [words[0].removeprefix("--clang=")], words[1:]
    compiler = Compiler(tuple(command))
    try:
        call = Call(words, Path.cwd())
    except (ArgumentError, OSError) as error:
        _say(str(error))
        return 1
    kept = [word for word in words if not word.startswith(_LATE)]
    if call.early or not (call.sources or call.linked):
        return compiler.compile(call, words)
    if call.compiles:
        return _compile(compiler, call, kept)
    return _link(compiler, call)


def _compile(compiler: Compiler, call: Call, words: Sequence[str]) -> int:
    status = compiler.compile(call, words)
    output = call.value("-o")
    for source in call.sources:
        made = Path(output or f"{Path(source.value).stem}.o")
        if status == 0 and source.is_c:
            _carry(call, source, made)
    return status


def _link(compiler: Compiler, call: Call) -> int:
    """Compile what is to be compiled, link all, and say in the result what of it carries nothing."""
    output = Path(call.value("-o") or "a.out")
    with tempfile.TemporaryDirectory(prefix="antumbra-cc-") as folder:
        words: list[str] = []
        made: dict[str, str] = {}
        for number, word in enumerate(call.words):
            if word.is_source:
                target = Path(folder) / str(number) / f"{Path(word.value).stem}.o"
                target.parent.mkdir()
                status = _compile_apart(compiler, call, word, target, output)
                if status:
                    return status
                made[str(target)] = word.value
                words.append(str(target))
            elif word.option != "-x" and not word.option.startswith(_LATE) and not word.option.startswith("-M"):
                words += word.words
        status = compiler.link(call, words)
        if status == 0:
            objects = [*made, *(word.value for word in call.linked), *map(str, call.libraries())]
            _note_lacking(output, objects, made, _altered(call))
        return status


def _compile_apart(compiler: Compiler, call: Call, source: Word, target: Path, output: Path) -> int:
    """One source of a call that links too."""
    words: list[str] = []
    for word in call.words:
        if word.option in ("-o", "-l", "-L", "-x", "-Xlinker", "-shared", "-static", "-pie", "-rdynamic", "-s"):
            continue
        if word.option and not word.option.startswith((*_LATE, "-Wl,")):
            words += word.words
    if source.language:
        words += ["-x", source.language]
    if call.has(*_RULES) and not call.has("-MF"):
        words += ["-MF", str(output.with_suffix(".d")), "-MT", str(output)]
    words += ["-c", "-o", str(target), source.value]
    one = Call(words, Path.cwd())
    status = compiler.compile(one, words)
    if status == 0 and source.is_c:
        _carry(one, source, target)
    return status


def _carry(call: Call, source: Word, made: Path) -> None:
    """Put the text of a source into the object that was made of it."""
    if not made.is_file():  # /dev/null, where a configure script only asks
        return
    model = call.data_model
    path = Path.cwd() / source.value
    name = shown_path(path)
    try:
        unit = _unit(call, source, path, name)
        options = LoadOptions(data_model=cast("DataModel", model))
        whole = expand_c(unit, options, _system_headers(model))
        content = elf.Elf(made.read_bytes()).with_section(SECTION, record(unit, whole, model))
        _replace(made, content)
    except Exception as error:  # noqa: BLE001 - errors of ours included: no build fails for what only we want
        _say(f"{name}: antumbra check will not know this file: {error}")


def _unit(call: Call, source: Word, path: Path, name: str) -> CSource:
    if call.data_model not in _TRIPLES:
        raise InputError(f"machines such as {call.data_model} are not supported")
    if source.value == "-":
        raise InputError("text from the standard input is not kept")
    if os.environ.get("CCC_OVERRIDE_OPTIONS"):
        raise InputError("CCC_OVERRIDE_OPTIONS changes the compiler's options")
    built = Built(display_name(Path(source.value)), Path.cwd(), (*call.meaning(), *_from_environment()))
    return CSource(path.read_bytes(), name, path.parent, path.suffix == ".i", built)


def _from_environment() -> Iterator[str]:
    """Where compilers look for headers behind the folders of -I, and behind those of -isystem."""
    for name, flag in (("CPATH", "-I"), ("C_INCLUDE_PATH", "-isystem")):
        for folder in os.environ[name].split(os.pathsep) if os.environ.get(name) else ():
            yield from (flag, folder or ".")


def _altered(call: Call) -> list[str]:
    """Words with which a linker makes another program of the same objects."""
    words = call.linker_words()
    joined = [word for word in words if word.startswith(_ALTERING)]
    return [*joined, *(word for word, before in zip(words[1:], words, strict=False) if (before, word) == _TWICE)]


def _note_lacking(output: Path, objects: Sequence[str], made: dict[str, str], altered: list[str]) -> None:
    """Write into a program which of its objects carry nothing."""
    if not output.is_file():
        return
    try:
        program = elf.Elf(output.read_bytes())
        defined = program.defined()
        names: list[str] = []
        for name in objects:
            names += _lacking(Path(name), made.get(name, name), defined)
        if names or altered:
            _replace(output, program.with_section(LACKING, lacking_record(names, altered)))
    except Exception as error:  # noqa: BLE001 - as above
        _say(f"{display_name(output)}: it is not known what of it carries no text: {error}")


def _lacking(path: Path, name: str, defined: dict[str, bool]) -> list[str]:
    """The object, or members of the library, that are in the program and carry nothing."""
    if not path.is_file():
        return []
    content = path.read_bytes()
    if content[:4] == elf.MAGIC:
        shared = elf.Elf(content).is_shared
        return [shown_path(Path.cwd() / name)] if shared or not carries(content) else []
    if content[:8] not in (archive.MAGIC, archive.THIN):
        return []
    found: list[str] = []
    for member in archive.members(content, path):
        data = member.content if member.content is not None else Path(member.name).read_bytes()
        if data[:4] == elf.MAGIC and not carries(data) and any(each in defined for each in elf.Elf(data).defined()):
            found.append(f"{name}({member.name})")
    return found


def _replace(path: Path, content: bytes) -> None:
    """Another content in one step, with the same rights: nobody sees a part of an object."""
    path = path.resolve()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".antumbra-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(path.stat().st_mode & 0o7777)
        Path(name).replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _is_plain(word: Word) -> bool:
    """C and assembly: what the bundled clang compiles without headers of C++."""
    return (
        word.is_c
        or Path(word.value).suffix in (".s", ".S", ".sx")
        or word.language in ("assembler-with-cpp", "assembler")
    )


def _system_headers(model: str) -> tuple[str, ...]:
    return (*_SYSTEM, "-idirafter", f"/usr/include/{_SYSTEM_OF.get(model, 'x86_64-linux-gnu')}")


def _run(command: Sequence[str]) -> int:
    zig = str(cache_folder() / "zig")
    environment = {**os.environ}
    environment.setdefault("ZIG_LOCAL_CACHE_DIR", zig)
    environment.setdefault("ZIG_GLOBAL_CACHE_DIR", zig)
    try:
        status = subprocess.run(command, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return INTERRUPTED
    except (OSError, ValueError) as error:
        _say(f"the compiler cannot be started: {error}")
        return 1
    return status if status >= 0 else 128 - status


def _say(message: str) -> None:
    sys.stderr.write(f"antumbra cc: {message}\n")
