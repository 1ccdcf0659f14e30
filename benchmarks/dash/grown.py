"""Families of programs of any size, several phrasings of each: ``python benchmarks/dash/grown.py locks_loop 20``.

All are safe; with ``--bug`` the last lock, procedure, state or branch breaks the rule.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

_HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"


def _each(count: int, line: Callable[[int], str]) -> str:
    return "".join(line(i) for i in range(1, count + 1))


def locks_loop(n: int, bug: bool) -> str:
    """In each round of an endless loop some locks are taken, and those are given back."""
    taken = _each(n, lambda i: f"    if (want{i}) lock{i} = 1;\n")
    back = _each(
        n,
        lambda i: (
            f"    if (want{i}{' != 5' if bug and i == n else ''}) {{\n"
            f"      if (lock{i} != 1) reach_error();\n      lock{i} = 0;\n    }}\n"
        ),
    )
    return f"""{_HEAD}
int main(void) {{
{_each(n, lambda i: f"  int want{i}, lock{i};" + chr(10))}  while (__VERIFIER_nondet_int()) {{
{_each(n, lambda i: f"    want{i} = __VERIFIER_nondet_int();" + chr(10))}\
{_each(n, lambda i: f"    lock{i} = 0;" + chr(10))}{taken}{back}  }}
  return 0;
}}
"""


def locks_once(n: int, bug: bool) -> str:
    """The same without the loop, and no lock is held at the end."""
    declared = _each(n, lambda i: f"  int want{i} = __VERIFIER_nondet_int(), lock{i} = 0;\n")
    taken = _each(n, lambda i: f"  if (want{i}) lock{i} = 1;\n")
    back = _each(n, lambda i: f"  if (want{i}{' < 0' if bug and i == n else ''}) lock{i} = 0;\n")
    free = _each(n, lambda i: f"  if (lock{i}) reach_error();\n")
    return f"{_HEAD}\nint main(void) {{\n{declared}{taken}{back}{free}  return 0;\n}}\n"


_ACQUIRE = """
static void acquire(int *lock) {
  if (*lock) reach_error();
  *lock = 1;
}

static void release(int *lock) {
  if (!*lock) reach_error();
  *lock = 0;
}
"""


def locks_called(n: int, bug: bool) -> str:
    """Two procedures for all locks, which are global variables; those taken last are given back first."""
    inputs = _each(n, lambda i: f"  int want{i} = __VERIFIER_nondet_int();\n")
    taken = _each(n, lambda i: f"  if (want{i} > 0) acquire(&lock{i});\n")
    back = "".join(f"  if (want{i} >{'=' if bug and i == n else ''} 0) release(&lock{i});\n" for i in range(n, 0, -1))
    declared = _each(n, lambda i: f"static int lock{i};\n")
    return f"{_HEAD}{_ACQUIRE}\n{declared}\nint main(void) {{\n{inputs}{taken}{back}  return 0;\n}}\n"


def locks_own(n: int, bug: bool) -> str:
    """Each lock has procedures of its own, in an endless loop that takes one after the other."""
    own = _each(
        n,
        lambda i: (
            f"static int lock{i};\nstatic void acquire{i}(void) {{\n  if (lock{i}) reach_error();\n  lock{i} = 1;\n}}\n"
            f"static void release{i}(void) {{\n  if (!lock{i}) reach_error();\n  lock{i} = 0;\n}}\n"
        ),
    )
    body = _each(
        n,
        lambda i: (
            f"    acquire{i}();\n    if (__VERIFIER_nondet_int()) x++;\n"
            f"    {'if (x != 3) ' if bug and i == n else ''}release{i}();\n"
        ),
    )
    loop = f"  while (__VERIFIER_nondet_int()) {{\n{body}  }}\n"
    return f"{_HEAD}\n{own}\nint main(void) {{\n  int x = 0;\n{loop}  return 0;\n}}\n"


def chain_adds(n: int, bug: bool) -> str:
    """Each procedure adds one to what the next one returns."""
    steps = _each(n, lambda i: f"static int f{i}(int x) {{ return f{i - 1}(x) + {2 if bug and i == n else 1}; }}\n")
    check = f"  if (f{n}(x) == x + {n + 1}) reach_error();\n"
    return (
        f"{_HEAD}\nstatic int f0(int x) {{ return x; }}\n{steps}\n"
        f"int main(void) {{\n  int x = __VERIFIER_nondet_int();\n{check}  return 0;\n}}\n"
    )


def chain_locks(n: int, bug: bool) -> str:
    """Each procedure may take the lock for itself before it calls the next one."""
    steps = _each(
        n,
        lambda i: (
            f"static void f{i}(void) {{\n  if (__VERIFIER_nondet_int()) {{\n    acquire(&lock);\n"
            f"    {'if (__VERIFIER_nondet_int()) ' if bug and i == n else ''}release(&lock);\n  }}\n  f{i - 1}();\n}}\n"
        ),
    )
    last = "static void f0(void) {\n  acquire(&lock);\n  release(&lock);\n}\n"
    return f"{_HEAD}{_ACQUIRE}\nstatic int lock;\n{last}{steps}\nint main(void) {{\n  f{n}();\n  return 0;\n}}\n"


def chain_bounds(n: int, bug: bool) -> str:
    """Each procedure raises its argument to a bound of its own before it hands it on."""
    steps = _each(
        n,
        lambda i: (
            f"static int f{i}(int x) {{\n  if (x < {i}) x = {i - 1 if bug and i == n else i};\n"
            f"  return f{i - 1}(x);\n}}\n"
        ),
    )
    return (
        f"{_HEAD}\nstatic int f0(int x) {{ return x; }}\n{steps}\n"
        f"int main(void) {{\n  if (f{n}(__VERIFIER_nondet_int()) < {n}) reach_error();\n  return 0;\n}}\n"
    )


def tree_values(n: int, bug: bool) -> str:
    """Each procedure calls the next one twice: 2 to the n calls."""
    steps = _each(n, lambda i: f"static int f{i}(int x) {{ return f{i - 1}(f{i - 1}(x)); }}\n")
    leaf = f"static int f0(int x) {{ return x < 0 ? 0 : x >= {9 if bug else 8} ? 8 : x + 1; }}\n"
    top = "  int x = __VERIFIER_nondet_int();\n"
    return f"{_HEAD}\n{leaf}{steps}\nint main(void) {{\n{top}  if (f{n}(x) > 8) reach_error();\n  return 0;\n}}\n"


def tree_locks(n: int, bug: bool) -> str:
    """The same with a lock that each leaf takes and gives back, or leaves alone."""
    steps = _each(n, lambda i: f"static void f{i}(void) {{\n  f{i - 1}();\n  f{i - 1}();\n}}\n")
    kept = "if (__VERIFIER_nondet_int()) " if bug else ""
    body = f"  if (__VERIFIER_nondet_int()) {{\n    acquire(&lock);\n    {kept}release(&lock);\n  }}\n"
    leaf = f"static void f0(void) {{\n{body}}}\n"
    return f"{_HEAD}{_ACQUIRE}\nstatic int lock;\n{leaf}{steps}\nint main(void) {{\n  f{n}();\n  return 0;\n}}\n"


def machine_switch(n: int, bug: bool) -> str:
    """A ring of n states; the machine waits or moves on."""
    cases = "".join(
        f"      case {i}: if (__VERIFIER_nondet_int()) s = {n if bug and i == n - 1 else (i + 1) % n}; break;\n"
        for i in range(n)
    )
    return f"""{_HEAD}
int main(void) {{
  int s = 0;
  while (__VERIFIER_nondet_int()) {{
    switch (s) {{
{cases}      default: reach_error();
    }}
  }}
  return 0;
}}
"""


def machine_lock(n: int, bug: bool) -> str:
    """States with an odd number hold a lock, the others do not; written as a chain of if and else."""

    def moves() -> Iterator[str]:
        for i in range(2 * n):
            word = "if" if i == 0 else "else if"
            holds = i % 2
            test = f"if ({'' if holds else '!'}lock) lock = {0 if holds else 1}; else reach_error();"
            if bug and i == 2 * n - 1:
                test = "if (lock) lock = __VERIFIER_nondet_int() == 7; else reach_error();"
            yield f"    {word} (s == {i}) {{\n      {test}\n      s = {(i + 1) % (2 * n)};\n    }}\n"

    return (
        f"{_HEAD}\nint main(void) {{\n  int s = 0, lock = 0;\n  while (__VERIFIER_nondet_int()) {{\n"
        f"{''.join(moves())}  }}\n  return 0;\n}}\n"
    )


def machine_table(n: int, bug: bool) -> str:
    """The ring as a table that is looked up."""
    entries = ", ".join(str(n if bug and i == n - 1 else (i + 1) % n) for i in range(n))
    return f"""{_HEAD}
static const unsigned char next[{n}] = {{{entries}}};

int main(void) {{
  unsigned s = 0;
  while (__VERIFIER_nondet_int()) {{
    if (s >= {n}) reach_error();
    if (__VERIFIER_nondet_int()) s = next[s];
  }}
  return 0;
}}
"""


def diamonds_idle(n: int, bug: bool) -> str:
    """Branches that have nothing to do with the error."""
    lines = _each(n, lambda i: f"  if (__VERIFIER_nondet_int()) x += {i};\n  else x -= {i};\n")
    lines += "  if (x == 3) flag = 0;\n" if bug else ""
    return f"{_HEAD}\nint main(void) {{\n  int x = 0, flag = 1;\n{lines}  if (!flag) reach_error();\n  return 0;\n}}\n"


def diamonds_bound(n: int, bug: bool) -> str:
    """Each branch adds one or two, and the sum is bounded."""
    lines = _each(n, lambda i: f"  if (__VERIFIER_nondet_int()) s += 1;\n  else s += {3 if bug and i == n else 2};\n")
    return f"{_HEAD}\nint main(void) {{\n  int s = 0;\n{lines}  if (s > {2 * n}) reach_error();\n  return 0;\n}}\n"


def diamonds_parity(n: int, bug: bool) -> str:
    """Each branch keeps the sum even."""
    lines = _each(
        n, lambda i: f"  if (__VERIFIER_nondet_int()) s += {2 * i};\n  else s ^= {5 if bug and i == n else 6};\n"
    )
    return f"{_HEAD}\nint main(void) {{\n  int s = 0;\n{lines}  if (s & 1) reach_error();\n  return 0;\n}}\n"


def diamonds_apart(n: int, bug: bool) -> str:
    """Each branch sets a variable of its own, and all are looked at in the end."""
    set_ = _each(n, lambda i: f"  int x{i};\n  if (__VERIFIER_nondet_int()) x{i} = 1;\n  else x{i} = 2;\n")
    looked = _each(n, lambda i: f"  if (x{i} {'==' if bug and i == n else '>'} 2) reach_error();\n")
    return f"{_HEAD}\nint main(void) {{\n{set_}{looked}  return 0;\n}}\n"


_USUAL = (5, 10, 20, 50, 100, 200)
#: a tree of depth n has 2 to the n calls
_TREES = (2, 4, 6, 8, 10, 12)

#: name → the program of a size, and the sizes
FAMILIES: dict[str, tuple[Callable[[int, bool], str], tuple[int, ...]]] = {
    **{f.__name__: (f, _USUAL) for f in (locks_loop, locks_once, locks_called, locks_own)},
    **{f.__name__: (f, _USUAL) for f in (chain_adds, chain_locks, chain_bounds)},
    **{f.__name__: (f, _TREES) for f in (tree_values, tree_locks)},
    **{f.__name__: (f, _USUAL) for f in (machine_switch, machine_lock, machine_table)},
    **{f.__name__: (f, _USUAL) for f in (diamonds_idle, diamonds_bound, diamonds_parity, diamonds_apart)},
}

if __name__ == "__main__":
    sys.stdout.write(FAMILIES[sys.argv[1]][0](int(sys.argv[2]), "--bug" in sys.argv))
