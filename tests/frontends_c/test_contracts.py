"""Contracts of CBMC and ACSL: what they mean, and that nothing of them is lost."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import antumbra
from antumbra.frontends.c.contracts.annotations import clauses_of
from antumbra.frontends.c.contracts.reading import read_contracts
from antumbra.frontends.c.contracts.tokens import tokens
from antumbra.frontends.errors import InputError
from support.size import some

#: a function f with its contract → the verdict for unreach-call and valid-deref
VERDICTS = {
    # memory: exactly what is required is there
    r"/*@ requires \valid(p); */ int f(int *p) { return p[1]; }": "unsafe",
    r"/*@ requires \valid(p + (0 .. 1)); */ int f(int *p) { return p[1]; }": "safe",
    r"/*@ requires \valid(p) && \valid(p + (0 .. 2)); */ int f(int *p) { return p[2]; }": "safe",
    r"/*@ requires n == 1 && \valid(&p[1 .. n]); */ int f(int *p, int n) { return p[n]; }": "safe",
    r"/*@ requires n > 0 && \valid(p + (0 .. n)); */ int f(char *p, int n) { return p[n]; }": "safe",
    r"/*@ requires n > 0 && \valid(p + (0 .. n)); */ int f(char *p, int n) { return p[n + 1]; }": "unsafe",
    r"/*@ requires n == 0 && \valid(p + (0 .. n - 1)); */ int f(char *p, int n) { return p ? *p : 0; }": "unsafe",
    r"/*@ requires p == \null || \valid(p); */ int f(int *p) { return p ? *p : 0; }": "safe",
    r"/*@ requires p == \null || \valid(p); */ int f(int *p) { return *p; }": "unsafe",
    r"/*@ requires n > 3 ==> \valid(p); */ int f(int *p, int n) { return n > 2 ? *p : 0; }": "unsafe",
    r"/*@ requires n > 3 ==> \valid(p); */ int f(int *p, int n) { return n > 3 ? *p : 0; }": "safe",
    r"/*@ requires \valid(p) && \valid(q) && \separated(p, q); ensures *p == 1; */"
    r" void f(int *p, int *q) { *p = 1; *q = 2; }": "safe",
    "int f(char *p) __CPROVER_requires(__CPROVER_is_fresh(p, 3)) { return p[3]; }": "unsafe",
    "int f(char *p, unsigned n) __CPROVER_requires(n > 2 && n < 9 && __CPROVER_r_ok(p, n)) { return p[2]; }": "safe",
    "int f(char *p, unsigned n) __CPROVER_requires(n > 1 && n < 9 && __CPROVER_r_ok(p, n)) { return p[2]; }": "unsafe",
    "int f(int *p, unsigned n) __CPROVER_requires(n == 5 && __CPROVER_is_fresh(p, n)) { return p[1]; }": "unsafe",
    # results and values before
    r"/*@ ensures *p == \old(*p) + 1; requires \valid(p) && *p < 5; */ void f(int *p) { ++*p; }": "safe",
    r"/*@ ensures *p == \old(*p) + 1; requires \valid(p); */ void f(int *p) { *p = (unsigned)*p + 1; }": "unsafe",
    r"/*@ requires \valid(p); ensures \result == \old(*p); */ int f(int *p) { int x = *p; *p = 3; return x; }": "safe",
    r"/*@ requires \valid(p); ensures \result == p[0]; */ int f(int *p) { int x = *p; *p = 3; return x; }": "unsafe",
    # quantifiers
    r"/*@ ensures \forall integer i; 0 <= i < 3 ==> g[i] == 7; */ void f(void) { g[0] = g[1] = g[2] = 7; }": "safe",
    r"/*@ ensures \forall integer i; 0 <= i <= 3 ==> g[i] == 7; */ void f(void) { g[0] = g[1] = g[2] = 7; }": "unsafe",
    r"/*@ requires \exists int i; 0 <= i && i < 3 && x == 2 * i; ensures x != 3; */ void f(int x) {}": "safe",
    r"/*@ requires \exists int i; 0 <= i && i < 3 && x == 2 * i; ensures x != 4; */ void f(int x) {}": "unsafe",
    "int f(int x) __CPROVER_requires(__CPROVER_forall { unsigned k; k < 3 ==> x != (int)k })"
    " __CPROVER_ensures(__CPROVER_return_value != 2) { return x; }": "safe",
    "int f(int x) __CPROVER_requires(__CPROVER_forall { int k; (-1 < k && 2 > k) ==> x != k })"
    " __CPROVER_ensures(__CPROVER_return_value != 2) { return x; }": "unsafe",
    # numbers of CBMC are those of C
    "int f(unsigned x) __CPROVER_requires(x - 1 < 5) __CPROVER_ensures(x > 0) { return 0; }": "safe",
    r"/*@ requires x - 1 < 5; ensures x > 0; */ int f(unsigned x) { return 0; }": "unsafe",
    # where they stand
    "int f(int a) __CPROVER_requires(a > 3); int f(int b) { if (b < 4) reach_error(); return 0; }": "safe",
    "int f(int a) __CPROVER_requires(a > 3); int f(int b) __CPROVER_requires(b < 5) __CPROVER_ensures(b != 4)"
    " { return 0; }": "unsafe",
    "static inline __attribute__((noinline)) struct s { int a; } *f(struct s *(*call)(int), int x)\n"
    " __CPROVER_requires(x > 0) __CPROVER_ensures(__CPROVER_return_value == 0) { return x < 1 ? call(x) : 0; }": "safe",
    "//@ requires x > 3;\n//@ ensures \\result > 4;\nint f(int x) { return x; }": "unsafe",
    "/*@null@*/ /*@unused@*/ int f(/*@out@*/ int x) { return x; }": "safe",
    "#if 0\n/*@ requires x > 0; */\n#endif\nint f(int x) { if (x < 1) reach_error(); return 0; }": "unsafe",
    "#define N 4\n/*@ requires x < N; */ int f(int x) { if (x > 3) reach_error(); return 0; }": "safe",
    "int y = 3; int f(int x) __CPROVER_requires(x == y) __CPROVER_ensures(x == 3) { return 0; }\n#define y 4\n": "safe",
}

#: what is not read → where, and what is said
REFUSED = {
    r"/*@ ensures \result == twice(x); */ int f(int x) { return x; }": (1, 24, "twice"),
    r"/*@ ensures \initialized(&x); */ int f(int x) { return x; }": (1, 13, r"\initialized is not read"),
    "/*@ requires x > 0\n    ensures x; */ int f(int x) { return x; }": (2, 5, "'ensures' is not understood"),
    r"/*@ check requires x > 0; */ int f(int x) { return x; }": (1, 5, "'check' begins no clause"),
    r"/*@ ensures \forall integer i; i > 0 ==> i > x; */ int f(int x) { return x; }": (1, 13, "the range of i"),
    r"/*@ ensures \forall integer i; 0 < i < 9 ==> x <==> i; */ void f(int x) {}": (1, 13, "expected a range"),
    r"/*@ ensures \exists integer i; 0 < i < 9 || x; */ int f(int x) { return x; }": (1, 13, "the range of i"),
    r"/*@ requires 0 <= x < y == 4; */ int f(int x, int y) { return x; }": (1, 25, "need brackets"),
    r"/*@ requires \valid(s->p); */ int f(struct s { int *p; } *s) { return 0; }": (1, 14, "which is no parameter"),
    "int f(int x) __CPROVER_requires(x = 1) { return x; }": (1, 35, "'=' changes something"),
    "int f(int x) __CPROVER_requires(x > y) { return x; }": (1, 0, "undeclared identifier 'y'"),
    "int f(int x, ...) __CPROVER_requires(x > 1) { return x; }": (1, 5, "any number of arguments"),
    "int (*f(int x) __CPROVER_requires(x))(void) { return 0; }": (1, 16, "not understood here"),
    "int f(int x) __CPROVER_ensures(__CPROVER_is_fresh(&x, 4)) { return x; }": (1, 32, "a precondition of its own"),
    "void f(int x) __CPROVER_requires(__CPROVER_forall { int k; 0u < k && k < 3 ==> x }) {}": (1, 0, "no sign"),
    "int f(int x) __CPROVER_requires(__CPROVER_forall { int k; k < 3 ==> x }) { return x; }": (1, 0, "no lower bound"),
    "int f(int x) __CPROVER_requires(x > 0); int g(void) { return 0; }": (1, 14, "does not define it"),
}  # fmt: skip

_HEAD = "void reach_error(void); int g[4];\n"


def check(text: str, tmp_path: Path, **options: object) -> antumbra.Result:
    path = tmp_path / "f.c"
    path.write_text(_HEAD + text)
    options = {"property": "unreach-call,valid-deref", "entry": "f", "timeout": 30, "entry_pointer_size": 8, **options}
    return antumbra.check(path, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", VERDICTS)
def test_verdicts(text: str, tmp_path: Path) -> None:
    result = check(text, tmp_path)
    assert result.verdict.value == VERDICTS[text], result.reason
    assert result.verdict.value != "unsafe" or result.replayed is True
    assert result.location is None or result.location.function == "f"


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_understood_is_told_with_its_place(text: str, tmp_path: Path) -> None:
    line, column, words = REFUSED[text]
    path = tmp_path / "f.c"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        antumbra.check(path, entry="f")
    assert words in caught.value.message
    assert caught.value.location is not None
    assert caught.value.location.line == line
    assert column in (0, caught.value.location.column)


def test_what_was_assumed_and_what_was_not_used_is_told(tmp_path: Path) -> None:
    text = r"""/*@ requires x > 0 && \valid(p); assigns *p; ensures *p == x; */ void f(int *p, int x) { *p = x; }
int h(int x) __CPROVER_requires(x) { while (x) __CPROVER_loop_invariant(1) { x--; } return 0; }"""
    result = check(text, tmp_path)
    said = {assumption.id: assumption.text for assumption in result.assumptions}
    assert said.keys() == {"entry-requires", "entry-frame", "entry-size"}
    assert r"x > 0 && \valid(p) (line 2)" in said["entry-requires"]
    assert "assigns *p (line 2)" in said["entry-frame"]
    assert any("contracts of other functions are not used: h" in note for note in result.notes)
    assert any("annotations in bodies of functions are not read" in note for note in result.notes)
    assert result.coverage is not None
    assert (result.coverage.lines_total, result.coverage.functions_total) == (2, 2)


def test_contracts_in_headers_count(tmp_path: Path) -> None:
    (tmp_path / "f.h").write_text("#define REQUIRES(c) __CPROVER_requires(c)\nint f(int x) REQUIRES(x > 3);\n")
    (tmp_path / "other.c").write_text('#include "f.h"\nint other(int x) { return f(x); }\n')
    text = '#include "f.h"\nint f(int x) { if (x < 4) reach_error(); return 0; }'
    assert check(text, tmp_path).verdict.value == "safe"
    assert check(text, tmp_path, link=[str(tmp_path / "other.c")]).verdict.value == "safe"
    (tmp_path / "other.c").write_text("int f(int x) __CPROVER_requires(x > 7); int other(int x) { return f(x); }\n")
    with pytest.raises(InputError, match="does not define it"):
        check(text, tmp_path, link=[str(tmp_path / "other.c")])
    (tmp_path / "f.h").write_text("/*@ requires x > 3; */\nint f(int x);\n")
    assert check(text, tmp_path).verdict.value == "safe"


def test_clauses_do_not_keep_a_program_from_being_checked(tmp_path: Path) -> None:
    path = tmp_path / "main.c"
    path.write_text("int f(int x) __CPROVER_requires(x > 3) { return x; }\nint main(void) { return f(1) - 1; }\n")
    result = antumbra.check(path, timeout=30)
    assert result.verdict.value == "safe"
    assert any("not used: f" in note for note in result.notes)
    path.write_text("int main(void) __CPROVER_ensures(__CPROVER_return_value == 0) { return 0; }\n")
    with pytest.raises(InputError, match="a contract of main"):
        antumbra.check(path)


def test_what_the_user_says_of_a_pointer_counts_more(tmp_path: Path) -> None:
    text = r"/*@ requires n >= 0 && \valid(p + (0 .. n - 1)); */ int f(char *p, int n) { return n > 6 ? p[6] : 0; }"
    assert check(text, tmp_path, pointers=["p=valid:7"]).verdict.value == "safe"
    assert check(text.replace("n > 6", "n > 5"), tmp_path, pointers=["p=valid:7"]).verdict.value == "safe"
    assert check(text.replace("n > 6", "n > 5"), tmp_path, pointers=["p=valid:6"]).verdict.value == "unsafe"
    assert check(text.replace("*/", "ensures n > 2; */"), tmp_path, pointers=["p=valid:7"]).verdict.value == "unsafe"


def test_of_pointers_that_may_be_equal_no_size_is_known(tmp_path: Path) -> None:
    """Else the larger of two objects would be too large for the pointer that needs less."""
    text = r"/*@ requires \valid(p) && n == 2 && \valid(q + (0 .. n - 1)); */ void f(int *p, int *q, int n) "
    body = "{ *p = 1; q[0] = 2; if (*p == 2) reach_error(); }"
    assert check(text + body, tmp_path, entry_pointers="any").verdict.value == "unsafe"
    assert check(text + body, tmp_path).verdict.value == "safe"


def test_annotations_of_no_contract_are_none() -> None:
    text = "/*@ logic integer twice(integer x) = 2 * x; */ int f(int x) { /*@ assert x; */ return x; }"
    found = read_contracts(text, "f.c", "f", text)
    assert found is not None
    assert found.contract is None
    assert read_contracts('int f(int x) { return "a /*@ requires 0; */"[x]; }', "f.c", "f", "").contract is None  # type: ignore[union-attr]
    assert read_contracts("int f(int x) { return x; }", "f.c", "f", "") is None


def test_behaviors_and_clauses_of_other_kinds() -> None:
    text = "/*@ ensures x != 3; behavior b: ensures x != 4; assumes x > 4; */ void f(int x) {}"
    found = clauses_of([token for token in tokens(text, "f.c") if token.kind == "annotation"])
    assert [len(clause.guard) for clause in found] == [0, 1]
    with pytest.raises(InputError, match="'frobs' begins no clause"):
        read_contracts("/*@ requires 1; frobs x; */ int f(int x) { return x; }", "f.c", "f", "")


# ---------------------------------------------------------------- numbers


def _random_term(random_: random.Random, depth: int) -> tuple[str, int]:
    if depth == 0 or random_.random() < 0.2:
        name = random_.choice(list(_VALUES))
        number = random_.choice([0, 1, 2, 7, 255, 2147483647])
        return (name, _VALUES[name]) if random_.random() < 0.7 else (str(number), number)
    (one, a), (other, b) = _random_term(random_, depth - 1), _random_term(random_, depth - 1)
    match random_.choice("+-*/%&|^~m<"):
        case "/" if b:
            return f"({one} / {other})", abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        case "%" if b:
            return f"({one} % {other})", (abs(a) % abs(b)) * (1 if a >= 0 else -1)
        case "*" if abs(a) < 2**60 and abs(b) < 2**60:
            return f"({one} * {other})", a * b
        case "&":
            return f"({one} & {other})", a & b
        case "|":
            return f"({one} | {other})", a | b
        case "^":
            return f"({one} ^ {other})", a ^ b
        case "~":
            return f"(~{one})", ~a
        case "m":
            return f"(-{one})", -a
        case "<" if abs(a) < 2**60 and 0 <= b < 60:
            return f"({one} << {other})", a << b
        case "-":
            return f"({one} - {other})", a - b
        case _:
            return f"({one} + {other})", a + b


_VALUES = {"a": -(2**31), "b": 2**32 - 1, "c": 2**64 - 1, "d": -(2**63), "e": -1, "h": 200}
_FUNCTION = """int a = -2147483647 - 1; unsigned b = 4294967295u; unsigned long c = 18446744073709551615ul;
long d = -9223372036854775807l - 1; signed char e = -1; unsigned char h = 200;
/*@ {clauses} */ int f(void) {{ return 0; }}
"""


@pytest.mark.parametrize("seed", range(some(1, 40)))
def test_numbers_of_acsl_have_no_bounds(seed: int, tmp_path: Path) -> None:
    random_ = random.Random(f"contracts/{seed}")
    clauses: list[str] = []
    for _ in range(25):
        (one, a), (other, b) = _random_term(random_, 3), _random_term(random_, 2)
        for sign, holds in (("<", a < b), ("==", a == b), (">=", a >= b)):
            clauses.append(f"ensures {'' if holds else '!'}({one} {sign} {other});")
    result = check(_FUNCTION.format(clauses=" ".join(clauses)), tmp_path)
    assert result.verdict.value == "safe", result.reason


@pytest.mark.skipif(some(True, False), reason="at night: a compiler runs")
def test_a_reproducer_checks_the_contract_too(tmp_path: Path) -> None:
    text = r"/*@ requires \valid(p + (0 .. n - 1)) && n > 0; ensures p[0] == \old(p[0]) + n; */"
    result = check(f"{text} void f(int *p, int n) {{ p[0] += n; }}", tmp_path, out=str(tmp_path / "out"))
    assert result.verdict.value == "unsafe"
    (source,) = (tmp_path / "out" / "tests").glob("*1.c")
    command = [sys.executable, "-m", "ziglang", "cc", "-w", "-fno-builtin", "-fno-sanitize=all", "-fwrapv", str(source)]
    subprocess.run([*command, "-o", str(tmp_path / "run")], check=True, timeout=120)
    assert subprocess.run([str(tmp_path / "run")], check=False, timeout=20).returncode < 0
