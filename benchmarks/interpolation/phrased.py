"""Twenty phrasings each of Fig. 1 (``graph``), Fig. 4 (``branches``), machines as RERS has them, and lock programs.

All are safe; each text is a function of a size. ``phrasings.py`` measures them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from figures import distances, shortest

Text = Callable[[int], str]

_HEAD = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#define any __VERIFIER_nondet_int
#define assume __VERIFIER_assume
"""

# ---------------------------------------------------------------- Fig. 1

_SCAN = "int next = any(), i; for (i = node + 1; i < N; i++) if (next == i) break;"
_STEP = "d += graph[node][i]; node = i;"
_WITHIN = "assume(next > node && next <= N);"
_CHOOSE = (
    "static int choose(int node) { int next = any(), i; %s "
    "for (i = node + 1; i < N; i++) if (next == i) return i; return N; }"
)


def _graph(body: str, before: str = "", kind: str = "const unsigned char", head: str = "while (node < N)") -> Text:
    def text(nodes: int) -> str:
        table = distances(nodes, 1)
        rows = ",\n  ".join("{" + ", ".join(map(str, row)) + "}" for row in table)
        return f"""{_HEAD}#define N {nodes}
static {kind} graph[N + 1][N + 1] = {{
  {rows}}};
{before}
int main(void) {{
  int node = 1, d = 0;
  {head} {{ {body} }}
  assert(d >= {shortest(table)});
  return 0;
}}
"""

    return text


def _flat(nodes: int) -> str:
    table = distances(nodes, 1)
    cells = ", ".join(str(cell) for row in table for cell in row)
    return f"""{_HEAD}#define N {nodes}
static const unsigned char graph[] = {{{cells}}};
int main(void) {{
  int node = 1, d = 0;
  while (node < N) {{ {_SCAN} d += graph[node * (N + 1) + i]; node = i; }}
  assert(d >= {shortest(table)});
  return 0;
}}
"""


def _globals(nodes: int) -> str:
    text = _graph(f"{_SCAN} {_STEP}")(nodes)
    return text.replace("int main(void) {\n  int node = 1, d = 0;", "static int node = 1, d;\nint main(void) {")


def _record(nodes: int) -> str:
    text = _graph(f"{_SCAN} at.d += graph[at.node][i]; at.node = i;", head="while (at.node < N)")(nodes)
    text = text.replace("int node = 1, d = 0;", "struct { int node, d; } at = {1, 0};").replace(
        "assert(d", "assert(at.d"
    )
    return text.replace("i = node + 1", "i = at.node + 1")


GRAPH: dict[str, Text] = {
    "printed": _graph(f"{_SCAN} {_STEP}"),
    "assume": _graph(f"{_SCAN.replace('for', _WITHIN + ' for')} {_STEP}"),
    "two assumptions": _graph(f"{_SCAN.replace('for', 'assume(next > node); assume(next <= N); for')} {_STEP}"),
    "return": _graph(f"{_SCAN.replace('for', 'if (next <= node || next > N) return 0; for')} {_STEP}"),
    "return, to the last": _graph(
        "int next = any(), i; if (next <= node || next > N) return 0; "
        f"for (i = node + 1; i <= N; i++) if (next == i) break; {_STEP}"
    ),
    "found inside": _graph(
        f"int next = any(), i; {_WITHIN} for (i = node + 1; i <= N; i++) if (next == i) {{ {_STEP} break; }}"
    ),
    "a variable holds it": _graph(
        f"int next = any(), i, ok = next > node && next <= N; assume(ok); "
        f"for (i = node + 1; i < N; i++) if (next == i) break; {_STEP}"
    ),
    "index": _graph(f"int next = any(); {_WITHIN} d += graph[node][next]; node = next;"),
    "steps": _graph(f"int step = any(), i; for (i = node + 1; i < N; i++) if (step-- == 0) break; {_STEP}"),
    "asks each time": _graph(f"int i = node + 1; while (i < N && any()) i++; {_STEP}"),
    "table that is not const": _graph(f"{_SCAN} {_STEP}", kind="unsigned char"),
    "not const, assume": _graph(f"{_SCAN.replace('for', _WITHIN + ' for')} {_STEP}", kind="unsigned char"),
    "table of int": _graph(f"{_SCAN} {_STEP}", kind="int"),
    "flat table": _flat,
    "function": _graph(f"int i = choose(node); {_STEP}", _CHOOSE % ""),
    "function, assume": _graph(f"int i = choose(node); {_STEP}", _CHOOSE % _WITHIN),
    "globals": _globals,
    "record": _record,
    "downwards": _graph(f"int next = any(), i; for (i = N; i > node + 1; i--) if (next == i) break; {_STEP}"),
    "for ever": _graph(f"if (node >= N) break; {_SCAN} {_STEP}", head="for (;;)"),
}

# ---------------------------------------------------------------- Fig. 4


def _each(
    line: str, before: str = "", after: str = "", check: str = "sum >= -N && sum <= N", outside: str = ""
) -> Text:
    """``line`` once for each branch, ``#`` being its number."""

    def text(count: int) -> str:
        lines = "\n  ".join(line.replace("#", str(i)) for i in range(1, count + 1))
        declared = ", ".join(f"x{i}" for i in range(1, count + 1))
        total = " + ".join(f"x{i}" for i in range(1, count + 1))
        return f"""{_HEAD}#define N {count}
{outside}
int main(void) {{
  int sum = 0, {declared};
  {before}
  {lines}
  {after.replace("TOTAL", total)}
  assert({check});
  return 0;
}}
"""

    return text


def _loop(body: str, before: str = "", head: str = "for (int i = 0; i < N; i++)", outside: str = "") -> Text:
    return lambda count: (
        f"""{_HEAD}#define N {count}
{outside}
int main(void) {{
  int sum = 0; {before}
  {head} {{ {body} }}
  assert(sum >= -N && sum <= N);
  return 0;
}}
"""
    )


BRANCHES: dict[str, Text] = {
    "separate": _each("if (any()) x# = 1; else x# = -1;", after="sum = TOTAL;"),
    "on the way": _each("if (any()) x# = 1; else x# = -1; sum += x#;"),
    "default first": _each("x# = -1; if (any()) x# = 1; sum += x#;"),
    "no variable": _each("if (any()) sum++; else sum--;"),
    "compared": _each("if (any() > 10) sum += 1; else sum -= 1;"),
    "of one input": _each("if (k & (1 << (# % 31))) sum++; else sum--;", "int k = any();"),
    "conditional expression": _each("sum += any() ? 1 : -1;"),
    "arithmetic": _each("sum += 2 * (any() != 0) - 1;"),
    "switch": _each("switch (any()) { case 0: sum++; break; case 1: sum--; break; default: break; }"),
    "goto": _each("if (any()) goto up#; sum--; goto end#; up#: sum++; end#: ;"),
    "function": _each("sum += one(any());", outside="static int one(int c) { if (c) return 1; return -1; }"),
    "by pointer": _each("one(&sum);", outside="static void one(int *s) { if (any()) (*s)++; else (*s)--; }"),
    "global": _each(
        "one();",
        after="sum = total;",
        outside="static int total; static void one(void) { if (any()) total++; else total--; }",
    ),
    "two counters": _each("if (any()) up++; else down++;", "int up = 0, down = 0;", "sum = up - down;"),
    "two checks": _each("if (any()) sum++; else sum--; assert(sum <= #);"),
    "loop": _loop("if (any()) sum++; else sum--;"),
    "loop, while": _loop("if (any()) sum++; else sum--; i++;", "int i = 0;", "while (i != N)"),
    "loop, downwards": _loop("sum += any() ? 1 : -1;", "", "for (int i = N; i > 0; i--)"),
    "loop, array": _loop("x[i] = any() ? 1 : -1; sum += x[i];", "int x[N];"),
    "loop, assume": _loop("int x = any(); assume(x == 1 || x == -1); sum += x;"),
}

# ---------------------------------------------------------------- machines

#: from a state, by an input, to a state
Moves = Mapping[int, Mapping[int, int]]


def _machine(make: Callable[[Moves], str]) -> Text:
    """States that inputs 1 to 6 lead to; the last one, which fails, is one that nothing leads to."""

    def text(states: int) -> str:
        chance = random.Random(states)
        moves = {s: {c: chance.randrange(states) for c in range(1, 7) if chance.random() < 0.7} for s in range(states)}
        return f"{_HEAD}#define N {states}\n{make(moves)}"

    return text


def _rules(moves: Moves, line: str, between: str = " else ") -> str:
    every = [(s, c, t) for s, to in moves.items() for c, t in to.items()]
    return between.join(line.replace("$s", str(s)).replace("$c", str(c)).replace("$t", str(t)) for s, c, t in every)


def _reads(body: str, before: str = "int s = 0;", outside: str = "", read: str = "") -> str:
    read = read or "int c = any(); if (c < 1 || c > 6) return 0;"
    return f"{outside}\nint main(void) {{ {before} while (1) {{ {read} {body} assert(s != N); }} }}\n"


def _chain(before: str = "int s = 0;", outside: str = "", read: str = "", rule: str = "") -> Text:
    """One ``if`` after the other."""
    return _machine(lambda moves: _reads(_rules(moves, rule or _IF), before, outside, read))


def _two_switches(moves: Moves) -> str:
    inner = {s: _rules({s: to}, "case $c: s = $t; break;", " ") for s, to in moves.items()}
    return _reads("switch (s) { " + " ".join(f"case {s}: switch (c) {{ {i} }} break;" for s, i in inner.items()) + " }")


def _looked_up(moves: Moves) -> str:
    rows = ", ".join("{" + ", ".join(str(to.get(c, s)) for c in range(7)) + "}" for s, to in moves.items())
    return _reads("s = to[s][c];", outside=f"static const int to[N][7] = {{{rows}}};")


def _as_function(moves: Moves) -> str:
    return _reads("step(c);", "", f"static int s; static void step(int c) {{ {_rules(moves, _IF)} }}")


def _as_value(moves: Moves) -> str:
    rules = _rules(moves, "if (s == $s && c == $c) return $t;", " ")
    return _reads("s = step(s, c);", outside=f"static int step(int s, int c) {{ {rules} return s; }}")


def _in_two(moves: Moves) -> str:
    rule = "if (a == $s / 4 && b == $s % 4 && c == $c) { a = $t / 4; b = $t % 4; }"
    return _reads(f"{_rules(moves, rule)} s = 4 * a + b;", "int a = 0, b = 0, s = 0;")


def _found(moves: Moves) -> str:
    return _reads(_rules(moves, "if (s == $s) { if (c == $c) { s = $t; goto done; } }", " ") + " done: ;")


def _by_number(moves: Moves) -> str:
    return _reads(f"switch (8 * s + c) {{ {_rules(moves, 'case 8 * $s + $c: s = $t; break;', ' ')} default: break; }}")


def _later(moves: Moves) -> str:
    return _reads(f"int t = s; {_rules(moves, 'if (s == $s && c == $c) t = $t;', ' ')} s = t;")


_IF = "if (s == $s && c == $c) s = $t;"
_SIX = "int c = any(); if (c != 1 && c != 2 && c != 3 && c != 4 && c != 5 && c != 6) return -2;"

MACHINE: dict[str, Text] = {
    "chain": _chain(),
    "input first": _chain(rule="if (c == $c && s == $s) s = $t;"),
    "nested": _machine(_found),
    "negated": _chain(rule="if (!(s != $s || c != $c)) s = $t;"),
    "assume": _chain(read="int c = any(); assume(c >= 1 && c <= 6);"),
    "ignores others": _chain(read="int c = any();"),
    "six tests": _chain(read=_SIX),
    "global state": _chain("", "static int s;"),
    "function": _machine(_as_function),
    "returns a state": _machine(_as_value),
    "switch": _machine(_by_number),
    "switch of switches": _machine(_two_switches),
    "conditional expressions": _machine(lambda m: _reads(f"s = {_rules(m, 's == $s && c == $c ? $t', ' : ')} : s;")),
    "next state": _machine(_later),
    "two variables": _machine(_in_two),
    "counts steps": _machine(lambda m: _reads(f"steps++; {_rules(m, _IF)}", "int s = 0; unsigned steps = 0;")),
    "remembers inputs": _machine(lambda m: _reads(f"last = c; {_rules(m, _IF)}", "int s = 0, last = 0;")),
    "for ever": _machine(lambda m: _reads(_rules(m, _IF)).replace("while (1)", "for (;;)")),
    "bounded": _machine(lambda m: _reads(_rules(m, _IF), "int s = 0, k = any();").replace("(1)", "(k-- > 0)")),
    "table": _machine(_looked_up),
}

# ---------------------------------------------------------------- locks


def _locks(
    take: str,
    give: str,
    before: str = "int p#, l#;",
    choose: str = "p# = any(); l# = 0;",
    outside: str = "",
    head: str = "while (any())",
) -> Text:
    """``#``: the number of a lock, taken and given back in one round if it is wanted."""

    def text(count: int) -> str:
        def lines(line: str) -> str:
            return "\n    ".join(line.replace("#", str(i)) for i in range(1, count + 1))

        return f"""{_HEAD}
{lines(outside) if "#" in outside else outside}
int main(void) {{
  {lines(before)}
  {head} {{
    {lines(choose)}
    {lines(take)}
    {lines(give)}
  }}
  return 0;
}}
"""

    return text


def _with_end(text: Text) -> Text:
    return lambda count: text(count).replace("return 0;\n", "return 0;\n  error: assert(0);\n")


_TAKE, _GIVE = "if (p#) l# = 1;", "if (p#) { assert(l# == 1); l# = 0; }"
_BY_POINTER = (
    "static void lock(int *l) { assert(*l == 0); *l = 1; } static void unlock(int *l) { assert(*l == 1); *l = 0; }"
)

LOCKS: dict[str, Text] = {
    "printed": _locks(_TAKE, _GIVE),
    "compared": _locks("if (p# != 0) l# = 1;", "if (p# != 0) { if (l# != 1) assert(0); l# = 0; }"),
    "equal to one": _locks("if (p# == 1) l# = 1;", "if (p# == 1) { assert(l# == 1); l# = 0; }"),
    "signs": _locks("if (p# > 0) l# = 1;", "if (p# > 0) { assert(l#); l# = 0; }"),
    "not taken": _locks("if (!p#) {} else l# = 1;", "if (!p#) {} else { assert(l# == 1); l# = 0; }"),
    "goto": _locks(_TAKE, "if (!p#) goto end#; assert(l# == 1); l# = 0; end#: ;"),
    "one end for all": _with_end(_locks(_TAKE, "if (p#) { if (l# != 1) goto error; l# = 0; }")),
    "functions": _locks("if (p#) lock(&l#);", "if (p#) unlock(&l#);", outside=_BY_POINTER),
    "functions of values": _locks(
        "if (p#) l# = taken(l#);",
        "if (p#) l# = given(l#);",
        outside="static int taken(int l) { assert(l == 0); return 1; }\n"
        "static int given(int l) { assert(l == 1); return 0; }",
    ),
    "globals": _locks(_TAKE, _GIVE, "", outside="static int p#, l#;"),
    "conditional expressions": _locks("l# = p# ? 1 : 0;", "assert(!p# || l# == 1); l# = 0;"),
    "boolean": _locks("l# = p# != 0;", "if (p#) assert(l#); l# = 0;"),
    "once": _locks(_TAKE, _GIVE, head="if (1)"),
    "three rounds": _locks(_TAKE, _GIVE, head="for (int r = 0; r < 3; r++)"),
    "for ever": _locks(_TAKE, _GIVE, head="for (;;)"),
    "chosen before": _locks(_TAKE, _GIVE, "int p# = any(), l# = 0;", ""),
    "counted": _locks("if (p#) l#++;", "if (p#) { assert(l# == 1); l#--; }"),
    "bits": _locks(
        "if (p#) held |= 1u << (# % 32);",
        "if (p#) { assert(held & 1u << (# % 32)); held &= ~(1u << (# % 32)); }",
        "int p#;",
        "p# = any();",
        outside="static unsigned held;",
    ),
    "array": _locks(
        "if (p[#]) l[#] = 1;",
        "if (p[#]) { assert(l[#] == 1); l[#] = 0; }",
        "",
        "p[#] = any(); l[#] = 0;",
        outside="static int p[512], l[512];",
    ),
    "one after the other": _locks("if (p#) l# = 1; if (p#) { assert(l# == 1); l# = 0; }", ""),
}

KINDS: dict[str, tuple[dict[str, Text], int]] = {
    "graph": (GRAPH, 14),
    "branches": (BRANCHES, 60),
    "machine": (MACHINE, 24),
    "locks": (LOCKS, 20),
}
