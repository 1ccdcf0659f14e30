"""From LLVM text to functions that Python can call."""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, cast

#: machines whose arithmetic of floats is IEEE's, and whose words are as our memory has them
_MACHINES: Final = frozenset({"x86_64", "AMD64", "aarch64", "arm64"})


class NoCode(Exception):  # noqa: N818 - it is an answer
    """LLVM made no function of a text: something in it needs a library, or this machine is not one we know."""


@cache
def _llvm() -> Any:
    from llvmlite import binding  # pyright: ignore[reportMissingTypeStubs]

    llvm = cast("Any", binding)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _in_registers(llvm: Any, machine: Any, text: str) -> str:
    module = llvm.parse_assembly(text)
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    passes = llvm.create_pass_builder(machine, options)
    llvm_passes = llvm.create_new_function_pass_manager()
    for add in ("sroa", "simplify_cfg", "instruction_combine", "new_gvn", "simplify_cfg"):
        getattr(llvm_passes, f"add_{add}_pass")()
    llvm_passes.run(module.get_function("run"), passes)
    return str(module)


class Compiled:
    """Functions of a module, ``run`` among them: from the address of memory to a number. They live as long as this
    object."""

    def __init__(self, text: str, others: Sequence[str] = (), *, registers: bool = False, quick: bool = False) -> None:
        """``registers``: stack slots of the text become registers before. ``quick``: to compile takes as long as the
        text is, and the code is slower: large functions take hours otherwise."""
        if platform.machine() not in _MACHINES or sys.byteorder != "little":
            raise NoCode(platform.machine())
        llvm = _llvm()
        try:
            machine = llvm.Target.from_default_triple().create_target_machine(opt=0 if quick else 1, jit=True)
            if registers:
                text = _in_registers(llvm, machine, text)
            self._compiler = llvm.create_lljit_compiler(machine, use_jit_link=False, suppress_errors=True)
            # no symbol of this process is given to it: what would need one is an error here
            builder = llvm.JITLibraryBuilder().add_ir(text)
            for name in ("run", *others):
                builder = builder.export_symbol(name)
            self._library = builder.link(self._compiler, "antumbra")
        except RuntimeError as error:
            raise NoCode(str(error)) from error
        prototype = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)
        self._prototype = prototype
        self.run = self.function("run")

    def function(self, name: str) -> Callable[[int], int]:
        return self._prototype(self._library[name])
