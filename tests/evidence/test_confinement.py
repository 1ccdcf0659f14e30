"""The replayed program is hostile: what it cannot do, and what is refused before it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra.evidence.native.child import Ending, Limits
from antumbra.evidence.native.instrument import Wishes, instrument
from antumbra.evidence.native.irtext import read
from antumbra.evidence.replay import Replayer, ReplayOptions
from evidence.native_programs import failing, ir_of, replayer

NONDET = "extern int __VERIFIER_nondet_int(void);\n"


def test_the_kernel_confines_the_run() -> None:
    with replayer("int main(void) { return 0; }") as native:
        assert native.run(failing("unreach-call")).confined


def test_an_endless_loop_is_cut() -> None:
    with replayer("int main(void) { for (;;) ; }", limits=Limits(seconds=0.5)) as native:
        assert native.run(failing("unreach-call")).ending is Ending.TIMEOUT


def test_endless_recursion_and_allocation_are_cut() -> None:
    with replayer(
        "int f(int n) { volatile int a[9]; a[0] = n; return f(n + 1) + a[0]; } int main(void) { return f(0); }"
    ) as native:
        assert native.run(failing("unreach-call")).ending is Ending.STACK
    text = "void *malloc(__SIZE_TYPE__); int main(void) { for (;;) *(char *)malloc(1 << 20) = 1; }"
    with replayer(text, limits=Limits(memory_mb=64)) as native:
        assert native.run(failing("unreach-call")).ending is Ending.MEMORY


@pytest.mark.parametrize(
    "text",
    [
        'int main(void) { __asm__ volatile("syscall" : : "a"(60), "D"(1)); return 0; }',
        '__asm__(".globl evil\\nevil: syscall"); int main(void) { return 0; }',
        'int main(void) { int x; __asm__("mov $1, %0" : "=r"(x)); return x; }',
    ],
)
def test_assembly_is_refused(text: str) -> None:
    with replayer(text) as native:
        seen = native.run(failing("unreach-call"))
    assert seen.ending is Ending.TROUBLE
    assert "assembly" in seen.detail


def test_a_compiler_barrier_is_no_assembly() -> None:
    with replayer('int main(void) { __asm__ volatile("" : : : "memory"); return 0; }') as native:
        assert native.run(failing("unreach-call")).ending is Ending.RETURN


def test_the_host_cannot_be_reached(tmp_path: Path) -> None:
    text = (
        "#include <stdlib.h>\n#include <fcntl.h>\n#include <unistd.h>\n"
        f'int main(void) {{ system("touch {tmp_path}/system");\n'
        f'int f = open("{tmp_path}/open", O_CREAT | O_WRONLY, 0600);\n'
        'write(f, "x", 1); write(1, "forged record", 13);\n'
        'execl("/bin/sh", "sh", "-c", "true", (char *)0); fork(); return 0; }'
    )
    with replayer(text) as native:
        seen = native.run(failing("unreach-call"))
    assert seen.ending is Ending.RETURN
    assert list(tmp_path.iterdir()) == []


def test_numbers_are_not_addresses_of_the_harness() -> None:
    text = NONDET + "int main(void) { int *p = (int *)(__INTPTR_TYPE__)__VERIFIER_nondet_int(); *p = 1; return 0; }"
    with replayer(text) as native:
        for address in (0x200000, 0x201000, 0x7FFFFFFF, -1):
            assert native.run(failing("valid-deref", address, line=2)).confirmed
    text = NONDET + "int main(void) { ((void (*)(void))(__INTPTR_TYPE__)__VERIFIER_nondet_int())(); return 0; }"
    with replayer(text) as native:
        for address in (0x200000, 0x201158, 0x400000):
            assert native.run(failing("valid-deref", address, line=2)).ending is Ending.CALLEE


READ_REGISTER = """
declare i64 @llvm.read_register.i64(metadata)
define i32 @main() {
  %r = call i64 @llvm.read_register.i64(metadata !0)
  ret i32 0
}
!0 = !{!"rsp"}
"""
MAIN = "define i32 @main() {\n  ret i32 0\n}\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("define i32 @main() {\n  call void inttoptr (i64 4096 to ptr)()\n  ret i32 0\n}\n", "not understood"),
        ("define i32 @main() prologue i32 84869120 {\n  ret i32 0\n}\n", "prologue"),
        ("define void @antumbra.h.enter() {\n  ret void\n}\n" + MAIN, "harness"),
        ("@f = ifunc void (), ptr @r\ndefine ptr @r() {\n  ret ptr null\n}\n" + MAIN, "ifunc"),
        (READ_REGISTER, "llvm.read_register"),
        (
            "define i32 @main() {\n  indirectbr ptr inttoptr (i64 5 to ptr), [label %a]\na:\n  ret i32 0\n}\n",
            "indirectbr",
        ),
        ("define void @f() {\n  ret void\n}\n", "entry function"),
    ],
)
def test_what_could_leave_the_instrumentation_is_refused(text: str, reason: str) -> None:
    with Replayer([text], ReplayOptions()) as native:
        seen = native.run(failing("unreach-call"))
    assert seen.ending is Ending.TROUBLE
    assert reason in seen.detail


def test_data_is_never_called() -> None:
    text = '@code = global [2 x i8] c"\\0F\\05"\ndefine i32 @main() {\n  call void @code()\n  ret i32 0\n}\n'
    with Replayer([text], ReplayOptions()) as native:
        assert native.run(failing("unreach-call")).ending is Ending.CALLEE
    assert "call void @code" not in instrument(read(text), Wishes()).text


def test_names_of_the_program_stay_names() -> None:
    name = '@"x() { ret void }\\0A; \\22 call asm"'
    text = f"declare i32 {name}()\ndefine i32 @main() {{\n  %r = call i32 {name}()\n  ret i32 %r\n}}\n"
    with Replayer([text], ReplayOptions()) as native:
        assert native.run(failing("unreach-call")).ending is Ending.RETURN


def test_strings_of_the_program_stay_strings() -> None:
    text = (
        'const char *s = "\\n}\\ndefine i32 @evil() { ret i32 0 } ; call void asm \\"syscall\\" !dbg !1";\n'
        "int main(void) { return s[0]; }"
    )
    assert "asm" in ir_of(text)
    with replayer(text) as native:
        assert native.run(failing("unreach-call")).ending is Ending.RETURN
