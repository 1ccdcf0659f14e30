"""Programs that keep one phase of a run busy for far longer than any limit of a test: text by name, with its suffix."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

_C = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void klee_make_symbolic(void *, unsigned long, const char *);
extern void *malloc(unsigned long);
"""


def straight(size: int = 30_000) -> str:
    """One function without a branch: every pass over a block takes long."""
    names = [f"x{i}" for i in range(8)]
    rng = random.Random(1)
    lines = [f"  {rng.choice(names)} = {rng.choice(names)} * 3u + {rng.choice(names)} + {i}u;" for i in range(size)]
    start = "".join(f"  unsigned {name} = __VERIFIER_nondet_uint();\n" for name in names)
    return (
        f"{_C}int main(void) {{\n{start}" + "\n".join(lines) + "\n  if (x0 == 12345u) reach_error();\n  return 0;\n}\n"
    )


def blocks(size: int = 10_000) -> str:
    """Two blocks for each line: flow, regions, postdominators."""
    lines = "\n".join(f"  if (x & {1 << i % 31}u) y += {i}u; else y ^= {i}u;" for i in range(size))
    return (
        f"{_C}int main(void) {{\n  unsigned x = __VERIFIER_nondet_uint(), y = 0;\n{lines}\n"
        "  if (y == 77u && x == 3u) reach_error();\n  return 0;\n}\n"
    )


def nested(depth: int = 200) -> str:
    """Loops within loops, each guarded by its own input."""
    depth = min(depth, 200)
    opening = "\n".join(f"{' ' * (i % 60)}for (unsigned i{i} = 0; i{i} < n{i % 8}; i{i}++) {{" for i in range(depth))
    start = "".join(f"  unsigned n{i} = __VERIFIER_nondet_uint();\n" for i in range(8))
    return (
        f"{_C}unsigned s;\nint main(void) {{\n{start}{opening}\n s += i{depth - 1};\n{'}' * depth}\n"
        "  if (s == 12345u) reach_error();\n  return 0;\n}\n"
    )


def multiplications(size: int = 300) -> str:
    """A product of many inputs: Bitwuzla normalises it for minutes without a poll."""
    lines = "\n".join("  p *= __VERIFIER_nondet_ulong();" for _ in range(size))
    return (
        f"{_C}int main(void) {{\n  unsigned long p = __VERIFIER_nondet_ulong();\n{lines}\n"
        "  if (p % 1000003 == 12345 && p / 7 % 11 == 3) reach_error();\n  return 0;\n}\n"
    )


def sums(size: int = 1_500) -> str:
    """Sums and shifts of sums: preprocessing multiplies them out."""
    rng = random.Random(size)
    names = [f"w{i}" for i in range(20)]
    lines: list[str] = [f"  unsigned {name} = __VERIFIER_nondet_uint();" for name in names]
    for i in range(size):
        a, b = rng.choice(names[-25:]), rng.choice(names[-25:])
        form = rng.choice((f"{a} + {b}", f"{a} << ({b} & 31u)", f"{a} - {b}"))
        lines.append(f"  unsigned t{i} = {form};")
        names.append(f"t{i}")
    test = f"{names[-1]} == 12345u && {names[-2]} < {names[-3]} && {names[-4]} * {names[-5]} == 77u"
    return f"{_C}int main(void) {{\n" + "\n".join(lines) + f"\n  if ({test}) reach_error();\n  return 0;\n}}\n"


def circuits(size: int = 30_000) -> str:
    """Choices between sums, without branches: circuits that take long to build."""
    rng = random.Random(size)
    lines = [f"  unsigned w{i} = __VERIFIER_nondet_uint();" for i in range(16)]
    for i in range(size):
        a, b, c, d = (rng.randrange(16) for _ in range(4))
        lines.append(f"  w{i % 16} = w{a} < w{b} ? w{c} + {i}u : w{d};")
    return (
        f"{_C}int main(void) {{\n"
        + "\n".join(lines)
        + "\n  if (w3 == 12345u && w4 < w5) reach_error();\n  return 0;\n}\n"
    )


def substitutions(size: int = 150) -> str:
    """Assignments that square the size of what a weakest precondition says."""
    lines = "\n".join(
        f"  if (__VERIFIER_nondet_int()) a = a * b + c + {i}u; else b = b ^ (a + c * {i}u);\n  c = c + a * b;"
        for i in range(size)
    )
    start = "  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();\n"
    return f"{_C}int main(void) {{\n{start}{lines}\n  if (a * b * c == 12345u) reach_error();\n  return 0;\n}}\n"


def guesses(size: int = 60) -> str:
    """A loop over many variables: guesses about each pair of them."""
    names = [f"v{i}" for i in range(size)]
    start = "".join(f"  unsigned {name} = __VERIFIER_nondet_uint() % 100u;\n" for name in names)
    body = "".join(f"    if ({a} < {b}) {a} = {a} + 1u; else {b} = {b} ^ {a};\n" for a, b in pairwise(names))
    total = " + ".join(names)
    return (
        f"{_C}int main(void) {{\n{start}  unsigned n = __VERIFIER_nondet_uint();\n"
        f"  for (unsigned i = 0; i < n; i++) {{\n{body}  }}\n"
        f"  if ({total} == 4000000000u) reach_error();\n  return 0;\n}}\n"
    )


def huge_object(size: int = 1 << 30) -> str:
    """A symbolic object as large as the machine's memory, read at an unknown place."""
    return (
        f'{_C}int main(void) {{\n  char *p = malloc({size}UL);\n  klee_make_symbolic(p, {size}UL, "p");\n'
        "  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();\n"
        f"  if (i >= {size}u || j >= {size}u) return 0;\n"
        f"  if (p[i] == 7 && p[j] == 9 && p[{size - 7}] == 1) reach_error();\n  return 0;\n}}\n"
    )


def copies(size: int = 4_000) -> str:
    """Stores at unknown places of one array, then reads of it."""
    return (
        f"{_C}unsigned a[{size}];\nint main(void) {{\n  for (unsigned k = 0; k < {size}u; k++) {{\n"
        f"    unsigned i = __VERIFIER_nondet_uint() % {size}u;\n    a[i] = a[(i * 7u + k) % {size}u] + k;\n  }}\n"
        "  unsigned s = 0;\n"
        f"  for (unsigned k = 0; k < {size}u; k++) s += a[k];\n  if (s == 12345u) reach_error();\n  return 0;\n}}\n"
    )


def functions(size: int = 4_000) -> str:
    """A chain of calls through as many functions."""
    text = "".join(
        f"unsigned f{i}(unsigned x) {{ if (x % {i + 2}u == 1u) x += {i}u; return "
        + (f"f{i - 1}(x * 3u + 1u)" if i else "x")
        + "; }\n"
        for i in range(size)
    )
    test = f"f{size - 1}(__VERIFIER_nondet_uint()) == 12345u"
    return f"{_C}{text}int main(void) {{\n  if ({test}) reach_error();\n  return 0;\n}}\n"


def boogie_blocks(size: int = 5_000) -> str:
    """A Boogie procedure of many branches and one loop."""
    lines = "\n".join(
        f"  if (x mod {i + 2} == 1) {{ y := y + x * {i}; }} else {{ y := y - {i}; }}" for i in range(size)
    )
    return (
        "procedure main()\n{\n  var x, y, n: int;\n  havoc x; havoc n;\n  y := 0;\n  while (n > 0)\n  {\n"
        f"{lines}\n  n := n - 1;\n  }}\n  assert y * x != 12345;\n}}\n"
    )


def boogie_quantifiers(size: int = 12) -> str:
    """Axioms whose instances beget instances, and non-linear arithmetic: Z3 does not come to an end."""
    axioms = "\n".join(
        f"axiom (forall a, b: int :: f{i}(a, f{(i + 1) % size}(b, a)) > f{(i + 2) % size}(a * b, b));"
        for i in range(size)
    )
    text = "".join(f"function f{i}(int, int): int;\n" for i in range(size))
    asserts = "\n".join(f"  assert f{i}(x * y, y) * x * y != {i} + x * x * x;" for i in range(size))
    return f"{text}{axioms}\nprocedure main()\n{{\n  var x, y: int;\n  havoc x; havoc y;\n{asserts}\n}}\n"


def boogie_guesses(size: int = 40) -> str:
    """A loop over many integers: Houdini's candidates about each pair."""
    names = [f"v{i}" for i in range(size)]
    body = "\n".join(f"    {a} := {a} + {b};" for a, b in pairwise(names))
    start = "\n".join(f"  {name} := {i};" for i, name in enumerate(names))
    return (
        f"procedure main()\n{{\n  var n, {', '.join(names)}: int;\n{start}\n  havoc n;\n  while (n > 0)\n  {{\n{body}\n"
        f"    n := n - 1;\n  }}\n  assert {names[0]} * {names[1]} != 12345;\n}}\n"
    )


def protocol(size: int = 9) -> str:
    """Processes that draw numbers: too many states, and too many predicates about them."""
    return (
        f"param N = {size};\nvar number[1..N]: int = 0;\n\nprocess P[i: 1..N] {{\n  location idle, waiting, critical;\n"
        "  take: for k: 1..N idle -> waiting when forall j: 1..N where j != k (number[j] <= number[k] + i)\n"
        "        do number[i] := number[k] + i;\n"
        "  enter: waiting -> critical when forall j: 1..N where j != i (number[j] = 0 || number[i] < number[j]);\n"
        "  leave: critical -> idle do number[i] := 0;\n}\n\nproperty mutex P@critical;\n"
    )


#: name → (suffix of the file, text)
PROGRAMS: dict[str, tuple[str, Callable[[], str]]] = {
    "straight": (".c", straight),
    "blocks": (".c", blocks),
    "nested": (".c", nested),
    "multiplications": (".c", multiplications),
    "sums": (".c", sums),
    "circuits": (".c", circuits),
    "substitutions": (".c", substitutions),
    "guesses": (".c", guesses),
    "huge_object": (".c", huge_object),
    "copies": (".c", copies),
    "functions": (".c", functions),
    "boogie_blocks": (".bpl", boogie_blocks),
    "boogie_quantifiers": (".bpl", boogie_quantifiers),
    "boogie_guesses": (".bpl", boogie_guesses),
    "protocol": (".gcl", protocol),
}
