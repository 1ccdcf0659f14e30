"""The library models as native code under other names (``antu_strlen``), to compare with the host's library."""

from __future__ import annotations

import ctypes
import re
import subprocess
from functools import cache
from pathlib import Path

from antumbra.frontends.c.models import FOLDER, Model, models
from antumbra.frontends.c.toolchain import environment, find_toolchain
from antumbra.frontends.llvm.library.names import OURS

PREFIX = "antu_"

#: unknown values come from a queue that the test fills; an assumption that fails is counted
_HARNESS = """
#include <stddef.h>
#include <string.h>
static long long queue[4096];
static int first, last;
int failed_assumptions;
void give(long long value) { queue[last++ % 4096] = value; }
void reset(void) { first = last = failed_assumptions = 0; }
static long long take(void) { return first < last ? queue[first++ % 4096] : 0; }
long long world(void) { return take(); }
void __VERIFIER_assume(int condition) { failed_assumptions += !condition; }
void klee_make_symbolic(void *p, size_t n, const char *name) { memset(p, 'x', n); }
static const void *looked_at;
void klee_check_memory_access(const void *p, size_t n) { looked_at = p; *(volatile char *)p; }
size_t malloc_usable_size(void *p);
size_t __antumbra_object_size(const void *p) { return p == looked_at ? 0 : malloc_usable_size((void *)p); }
/* what follows a string in its object is not known here: much */
void *__antumbra_object_base(const void *p) { return (char *)p + ((size_t)1 << 40); }
int everything_unknown;
unsigned klee_is_symbolic(size_t value) { return everything_unknown; }
int unsupported, unsupported_ends; /* the second: the process, with status 7 */
void _exit(int status);
void __antumbra_unsupported(const char *what) {
  unsupported++;
  if (unsupported_ends) _exit(7);
}
int __antumbra_accessible(const void *p, size_t n, int written) { return p != 0; }
int overlaps;
void __antumbra_apart(const void *a, size_t n, const void *b, size_t m) {
  overlaps += n && m && ((size_t)((char *)b - (char *)a) < n || (size_t)((char *)a - (char *)b) < m);
}
void __antumbra_reused(const void *old, const void *moved) {}
void __ubsan_handle_negate_overflow_minimal(void) {}
"""

_OPEN = re.compile(r"^OPEN_RESULT\(([\w ]+), (\w+)\);$", re.MULTILINE)
#: functions of <math.h>, which come in three types
_FUNCTION = re.compile(r"^FUNCTION\((\w+),", re.MULTILINE)


def _open_results(*rooms: str) -> str:
    """What models leave open comes from the queue, too."""
    texts = [model.text for model in all_models(*rooms)] + [path.read_text("utf-8") for path in FOLDER.glob("*.h")]
    found = dict.fromkeys(pair for text in texts for pair in _OPEN.findall(text))
    for name in (name for text in texts for name in _FUNCTION.findall(text)):
        found.update(dict.fromkeys([("double", name), ("double", f"{name}f"), ("long double", f"{name}l")]))
    types = "typedef unsigned char byte;\n"
    bits = "static double of_bits(long long n) { double x; memcpy(&x, &n, 8); return x; }\n"
    return (
        types
        + bits
        + "".join(
            f"{type_} __antumbra_any_{name}(void) {{ return ({type_}){_taken(type_)}; }}\n" for type_, name in found
        )
    )


def _taken(type_: str) -> str:
    """Of a floating-point number the bits of a double are in the queue."""
    return "of_bits(take())" if type_ in ("float", "double", "long double") else "take()"


def all_models(*rooms: str) -> list[Model]:
    return sorted(set(models(*rooms).values()), key=lambda model: model.name)


@cache
def library(folder: Path, *rooms: str, more: str = "", only: tuple[str, ...] = ()) -> ctypes.CDLL:
    """Compile the models that a native program can have into a shared object in ``folder``.

    ``rooms``: of models that take the place of others. ``more``: text of the harness. ``only``: what is needed besides
    the rooms, if not everything is.
    """
    # not zig cc, which takes four times as long for each of a hundred small files
    toolchain = find_toolchain(None)
    names = folder / "names.h"
    chosen = [model for model in all_models(*rooms) if not model.host]
    if only:
        chosen = [model for model in chosen if model.name in only or model.name.startswith(rooms)]
    provided = [symbol for model in chosen for symbol in sorted(model.symbols)]
    renamed = [symbol for symbol in provided if not symbol.startswith(OURS)]
    renamed.append("exit")
    names.write_text("long long world(void);\n" + "".join(f"#define {name} {PREFIX}{name}\n" for name in renamed))
    harness = folder / "harness.c"
    harness.write_text(_HARNESS + _open_results(*rooms) + more)
    result = folder / "models.so"
    common = [
        *toolchain.arguments,
        "--target=x86_64-linux-gnu",
        "-O1",
        "-fno-builtin",
        "-fno-sanitize=undefined",
        "-w",
        "-fPIC",
        "-fno-math-errno",
        f"-I{FOLDER}",
        "-DANTUMBRA_OURS(name)=",
        "-DWORLD(type, name)=((type)world())",
    ]
    sources: list[tuple[Path, list[str]]] = [(harness, [])]
    sources += [(FOLDER / model.name, ["-include", str(names)]) for model in chosen]
    objects: list[str] = []
    for source, flags in sources:
        target = str(folder / f"{len(objects)}.o")
        run = subprocess.run(
            [*toolchain.command, *common, *flags, "-c", str(source), "-o", target],
            env=environment(folder),
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stderr
        objects.append(target)
    run = subprocess.run(
        [toolchain.command[0], "ld.lld", "-shared", *objects, "-o", str(result)],
        env=environment(folder),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return ctypes.CDLL(str(result))
