"""From the analysed modules' texts to an executable file: link, instrument, compile, link with the harness.

Code generation happens in this process (llvmlite); the harness is compiled by zig's clang once and kept in the
cache; the link is lld's: no start files, no libc, nothing of the host.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from antumbra.evidence.native.functions import Sites
from antumbra.evidence.native.instrument import Wishes, instrument
from antumbra.evidence.native.irtext import Refused, read
from antumbra.evidence.native.stepping import Told
from antumbra.frontends.c.toolchain import cache_folder, digest, environment, find_toolchain
from antumbra.patterns import pattern
from antumbra.records import dataclass, replace

_HARNESS = ("harness.c", "harness_memory.c", "harness_system.c", "harness_arithmetic.c", "harness_steps.c")
_TRIPLES = {64: "x86_64-unknown-linux-gnu", 32: "i386-unknown-linux-gnu"}
_EMULATIONS = {64: "elf_x86_64", 32: "elf_i386"}
#: baseline with SSE4.1, so that rounding needs no library
_PROCESSORS = {64: "x86-64-v2", 32: "penryn"}
_FLAGS = ("-O1", "-ffreestanding", "-fno-builtin", "-fno-stack-protector", "-fno-pic", "-nostdinc", "-msse2")
_SECONDS = 120


class BuildError(Exception):
    """The tools did not make an executable; the text says what they said."""


@cache
def _llvm() -> Any:
    from llvmlite import binding  # pyright: ignore[reportMissingTypeStubs]

    anything = cast("Any", binding)
    anything.initialize_all_targets()
    anything.initialize_all_asmprinters()
    return anything


def _parse(text: str) -> Any:
    try:
        return _llvm().parse_assembly(text)
    except RuntimeError as error:
        raise BuildError(f"not LLVM IR: {error}") from error


def merged(modules: Sequence[str]) -> tuple[str, frozenset[str]]:
    """One module from many, as LLVM prints it, and what the first one defines.

    A later module's definition gives way to an earlier one's.
    """
    users: frozenset[str] = frozenset()
    defined: set[str] = set()
    whole: Any = None
    for text in modules:
        if re.search(r"^module asm", text, re.MULTILINE):
            raise Refused("module-level assembly is not run natively")
        part = _parse(_giving_way(text, defined))
        defined.update(item.name for item in (*part.functions, *part.global_variables) if not item.is_declaration)
        if whole is None:
            whole, users = part, frozenset(defined)
            continue
        part.triple, part.data_layout = whole.triple, whole.data_layout
        try:
            whole.link_in(part)
        except RuntimeError as error:
            raise BuildError(f"the modules do not link: {error}") from error
    if whole is None:
        raise BuildError("no module to replay")
    return str(whole), users


_DEFINITION = pattern(r'^define (?P<words>[^@"]*)@(?P<name>[-\w$.]+)\(', re.MULTILINE)
_VARIABLE = pattern(r"^@(?P<name>[-\w$.]+) = (?P<words>[a-z_() ]*?)(?=global |constant )", re.MULTILINE)
_LINKAGES = pattern(r"\b(?:weak_odr|weak|linkonce_odr|linkonce|external|common) ")
_LOCAL = pattern(r"\b(?:internal|private|available_externally|external|extern_weak|appending) ")


def _giving_way(text: str, defined: set[str]) -> str:
    """The text with weak linkage for what an earlier module defines."""

    def weaken(match: re.Match[str]) -> str:
        words = match["words"]
        if match["name"] not in defined or _LOCAL.search(words):
            return match.group()
        weak = "weak " + _LINKAGES.sub("", words)
        return f"define {weak}@{match['name']}(" if match[0].startswith("define ") else f"@{match['name']} = {weak}"

    return _VARIABLE.sub(weaken, _DEFINITION.sub(weaken, text)) if defined else text


@dataclass(frozen=True, slots=True)
class Built:
    """An executable; what its sites, its tags and its steps mean, and the text that its debug information is in."""

    executable: Path
    sites: Sites
    tags: dict[str, int]
    told: list[Told]
    text: str


def build(modules: Sequence[str], wishes: Wishes, folder: Path) -> Built:
    """Write the executable into ``folder``. The first module is the user's. Raises ``Refused`` or ``BuildError``."""
    whole, users = merged(modules)
    made = instrument(read(whole), replace(wishes, users=users))
    module = _parse(made.text)
    module.triple = _TRIPLES[wishes.pointer_bits]
    machine = (
        _llvm()
        .Target.from_triple(module.triple)
        .create_target_machine(cpu=_PROCESSORS[wishes.pointer_bits], opt=0, reloc="static", codemodel="small")
    )
    program = folder / "program.o"
    program.write_bytes(machine.emit_object(module))
    executable = folder / "program"
    flags = ["-m", _EMULATIONS[wishes.pointer_bits], "-static", "-z", "noexecstack", "-o", str(executable)]
    _run(["ld.lld", *flags, str(program), *map(str, harness_objects(wishes.pointer_bits))], folder)
    return Built(executable, made.sites, made.tags, made.told, whole)


def harness_objects(pointer_bits: int) -> list[Path]:
    """The compiled harness, from the cache where it has been compiled before."""
    here = Path(__file__).parent
    header = (here / "harness.h").read_text("utf-8")
    version = find_toolchain(None).version
    kept = cache_folder() / "harness"
    kept.mkdir(exist_ok=True)
    made: list[Path] = []
    for name in _HARNESS:
        text = (here / name).read_text("utf-8")
        target = kept / f"{digest(version, str(pointer_bits), *_FLAGS, header, text)}.o"
        if not target.is_file():
            with tempfile.TemporaryDirectory(prefix="antumbra-", dir=kept) as folder:
                fresh = Path(folder) / "harness.o"
                command = ["clang", f"--target={_TRIPLES[pointer_bits]}", *_FLAGS, "-c", str(here / name)]
                _run([*command, "-o", str(fresh)], Path(folder))
                fresh.replace(target)
        made.append(target)
    return made


def _run(arguments: list[str], folder: Path) -> None:
    command = [find_toolchain(None).command[0], *arguments]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            env=environment(folder),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BuildError(f"{arguments[0]}: {error}") from error
    if done.returncode != 0:
        raise BuildError(f"{arguments[0]}: {done.stderr.decode('utf-8', 'replace').strip()[:2000]}")
