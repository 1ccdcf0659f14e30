"""The command that makes a program of a reproducer and runs it, as one line for a shell and a C comment.

It repeats what the analysed program was compiled with (``-I``, ``-D``, further files, arguments of the compiler), by
absolute paths, so that it works in any folder. What C compilers let pass, memory errors and overflows, is made to fail
by their sanitizers.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

from antumbra.evidence.testcase import TestCase
from antumbra.records import dataclass

#: check → what makes a violation end the program; error calls and assertions end it anyway
SANITIZERS: Mapping[str, str] = {
    "valid-deref": "address,bounds",
    "valid-free": "address",
    "valid-memtrack": "address",
    "valid-memcleanup": "address",
    "no-overflow": "undefined",
    "division-by-zero": "undefined",
    "alignment": "alignment",
    "def-behavior": "undefined,address,float-cast-overflow",
}
#: calls a hook whenever a function is entered: an error function that the program defines itself may do nothing
ENTERING = "-finstrument-functions"
_COMMON = ("-std=gnu11", "-g", "-w", "-fno-builtin")
#: which memory is gone that a function has left is looked at only if asked
_RUN = "ASAN_OPTIONS=detect_stack_use_after_return=1 ./reproducer"


@dataclass(frozen=True, slots=True)
class Build:
    """What the program is built from besides the test. ``flags``: arguments of the compiler, ``files``: what is
    compiled or linked with it, by paths that hold in every folder. ``folder``: where the test itself lies."""

    compiler: str = "cc"
    flags: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    folder: str = ""


def command(test: TestCase, build: Build, file: str, further: tuple[str, ...] = ()) -> str | None:
    """One line of shell; None if a name in it cannot stand on one line of text."""
    words = [build.compiler]
    if test.data_model == "ILP32":
        words.append("-m32")
    words += [*_COMMON, *further]
    sanitizers = SANITIZERS.get(test.check, "") if test.is_error else ""
    # zig has sanitizers of its own accord, and a failure of another kind is not what the test says
    words += [f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"] if sanitizers else ["-fno-sanitize=all"]
    if test.check != "no-overflow":
        words.append("-fwrapv")
    if test.entry != "main":
        words.append("-Dmain=antumbra_program_main")
    place = f"{build.folder}/{file}" if build.folder else file
    words += [*build.flags, "-o", "reproducer", place, *build.files, *build.libraries]
    if not all(word.isprintable() for word in words):
        return None
    # neither the end of a comment nor the beginning of one
    line = re.sub(r"\*/|/\*", lambda match: f"{match[0][0]}''{match[0][1]}", shlex.join(words))
    return f"{line} && {_RUN if 'address' in sanitizers else './reproducer'}"
