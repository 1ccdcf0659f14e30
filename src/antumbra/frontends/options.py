"""What a user can say about reading a program. One value, given to every front end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from antumbra.frontends.environment import NOTHING, Environment
from antumbra.program.pointers import EntryPointers, Meanings, default_meaning, meanings
from antumbra.program.properties import KLEE, UNREACH_CALL, PropertySet
from antumbra.records import dataclass

if TYPE_CHECKING:
    from antumbra.frontends.boogie.options import BoogieOptions

DataModel = Literal["LP64", "ILP32"]
Externals = Literal["havoc", "pure", "fail"]


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """Options of all front ends; each reads what it has a use for.

    ``externals`` says what a call of a function without a body and without a model does: ``havoc``
    (any result; it may change whatever code in another file could), ``pure`` (only its result is unknown), ``fail``
    (the path ends as unsupported).
    """

    link: tuple[str, ...] = ()  #: further files of the program, C or LLVM: joined with the first as a linker would
    only: tuple[str, ...] = ()  #: which files of a compilation database count, as patterns; none means all
    language: str | None = None  #: "c", "llvm", …; None means by the file's ending
    entry: str | None = None  #: None means the property file's, else main
    properties: PropertySet = UNREACH_CALL
    asked: str | None = None  #: the properties in the words of whoever asked: names, files
    chosen: tuple[str, ...] = ()  #: properties that a guarded-command file names; none means all of them
    data_model: DataModel = "LP64"
    externals: Externals = "havoc"
    malloc_may_fail: bool = False  #: malloc and its kin may return NULL
    entry_pointer_size: int = 64  #: bytes of the object a pointer parameter of the entry function points to
    entry_pointers: EntryPointers = "maybe-null"
    pointers: tuple[str, ...] = ()  #: the same of single parameters, as ``NAME=MEANING`` (program.pointers)
    #: pointers that inputs and functions without a body give are null or lead to new objects of so many bytes; None:
    #: they are any number
    outside_pointers: int | None = None
    environment: Environment = NOTHING  #: what the program finds when it starts; C and LLVM
    simplify_cfg: bool = False  #: merge branches into selects: fewer paths, but not one test a path
    clang: str | None = None  #: a clang to use in place of zig's
    include_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()  #: NAME or NAME=VALUE
    cflags: tuple[str, ...] = ()  #: further arguments for the compiler, as they are
    libc: bool = True  #: link the models of the C library where the program calls it
    boogie: BoogieOptions | None = None  #: how a Boogie program is read; None means the defaults with ``entry``
    instead: bytes | None = (
        None  #: C text that is compiled in place of the first file's, its lines marked as that file's
    )
    compile_timeout: float = 120.0  #: seconds for one run of the compiler

    @property
    def entry_name(self) -> str:
        """The procedure where execution starts."""
        return self.entry or self.properties.entry or "main"

    @property
    def pointer_meanings(self) -> Meanings:
        """What pointer parameters of the entry are. Raises InputError."""
        return meanings(default_meaning(self.entry_pointers, self.entry_pointer_size), self.pointers)

    @property
    def error_functions(self) -> tuple[str, ...]:
        """Functions whose call violates the property."""
        return self.properties.error_functions

    @property
    def overflow_checks(self) -> bool:
        """Whether signed overflow must be checked, which the compiler has to prepare."""
        return "no-overflow" in self.properties.checks

    @property
    def undefined_checks(self) -> bool:
        """Whether undefined behaviour must be checked that the IR no longer shows; KLEE does not report it."""
        return "def-behavior" in self.properties.checks and self.properties.checks != KLEE.checks

    @property
    def alignment_checks(self) -> bool:
        """Whether accesses must be aligned, which the compiler has to prepare."""
        return "alignment" in self.properties.checks

    @property
    def pointer_width(self) -> int:
        return 64 if self.data_model == "LP64" else 32
