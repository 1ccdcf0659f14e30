"""Attributes of a program that say what clang is to check."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import antumbra
from antumbra.frontends.errors import InputError

HEAD = "extern int __VERIFIER_nondet_int(void);\n"


@pytest.mark.parametrize(
    ("attribute", "body", "check"),
    [
        ('__attribute__((no_sanitize("undefined")))', "1 / 0;", "division-by-zero"),
        ('__attribute__((__no_sanitize__("all")))', "z + 1;", "no-overflow"),
        ('__attribute__((cold, no_sanitize("shift"), noinline))', "1 << (z | 32);", "def-behavior"),
        ("__attribute__((no_sanitize_undefined))", "z + 1;", "no-overflow"),
        ("__attribute__((disable_sanitizer_instrumentation))", "z + 1;", "no-overflow"),
        ('[[clang::no_sanitize("undefined")]]', "z + 1;", "no-overflow"),
        ('#include "attribute.h"\nUNCHECKED', "z + 1;", "no-overflow"),
    ],
)
def test_programs_do_not_switch_checks_off(attribute: str, body: str, check: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    (tmp_path / "attribute.h").write_text('#define UNCHECKED __attribute__((no_sanitize("undefined")))\n')
    path.write_text(f"{HEAD}{attribute} int main(void) {{ int z = __VERIFIER_nondet_int(); {body} return 0; }}\n")
    result = antumbra.check(path, property=check, timeout=20)
    assert result.verdict.value == "unsafe", result.reason


def test_flags_of_a_build_do_not_switch_checks_off() -> None:
    with TemporaryDirectory() as name:
        everything, path = Path(name, "list"), Path(name, "program.c")
        everything.write_text("src:*\n")
        path.write_text(f"{HEAD}int main(void) {{ int z = __VERIFIER_nondet_int(); z + 1; return 0; }}\n")
        none = f"-fsanitize-ignorelist={everything}"
        for flag in ("-fno-sanitize=all", none, "-fsanitize-trap=all", "-fsanitize=address"):
            result = antumbra.check(path, property="no-overflow", timeout=20, cflags=[flag])
            assert result.verdict.value == "unsafe", result.reason


def test_headers_with_macros_of_that_name_do_not_switch_checks_off() -> None:
    with TemporaryDirectory() as name:
        macro = "#define no_sanitize(...) __attribute__((no_sanitize(__VA_ARGS__)))\n"
        Path(name, "own.h").write_text(macro + '#define UNCHECKED no_sanitize("undefined")\n')
        path = Path(name, "program.c")
        path.write_text(
            f'{HEAD}#include "own.h"\nUNCHECKED int main(void) {{ __VERIFIER_nondet_int() + 1; return 0; }}\n'
        )
        result = antumbra.check(path, property="no-overflow", timeout=20)
        assert result.verdict.value == "unsafe", result.reason
        assert result.location is not None
        assert (result.location.file.endswith("program.c"), result.location.line) == (True, 3)


def test_flags_for_another_machine_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("int main(void) { return sizeof(long) == 3; }\n")
    assert antumbra.check(path, timeout=20, cflags=["-m64"]).verdict.value == "safe"
    for flag in ("-m32", "-mx32", "--target=i386-linux-gnu"):
        with pytest.raises(InputError, match="--32"):
            antumbra.check(path, timeout=20, cflags=[flag])
    with pytest.raises(InputError, match="--32"):
        antumbra.check(path, timeout=20, cflags=["-m64"], data_model="ILP32")
