"""What sets one language apart from another, said once: how violations are run again, which engines fit, and more."""

from __future__ import annotations

from typing import Literal

from antumbra.records import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """``replay``: how a violation is confirmed: as native code, as a concrete run under the solver's model, or by the
    trace of transitions that an engine has run step by step."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    replay: Literal["native", "model", "trace"] = "native"
    #: the engines that ``auto`` may choose from; the first is what a run without a choice takes
    engines: tuple[str, ...] = ("explore", "interpolate", "dash")
    #: tests are sequences of bytes for native code, which other languages have none of
    tests: bool = True
    #: integers without a bound, quantifiers, axioms: only one solver knows them
    axioms: bool = False
    #: the order in which engines that execute programs take paths; empty: their own
    search: tuple[str, ...] = ()
    #: files name properties of their own
    named_properties: bool = False
    #: what nobody gives is more than an unknown value: unwritten memory, results of functions without a body
    memory: bool = True
    #: text in which places are shown, and a reproducer can be written
    source: bool = False


C = Language("c", "C", (".c", ".i"), source=True)
LLVM = Language("llvm", "LLVM IR", (".ll", ".bc"))
#: depth first is the paper's order; the front end puts the way out of a loop first
BOOGIE = Language(
    "boogie",
    "Boogie",
    (".bpl",),
    "model",
    ("explore", "houdini", "dash"),
    tests=False,
    axioms=True,
    search=("dfs",),
    memory=False,
)
GUARDED = Language(
    "guarded",
    "guarded commands",
    (".gcl",),
    "trace",
    ("abstract", "dash"),
    tests=False,
    axioms=True,
    named_properties=True,
    memory=False,
)
#: a task definition names a file in another language
TASK = Language("task", "task definitions", (".yml", ".yaml"))

#: what a build leaves, which carries or names C files: objects, libraries, compilation databases
DATABASE = ".json"
BUILT = Language("built", "objects", (".o", ".a", ".so", DATABASE))

LANGUAGES = {language.name: language for language in (C, LLVM, BOOGIE, GUARDED, TASK, BUILT)}
#: ending of a file name → language
SUFFIXES = {suffix: language.name for language in LANGUAGES.values() for suffix in language.suffixes}
