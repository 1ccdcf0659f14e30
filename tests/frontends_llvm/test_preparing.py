"""LLVM's own passes, errors of the input, and uninitialised locals as explicit unknowns."""

from __future__ import annotations

from pathlib import Path

import llvmlite.binding as llvm
import pytest

import antumbra
from antumbra.frontends.errors import InputError
from antumbra.frontends.llvm import prepare
from antumbra.program.model import Alloc, Assert, Branch, Havoc, Load, Source
from support.clang import to_llvm
from support.concrete import Interpreter
from support.translate import LAYOUT, TRIPLE, commands, from_c, from_llvm

MAIN = f"{LAYOUT}{TRIPLE}define i32 @main() {{\n  ret i32 0\n}}\n"


@pytest.mark.parametrize(
    "source",
    [
        "this is not LLVM",
        b"\x00\x01\x02\xff\xfe garbage",
        "define i32 @main() {\n  ret i64 0\n}\n",
        "define i32 @main() {\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n",
        "define i32 @main() {\n  ret i32",
        'module asm "nop"\n' + MAIN,
        'target triple = "unheard-of-machine"\ndefine i32 @main() {\n  ret i32 0\n}\n',
    ],
)
def test_wrong_input_is_an_input_error(source: str | bytes) -> None:
    with pytest.raises(InputError) as error:
        prepare(source, "name.ll")
    assert "\n" not in error.value.message


RESOLVER = "define internal ptr @resolver() {\n  ret ptr @main\n}\n"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('@early = global ptr @main, section ".init_array"\n', "early"),
        ('@early = constant ptr @main, section ".init_array.00101", align 8\n', "early"),
        ('@"a.b" = internal global ptr @main, section ".preinit_array"\n', "a.b"),
        ('@late = global ptr @main, section ".fini_array"\n', "late"),
        ('@late = global [2 x ptr] zeroinitializer, section ".dtors"\n', "late"),
        ('define void @early() section ".init" {\n  ret void\n}\n', "early"),
    ],
)
def test_what_runs_because_of_its_section_is_not_left_out(line: str, what: str) -> None:
    """Nothing names it, and the loader calls it all the same."""
    with pytest.raises(InputError, match=f"because of its section is not supported: {what}"):
        prepare(MAIN + line, roots=("main",))


def test_a_function_that_a_resolver_chooses_is_not_the_resolver() -> None:
    main = MAIN.replace("ret i32 0", "%r = call i32 @chosen()\n  ret i32 %r")
    with pytest.raises(InputError, match="ifunc"):
        prepare(f"{main}@chosen = ifunc i32 (), ptr @resolver\n{RESOLVER}", roots=("main",))


def test_sections_and_texts_that_run_nothing_are_read() -> None:
    text = '@a = global i32 0, section ".initial"\n@b = constant [22 x i8] c" section \\22.init_array\\22"\n'
    text += '@c = constant [12 x i8] c"x = a ifunc "\n'
    assert "@main" in prepare(MAIN + text)


def test_errors_have_a_place() -> None:
    with pytest.raises(InputError) as error:
        prepare("define i32 @main() {\n  ret i64 0\n}\n", "name.ll")
    assert str(error.value.location) == "name.ll:2:7"


def test_bitcode() -> None:
    bitcode = llvm.parse_assembly(MAIN).as_bitcode()
    assert "define i32 @main()" in prepare(bitcode)
    for length in range(0, len(bitcode), 97):
        with pytest.raises(InputError):
            prepare(bitcode[:length] or b"\xff")


def test_prepared_text_is_a_module(tmp_path: Path) -> None:
    for path in (Path(__file__).parent / "programs").glob("*.c"):
        source = to_llvm(path, tmp_path)
        text = prepare(source)
        assert prepare(source, canonical=True).count("\n") == text.count("\n")
        llvm.parse_assembly(text).verify()
        assert "!antumbra" not in "".join(line for line in text.splitlines() if line.startswith("  "))


UNINITIALISED = """
int __VERIFIER_nondet_int(void); void use(int);
int main(void) { int x; if (__VERIFIER_nondet_int()) x = 7; use(x); use(x); return x; }
"""


def test_an_uninitialised_local_is_one_unknown() -> None:
    program = from_c(UNINITIALISED)
    unknown = [h for h in commands(program, Havoc) if h.source is Source.UNINITIALISED]
    assert [h.name for h in unknown] == ["x"]
    for choice in (5, 77):

        def choose(havoc: Havoc, choice: int = choice) -> int:
            return choice if havoc.source is Source.UNINITIALISED else 0

        assert Interpreter(program, choose).run().values == (choice,)


def test_fields_of_small_structures_are_unknowns() -> None:
    program = from_c(
        "struct s { int a; short b[2]; }; int main(void) { struct s x; x.b[0] = 1; return x.a + x.b[0] + x.b[1]; }"
    )
    values = iter(range(10, 20))
    assert Interpreter(program, lambda havoc: next(values)).run().values == (10 + 1 + 11,)
    assert len([h for h in commands(program, Havoc) if h.source is Source.UNINITIALISED]) == 2


def test_copied_structures_stay_in_registers() -> None:
    program = from_c(
        "struct s { int a; short b[2]; }; int main(void) { struct s x, y, z = {1}; y = x; x = z; return y.a + x.a; }"
    )
    assert commands(program, Alloc) == []
    assert Interpreter(program, lambda havoc: 8).run().values == (9,)


def test_accesses_outside_locals_are_not_hidden() -> None:
    for body in (
        "int a[2]; a[2] = 1; return 0;",
        "int x = 1; return (&x)[1];",
        "char c[4]; return *(int *)(c + 1);",
        "struct s { int a, b; } *p = 0; struct s unused = *p; return 0;",
        "static int g[1]; struct s { int a, b, c; } x; __builtin_memcpy(&x, g, sizeof x); return x.a;",
    ):
        assert Interpreter(from_c(f"int main(void) {{ {body} }}")).run().check == "valid-deref", body


def test_memory_brings_its_own_unknowns() -> None:
    """No havoc for what stays in memory, nor for what is always written first."""
    program = from_c(
        """void fill(int *); int sum(int *a, int i) { return a[i]; }
        int main(void) {
          int big[100], escaped, indexed[8]; int plain = 3;
          fill(&escaped); fill(big);
          for (int i = 0; i < 8; i++) indexed[i] = i;
          return plain + escaped + sum(indexed, 3);
        }"""
    )
    assert [h for h in commands(program, Havoc) if h.source is Source.UNINITIALISED] == []


def test_storing_an_unknown_is_not_dropped() -> None:
    program = from_c("int main(void) { int x; int *p = __builtin_malloc(4); *p = 3; *p = x; return *p; }")
    assert Interpreter(program, lambda havoc: 41).run().values == (41,)


def test_undef_operands() -> None:
    program = from_llvm("define i32 @main() {\n  %a = add i32 undef, 1\n  ret i32 %a\n}\n")
    assert Interpreter(program, lambda havoc: 9).run().values == (10,)


def test_optnone_does_not_hinder() -> None:
    text = (
        "define i32 @main() #0 {\n  %p = alloca i32\n  store i32 4, ptr %p\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n"
    )
    program = from_llvm(text + "attributes #0 = { noinline nounwind optnone }\n")
    assert commands(program, Load) == []
    assert Interpreter(program).run().values == (4,)


def test_branches_stay_branches_unless_asked() -> None:
    source = "int input(void); int main(void) { int x = 0; if (input() > 3) x = 5; return x; }"
    blocks = from_c(source).procedures["main"].blocks.values()
    assert len([b for b in blocks if isinstance(b.terminator, Branch)]) == 1


def test_dead_loads_and_divisions_stay() -> None:
    program = from_c("int main(void) { int *p = 0; int unused = *p; int d = 0; 1 / d; return 0; }")
    assert len(commands(program, Load)) == 1
    assert [c.check for c in commands(program, Assert)] == ["division-by-zero"]
    assert Interpreter(program).run().check == "valid-deref"


def test_every_edge_of_a_branch_is_a_block() -> None:
    """Where a target has other predecessors the edge has a block of its own."""
    program = from_c("int input(void); int main(void) { int n = 0; while (input()) if (n < 5) n++; return n; }")
    procedure = program.procedures["main"]
    targets = [
        t
        for b in procedure.blocks.values()
        if isinstance(b.terminator, Branch)
        for t in (b.terminator.then, b.terminator.otherwise)
    ]
    assert len(targets) == len(set(targets)) == 4


def test_nested_too_deeply(tmp_path: Path) -> None:
    path = tmp_path / "deep.ll"
    path.write_text(f"define i32 @main() {{\n  %x = alloca {'[2 x ' * 5000}i8{']' * 5000}\n  ret i32 0\n}}\n", "utf-8")
    with pytest.raises(antumbra.InputError, match="nested too deeply"):
        antumbra.check(path)
