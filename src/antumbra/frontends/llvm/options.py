"""What decides how modules become a Program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from antumbra.frontends.environment import NOTHING, Environment
from antumbra.program.pointers import Meanings
from antumbra.records import dataclass, field

Externals = Literal["havoc", "pure", "fail"]


@dataclass(frozen=True, slots=True)
class TranslateOptions:
    """``externals`` says what a call of a function without a body does; ``external_policies`` by name.

    ``havoc``: whatever code in another file could do (``library.outside``), with any result;
    ``pure``: only its result is unknown; ``fail``: the execution stops as unsupported.
    """

    entry: str = "main"
    called: str = ""  #: what the user calls the entry; default: the same
    required: tuple[str, ...] = ()  #: preconditions of the entry that it assumes, as they are written
    unchecked: tuple[str, ...] = ()  #: what its contract says and nobody looks at
    name: str = ""  #: the program's name in reports; default: the first module's source file
    abort_checks: bool = False  #: a call of abort violates ``abort``
    unnamed: str = ""  #: what the user calls a module that does not say which source it is from
    main_file: str = ""  #: what the user calls the main source file; default: as the compiler was told
    error_functions: tuple[str, ...] = ("reach_error", "__VERIFIER_error")
    externals: Externals = "havoc"
    external_policies: Mapping[str, Externals] = field(default_factory=dict[str, Externals])
    #: a constant ``poison`` is what our own compiler leaves of an expression without a meaning (1 / 0); in code that
    #: was optimised elsewhere it is an ordinary value that nobody uses
    poison_is_undefined: bool = False
    #: C: a local that is in scope again is another object than before; to LLVM it is the same one
    scopes_make_objects: bool = False
    #: LLVM: flags (nsw, exact, …) that are wrong make poison; what our own compiler writes is not checked so
    flags_promise: bool = False
    malloc_may_fail: bool = False
    entry_pointers: Meanings = Meanings()  #: what pointer parameters of the entry are
    outside_pointers: int | None = None  #: bytes of what pointers lead to that come from outside; None: any number
    overflow_wraps: bool = False  #: overflow of signed integers has no meaning, but wraps and is not checked
    alignment_checks: bool = False  #: clang's checks of pointers are about alignment alone
    unseen: tuple[str, ...] = ()  #: kinds of undefined behaviour that are asked for and not looked at

    environment: Environment = NOTHING  #: what the program finds when it starts
    files_given: bool = False  #: it uses files, and those of ``environment`` are all there are

    @property
    def may_change_outside(self) -> bool:
        """Whether a function without a body may change what it finds."""
        return self.externals == "havoc" or "havoc" in self.external_policies.values()
