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


class Compiled:
    """Functions of a module, ``run`` among them: from the address of memory to a number. They live as long as this
    object."""

    def __init__(self, text: str, others: Sequence[str] = ()) -> None:
        if platform.machine() not in _MACHINES or sys.byteorder != "little":
            raise NoCode(platform.machine())
        llvm = _llvm()
        try:
            machine = llvm.Target.from_default_triple().create_target_machine(opt=1, jit=True)
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
