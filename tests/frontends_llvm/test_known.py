"""Functions with a meaning: SV-COMP's, KLEE's, libc's, sanitizers'; and functions nobody defines."""

from __future__ import annotations

from typing import Any

import pytest

from antumbra import terms as T
from antumbra.frontends.llvm.library import known
from antumbra.program.model import (
    CHECKS,
    Alloc,
    Assert,
    Assume,
    Branch,
    Builtin,
    Call,
    End,
    Fill,
    Havoc,
    Program,
    Source,
)
from support.concrete import Interpreter, Outcome
from support.translate import commands, from_c, from_llvm, stops

DECLARATIONS = """
#include <stddef.h>
int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); int __VERIFIER_nondet_bool(void);
double __VERIFIER_nondet_double(void); void *__VERIFIER_nondet_pointer(void);
void __VERIFIER_assume(int); void klee_assume(unsigned long); void reach_error(void); void __VERIFIER_error(void);
void abort(void); void exit(int); void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);
void klee_make_symbolic(void *, size_t, const char *);
int klee_int(const char *); int klee_range(int, int, const char *);
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
"""


def program_of(body: str, before: str = "", *flags: str, **options: Any) -> Program:
    return from_c(f"{DECLARATIONS}{before}\nint main(void) {{ {body} }}\n", *flags, **options)


def run(program: Program, *values: object) -> Outcome:
    rest = iter(values)
    return Interpreter(program, lambda havoc: next(rest)).run()


def test_inputs() -> None:
    program = program_of(
        "int i = __VERIFIER_nondet_int(); unsigned char c = __VERIFIER_nondet_uchar();"
        "int b = __VERIFIER_nondet_bool();"
        "double d = __VERIFIER_nondet_double(); void *p = __VERIFIER_nondet_pointer(); __VERIFIER_nondet_int();"
        "return i + c + b + (d > 0) + (p != 0);"
    )
    havocs = commands(program, Havoc)
    assert [(h.name, h.type_name, h.source) for h in havocs] == [
        ("__VERIFIER_nondet_int", "int", Source.INPUT),
        ("__VERIFIER_nondet_uchar", "unsigned char", Source.INPUT),
        ("__VERIFIER_nondet_bool", "_Bool", Source.INPUT),
        ("__VERIFIER_nondet_double", "double", Source.INPUT),
        ("__VERIFIER_nondet_pointer", "void *", Source.INPUT),
        ("__VERIFIER_nondet_int", "int", Source.INPUT),
    ]
    assert havocs[2].target.sort is T.BOOL
    assert run(program, 5, 250, True, 0x3FF0000000000000, 8, 0).values == (5 + 250 + 1 + 1 + 1,)


def test_assume() -> None:
    program = program_of("int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); return x;")
    assert run(program, 3).kind == "blocked"
    assert run(program, 4).values == (4,)


@pytest.mark.parametrize(
    "condition",
    ["x > 0 && y < 5", "x > 0 || y < 5", "x > 1 && (y < 4 || x == 3) && !(x == 7 && y == 2)", "a[0] < x && a[1] < y"],
)
def test_assumed_conditions_do_not_fork(condition: str) -> None:
    before = "int a[2];"
    program = program_of(f'int x = klee_int("x"), y = klee_int("y"); klee_assume({condition}); return 1;', before)
    main = program.procedures["main"].blocks.values()
    assert [b for b in main if isinstance(b.terminator, Branch)] == []
    python = (
        condition.replace("&&", " and ")
        .replace("||", " or ")
        .replace("!(", " not (")
        .replace("a[0]", "0")
        .replace("a[1]", "0")
    )
    for x in range(-1, 9):
        for y in range(-1, 7):
            assert (run(program, x % 2**32, y % 2**32).kind == "returned") == eval(python, {"x": x, "y": y})


def test_unsafe_right_operands_still_branch() -> None:
    program = program_of('int x = klee_int("x"); int y = klee_int("y"); klee_assume(x == 0 || y / x > 2); return 1;')
    assert run(program, 0, 5).kind == "returned"
    assert run(program, 2, 5).kind == "blocked"


@pytest.mark.parametrize("before", ["", "void reach_error(void) { abort(); }", "void reach_error(void) { }"])
def test_error_functions(before: str) -> None:
    outcome = run(program_of("if (__VERIFIER_nondet_int() == 7) reach_error(); return 0;", before), 7)
    assert (outcome.kind, outcome.check, outcome.message) == ("violation", "unreach-call", "reach_error is called")


def test_error_functions_are_an_option() -> None:
    static = program_of("stop(); return 0;", "static void stop(void) { }", error_functions=("stop",))
    assert run(static).check == "unreach-call"
    other = program_of("reach_error(); return 3;", "void reach_error(void) { }", error_functions=("stop",))
    assert run(other).values == (3,)


def test_assertions() -> None:
    outcome = run(program_of('__assert_fail("x > 3", "f.c", 3, "main");'))
    assert (outcome.check, outcome.message) == ("assert", "assertion x > 3 fails")


def test_ends() -> None:
    assert run(program_of("abort();")).end is End.ABORT
    assert run(program_of("exit(3);")).end is End.EXIT
    assert (
        run(program_of("klee_silent_exit(0);", "void klee_silent_exit(int) __attribute__((noreturn));")).end
        is End.SILENT
    )
    assert run(program_of("__builtin_unreachable();")).end is End.UNDEFINED
    assert run(program_of("__builtin_trap();")).end is End.ABORT
    own = run(program_of("leave(3); return 5;", "void leave(int x) { } void _exit(int x) { leave(x); }"))
    assert own.values == (5,)


def test_allocation() -> None:
    program = program_of(
        "int *p = malloc(4); int *q = calloc(2, 4); *p = 3; int r = *p + q[1]; free(p); free(q); free(0); return r;"
    )
    assert run(program).values == (3,)
    assert [c.zeroed for c in commands(program, Alloc)] == [False, True]
    assert run(program_of("int *p = malloc(4); free(p); return *p;")).check == "valid-deref"
    assert run(program_of("int *p = malloc(4); free(p + 1); return 0;")).check == "valid-free"
    assert run(program_of("int *p = malloc(4); return p[1];")).check == "valid-deref"
    may_fail = program_of("int *p = malloc(4); return p != 0;", malloc_may_fail=True)
    assert run(may_fail, True).values == (0,)
    assert run(may_fail, False).values == (1,)
    huge = program_of("return calloc(1ul << 40, 1ul << 40) == 0;")
    assert run(huge).values == (1,)
    own = program_of("return *(int *)malloc(4);", "static int cell = 9; void *malloc(size_t n) { return &cell; }")
    assert run(own).values == (9,)


def test_known_functions_through_pointers() -> None:
    program = program_of(
        "void *p = get(8); put(p); return input();",
        "void *(*get)(size_t) = malloc; void (*put)(void *) = free;"
        "int (*volatile input)(void) = __VERIFIER_nondet_int;",
    )
    assert run(program, 42).values == (42,)


def test_klee_functions() -> None:
    program = program_of(
        'int x, y = klee_range(3, 9, "y"); klee_make_symbolic(&x, sizeof x, "x"); klee_prefer_cex(&x, x == 0);'
        'klee_warning("w"); klee_print_expr("e", y); return x + y + klee_is_symbolic(y) + klee_get_value_i32(y);',
        "void klee_prefer_cex(void *, unsigned long); void klee_warning(const char *);"
        "void klee_print_expr(const char *, ...);"
        "unsigned klee_is_symbolic(unsigned long); int klee_get_value_i32(int);",
    )
    names = [(c.name, c.text) for c in commands(program, Builtin)]
    assert names == [("make_symbolic", "x"), ("print", "e"), ("is_symbolic", "")]
    assert run(program, 9).kind == "blocked"
    assert run(program, 8).values == (16,)
    failed = run(
        program_of(
            'klee_report_error("f", 1, "what", "x.err");',
            "void klee_report_error(const char *, int, const char *, const char *);",
        )
    )
    assert (failed.check, failed.message) == ("assert", "what")


@pytest.mark.parametrize(
    ("body", "before", "reason"),
    [
        ("return pthread_create(0, 0, 0, 0);", "int pthread_create(void *, void *, void *, void *);", "threads"),
        ("return fork();", "int fork(void);", "fork"),
        ("int b[99]; return _setjmp(b);", "int _setjmp(int *);", "this use of setjmp"),
    ],
)
def test_refused(body: str, before: str, reason: str) -> None:
    assert stops(program_of(body, before), End.UNSUPPORTED) == [reason]


def test_no_call_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(known._TABLE, "free", known.Known(known.Strength.DEFAULT, lambda b, site: None))
    with pytest.raises(RuntimeError, match="a call was lost"):
        program_of("free(0); return 0;")


def test_a_name_of_ours_without_a_meaning_is_a_mistake_of_ours() -> None:
    with pytest.raises(RuntimeError, match=r"nothing is called antumbra\.nonsense"):
        program_of("return nonsense();", 'int nonsense(void) __asm__("antumbra.nonsense");', library=True)
    with pytest.raises(RuntimeError, match=r"nothing is called antumbra\.unknown\.i32"):
        program_of("return (int)wrong();", 'long wrong(void) __asm__("antumbra.unknown.i32");', library=True)


@pytest.mark.parametrize(
    ("name", "effect"),
    [("set.fpenv.i32", "intrinsic llvm.set.fpenv.i32"), ("debugtrap", "intrinsic llvm.debugtrap")],
)
def test_intrinsics_with_an_effect_are_not_left_out(name: str, effect: str) -> None:
    kind = "i32" if "i32" in name else ""
    program = from_llvm(
        f"declare void @llvm.{name}({kind})\n"
        f"define i32 @main() {{\n  call void @llvm.{name}({kind + ' 3' if kind else ''})\n  ret i32 0\n}}\n"
    )
    assert stops(program, End.UNSUPPORTED) == [effect]


def test_external_functions() -> None:
    body = 'int x = 3; char *s = "c"; return f(&x, s) + g(x);'
    before = "int f(int *, const char *); int g(int) __attribute__((const)); "
    havoc = program_of(body, before)
    assert havoc.externals == {"f": "havoc", "g": "havoc"}
    assert len(commands(havoc, Builtin)) == 2
    assert [h.source for h in commands(havoc, Havoc)] == [Source.EXTERNAL] * 2
    pure = program_of(body, before, externals="pure")
    assert commands(pure, Builtin) == []
    fail = program_of(body, before, externals="fail")
    assert stops(fail, End.UNSUPPORTED) == ["external function f"]
    mixed = program_of(body, before, externals="fail", external_policies={"f": "pure"})
    assert mixed.externals == {"f": "pure", "g": "fail"}
    gone = program_of("die(1); return 0;", "void die(int) __attribute__((noreturn));")
    assert run(gone).end is End.ABORT


def test_calls_that_do_not_match() -> None:
    program = from_c(
        """int f(); long g(int, int); int h(void);
        int main(void) { return f(1, 2, 3) + (int)g(5) + h(); }
        """.replace("long g(int, int)", "long g()"),
    )
    assert sorted(program.externals) == ["f", "g", "h"]


def test_overflow_checks() -> None:
    flags = ("-fsanitize=signed-integer-overflow", "-fsanitize-minimal-runtime", "-fsanitize-recover=all")
    program = program_of("int x = __VERIFIER_nondet_int(); int y = x + 1; y *= 2; y -= 3; return -y;", "", *flags)
    messages = [c.message for c in commands(program, Assert)]
    assert messages == [
        f"signed {what} overflows" for what in ("addition", "multiplication", "subtraction", "negation")
    ]
    assert len(program.procedures["main"].blocks) == 1
    everything = frozenset(CHECKS)
    outcome = Interpreter(program, lambda havoc: 2**31 - 1, everything).run()
    assert (outcome.check, outcome.message) == ("no-overflow", "signed addition overflows")
    assert Interpreter(program, lambda havoc: 2**31 - 1).run().kind == "returned"
    trapping = program_of(
        "int x = __VERIFIER_nondet_int(); return x + 1;",
        "",
        "-fsanitize=signed-integer-overflow",
        "-fsanitize-trap=all",
    )
    assert Interpreter(trapping, lambda havoc: 2**31 - 1, everything).run().check == "no-overflow"


def test_arithmetic_checks() -> None:
    divide = program_of("return 10 / __VERIFIER_nondet_int();")
    assert run(divide, 0).check == "division-by-zero"
    assert run(divide, 3).values == (3,)
    least = program_of("return (-2147483647 - 1) % __VERIFIER_nondet_int();")
    assert Interpreter(least, lambda havoc: 2**32 - 1, frozenset(CHECKS)).run().check == "no-overflow"
    assert run(program_of("return 1 << __VERIFIER_nondet_int();"), 40).check == "def-behavior"
    assert commands(program_of("return __VERIFIER_nondet_int() << 3;"), Assert) == []


def test_memory_functions() -> None:
    before = "void *memset(void *, int, size_t); void *mempcpy(void *, const void *, size_t);"
    program = program_of(
        "char a[8], b[8]; char *p = memset(a, 65, 8); char *e = mempcpy(b, a, 8); return p[3] + (e - b) + b[7];",
        before,
        "-fno-builtin",
    )
    assert len(commands(program, Fill)) == 1
    assert commands(program, Call) == []
    assert run(program).values == (65 + 8 + 65,)


def test_float_conversion_out_of_range() -> None:
    program = program_of("return (int)__VERIFIER_nondet_double();")
    assert run(program, 0x4008000000000000).values == (3,)
    assert run(program, 0x7FF8000000000000).check == "def-behavior"
    assert run(program, 0x41E0000000000000).check == "def-behavior"
    assert run(program, 0xC1E0000000000000).values == (2**31,)


def test_assume_of_the_compiler() -> None:
    program = program_of("int x = __VERIFIER_nondet_int(); __builtin_assume(x > 3); return x;")
    assert run(program, 3).check == "def-behavior"
    assert commands(program, Assume) == []
