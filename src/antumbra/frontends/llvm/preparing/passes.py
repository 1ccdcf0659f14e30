"""LLVM's own work on a module, through llvmlite: reading, verifying, SROA, and printing it once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import llvmlite.binding  # pyright: ignore[reportMissingTypeStubs]

from antumbra.frontends.errors import InputError
from antumbra.frontends.llvm.library.names import OURS
from antumbra.frontends.llvm.preparing.jumping.lowering import lower
from antumbra.frontends.llvm.preparing.prune import prune, run_by_section
from antumbra.frontends.llvm.preparing.unknowns import drop_unused, instrument
from antumbra.program.source import Location

#: untyped as it is
llvm: Any = llvmlite.binding
VERSION: Final[str] = llvmlite.__version__

_PLACE: Final = re.compile(r"^[^:\n]*:(\d+):(\d+): error: (.*)$", re.MULTILINE)
_BITCODE_MAGIC: Final = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
_OURS: Final = re.compile(rf'\n(?:(?:define|declare) [^@\n]*)?@"?({re.escape(OURS)}[-\w.$]*)')
_NO_PASSES: Final = re.compile(r"(\nattributes #\d+ = \{.*)\boptnone\b")
#: a flag of modules that LLVM verifies while it reads them, since they have debug information of its own version
_VERIFIED: Final = '!"Debug Info Version", i32 3}'
_NAME: Final = r'@("[^"]*"|[-\w$.]+)'
_IFUNC: Final = re.compile(rf"^{_NAME} = (?:[\w()]+ )*ifunc ", re.MULTILINE)

#: where clang keeps what a function returns; models always write it, though not on each way through their blocks
_RESULT: Final = re.compile(r"^  (%retval) = alloca (.*?)(?=, align|$)(?:, align \d+)?$", re.MULTILINE)


def as_text(source: str | bytes, name: str) -> str:
    """The text of a module. Raises InputError if the source is none."""
    return source if isinstance(source, str) else str(parse(source, name))


def prepare(
    source: str | bytes,
    name: str = "<llvm>",
    *,
    roots: tuple[str, ...] = (),
    known: Callable[[str], bool] | None = None,
    simplify_cfg: bool = False,
    canonical: bool = False,
    library: bool = False,
    jumps: bool = False,
) -> str:
    """The text to translate and to replay: verified, uninitialised locals explicit, locals in registers.

    With ``roots``, only what these functions need is kept (``known``: see :func:`prune`). Dead loads and divisions
    stay, since they may fail.
    ``simplify_cfg`` merges branches into selects: fewer paths, but no longer one test a path. ``canonical`` text
    was printed by this very version of LLVM, so it need not be read and printed once more to look like that. Only a
    ``library`` model may have names that are ours. ``jumps``: setjmp and longjmp become control flow.
    Raises InputError if the source is no LLVM module.
    """
    text = source if canonical and isinstance(source, str) else str(parse(source, name))
    if roots:
        text = prune(text, roots, known)
    if not library and (found := _OURS.search(text)):
        raise InputError(f"names that begin with {OURS} are not a program's: {found[1]}", Location(name))
    if "\nmodule asm " in text:
        raise InputError("module-level assembly is not supported", Location(name))
    if (found := run_by_section(text)) is not None:
        raise InputError(f"code that runs because of its section is not supported: {found}", Location(name))
    if " ifunc " in text and (found := _IFUNC.search(text)):
        raise InputError(f"functions that a resolver chooses (ifunc) are not supported: {found[1]}", Location(name))
    text = _NO_PASSES.sub(r"\1", text)
    if library:
        text = _RESULT.sub(r"\g<0>\n  store \2 zeroinitializer, ptr \1", text)
    if jumps:
        text = lower(text, lambda text, functions, work: _after(work, text, functions, name), library=library)
    text = instrument(text)
    module = parse(text, name, again=not canonical or _VERIFIED not in text)
    manager: Any = llvm.create_new_function_pass_manager()
    manager.add_sroa_pass()
    if simplify_cfg:
        manager.add_simplify_cfg_pass()
    builder = _pass_builder(module.triple, name)
    for function in module.functions:
        if not function.is_declaration:
            manager.run(function, builder)
    return drop_unused(str(module))


def _after(work: str, text: str, functions: list[str], name: str) -> str:
    """The module after one of LLVM's passes over some functions."""
    module = parse(text, name)
    manager: Any = llvm.create_new_function_pass_manager()
    getattr(manager, work)()
    builder = _pass_builder(module.triple, name)
    for function in functions:
        manager.run(module.get_function(function), builder)
    return str(module)


def parse(source: str | bytes, name: str, *, again: bool = True) -> Any:
    """A verified module; without ``again``, LLVM verifies it while it reads. Raises InputError."""
    try:
        if isinstance(source, bytes) and source[:4] in _BITCODE_MAGIC:
            module = llvm.parse_bitcode(source)
        else:
            text = source.decode("utf-8") if isinstance(source, bytes) else source
            module = llvm.parse_assembly(text)
        if again:
            module.verify()
    except UnicodeDecodeError:
        raise InputError("neither LLVM bitcode nor LLVM text", Location(name)) from None
    except RuntimeError as error:
        raise _readable(str(error), name) from None
    return module


def _readable(message: str, name: str) -> InputError:
    """LLVM's complaint in one line, with the place if it has one."""
    if match := _PLACE.search(message):
        return InputError(f"not valid LLVM text: {match[3]}", Location(name, int(match[1]), int(match[2])))
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return InputError(f"not a valid LLVM module: {'; '.join(lines[:3])}", Location(name))


def _pass_builder(triple: str, name: str) -> Any:
    """The module's own target: LLVM ends the process where one target's attributes meet another's machine."""
    llvm.initialize_native_target()
    try:
        target = llvm.Target.from_triple(triple or llvm.get_default_triple())
    except RuntimeError:
        raise InputError(f"code for {triple} cannot be read on this machine", Location(name)) from None
    machine = target.create_target_machine()
    return llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
