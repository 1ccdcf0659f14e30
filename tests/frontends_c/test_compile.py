"""The C driver: what compiles, what is refused and how, and that no file name can mislead it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from antumbra.frontends.c.compile import compile_c, read_source
from antumbra.frontends.c.naming import display_name
from antumbra.frontends.c.toolchain import find_toolchain
from antumbra.frontends.errors import InputError
from antumbra.frontends.options import LoadOptions
from antumbra.program.properties import parse_properties

OPTIONS = LoadOptions()


def compile_text(folder: Path, text: str, options: LoadOptions = OPTIONS, name: str = "program.c") -> str:
    path = folder / name
    path.write_text(text)
    return compile_c(read_source(path), options)


def refusal(folder: Path, text: str, options: LoadOptions = OPTIONS, name: str = "program.c") -> InputError:
    with pytest.raises(InputError) as caught:
        compile_text(folder, text, options, name)
    return caught.value


def test_asserts_stay_and_undefined_behaviour_is_not_used(tmp_path):
    ir = compile_text(tmp_path, "#include <assert.h>\nint main(int c, char **v) { assert(c + 1 > c); return 0; }\n")
    assert "@__assert_fail(" in ir
    assert "nsw" not in ir
    assert "__ubsan" not in ir


def test_library_functions_stay_calls(tmp_path):
    text = """#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(int c, char **v) { return isdigit(c) + strlen(v[0]) + atoi(v[0]) + tolower(getchar()) + printf("x"); }
"""
    ir = compile_text(tmp_path, text)
    called = set(re.findall(r"call [^@\n]*@(\w+)\(", ir))
    assert {"isdigit", "strlen", "atoi", "tolower", "getchar", "printf"} <= called
    assert "__ctype_b_loc" not in ir


def test_old_programs(tmp_path):
    old = """
extern void *malloc(int);
int printf();
add(a, b) int a; int b; { return a + b; }
static x = 3;
char *name(void) { return undeclared(4); }
main() { int *p = malloc(4); *p = __VERIFIER_nondet_int(); printf("%d", add(*p, x)); }
"""
    assert "@__VERIFIER_nondet_int" in compile_text(tmp_path, old)


def test_programs_that_define_the_compilers_functions(tmp_path):
    text = "long __builtin_expect(long a, long b) ;\nlong __builtin_expect(long val , long res ) \n{ return val; }\n"
    assert re.search(
        r"call .*@__?builtin", compile_text(tmp_path, text + "int main() { return __builtin_expect(1, 1); }")
    )


def test_another_clang(tmp_path):
    script = tmp_path / "my clang"
    script.write_text(f'#!/bin/sh\nexec "{find_toolchain(None).command[0]}" clang "$@"\n')
    script.chmod(0o755)
    assert "@main" in compile_text(tmp_path, "int main(void) { return 0; }", LoadOptions(clang=str(script)))


def test_gnu89_inline_functions(tmp_path):
    assert compile_text(
        tmp_path, "typedef int bool; inline int f(void) { return 1; }\nint main() { bool b = f(); return b; }"
    )


@pytest.mark.parametrize(("model", "size", "triple"), [("LP64", 8, "x86_64"), ("ILP32", 4, "i386")])
def test_data_models(tmp_path, model, size, triple):
    text = f"#include <stdlib.h>\nint a[sizeof(long) == {size} && sizeof(void *) == {size} ? 1 : -1];\nint main() {{}}"
    assert f'triple = "{triple}' in compile_text(tmp_path, text, LoadOptions(data_model=model))


def test_overflow_checks_are_calls_that_go_on(tmp_path):
    text = "int f(int a, int b) { a += b; a -= b; a *= b; a = -a; a /= b; a++; return a << b; }"
    ir = compile_text(tmp_path, text, LoadOptions(properties=parse_properties("no-overflow")))
    handlers = set(re.findall(r"call void @(__ubsan_handle_\w+)\(\)", ir))
    kinds = {
        "add_overflow",
        "sub_overflow",
        "mul_overflow",
        "negate_overflow",
        "divrem_overflow",
        "shift_out_of_bounds",
    }
    assert handlers == {f"__ubsan_handle_{kind}_minimal" for kind in kinds}
    assert "unreachable" not in ir


def test_the_same_text_gives_the_same_code(tmp_path):
    text = "#include <assert.h>\nint main(int c, char **v) { assert(c); }"
    assert compile_text(tmp_path, text) == compile_text(tmp_path, text)
    assert "antumbra-" not in compile_text(tmp_path, text).replace(str(tmp_path), "")


def test_klee_header(tmp_path):
    text = '#include <klee/klee.h>\nint main(void) { int x; klee_make_symbolic(&x, sizeof x, "x"); klee_assert(x); }'
    assert "@klee_assert_fail" in compile_text(tmp_path, text)


def test_includes_defines_and_flags(tmp_path):
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "far.h").write_text("#define FAR 1\n")
    (tmp_path / "near.h").write_text("#define NEAR 2\n")
    text = '#include "near.h"\n#include <far.h>\nint x = NEAR + FAR + VALUE + OTHER;\nint main(void) { return x; }'
    options = LoadOptions(include_dirs=(str(tmp_path / "inc"),), defines=("VALUE=3", "OTHER=4"), cflags=("-DUNUSED",))
    assert "@x = dso_local global i32 10" in compile_text(tmp_path, text, options)


# ---------------------------------------------------------------- locations


def test_locations_are_places_in_the_given_file(tmp_path):
    text = '# 1 "original.c"\nint f();\n# 700 "original.h" 3 4\nint main() { return f(); }\n#line 9 "other.y"\nint g;\n'
    for name in ("a.i", "a.c"):
        ir = compile_text(tmp_path, text, name=name)
        assert re.search(r'distinct !DISubprogram\(name: "main".*line: 4\b', ir)
        assert "original" not in ir
        assert "other.y" not in ir
        assert f'!DIFile(filename: "{tmp_path / name}"' in ir


def test_a_preprocessed_file_with_directives_left(tmp_path):
    assert compile_text(tmp_path, "#define X 3\nint main(void) { return X; }", name="a.i")


# ---------------------------------------------------------------- refusals


def test_errors_carry_place_and_all_messages(tmp_path):
    error = refusal(tmp_path, "int main(void) {\n  return x +;\n}\nint f(void) { y z; }\n")
    assert str(error).startswith(f"{tmp_path / 'program.c'}:2:10: use of undeclared identifier 'x'")
    assert error.location is not None
    assert (error.location.line, error.location.column) == (2, 10)
    assert any(":4:15: use of undeclared identifier 'y'" in note for note in error.notes)


def test_errors_in_headers_name_the_header(tmp_path):
    (tmp_path / "bad.h").write_text("int f( {\n")
    error = refusal(tmp_path, '#include "bad.h"\nint main(void) { return 0; }\n')
    assert error.location is not None
    assert Path(error.location.file).name == "bad.h"


def test_missing_header(tmp_path):
    assert "'no_such.h' file not found" in str(refusal(tmp_path, "#include <no_such.h>\n"))


def test_deep_nesting(tmp_path):
    text = "int main(void) { return " + "(" * 10_000 + "1" + ")" * 10_000 + "; }"
    assert "bracket nesting level" in str(refusal(tmp_path, text))


def test_bytes_that_are_no_program(tmp_path):
    path = tmp_path / "garbage.c"
    path.write_bytes(bytes(range(256)) * 20)
    with pytest.raises(InputError) as caught:
        compile_c(read_source(path), OPTIONS)
    assert str(path) in str(caught.value)
    assert len(caught.value.notes) <= 100


@pytest.mark.parametrize("content", [b"", b"  \n\t"])
def test_empty_files(tmp_path, content):
    path = tmp_path / "empty.c"
    path.write_bytes(content)
    with pytest.raises(InputError, match="empty"):
        read_source(path)


def test_no_file_and_folders(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_source(tmp_path / "none.c")
    with pytest.raises(InputError, match="directory"):
        read_source(tmp_path)
    with pytest.raises(InputError):
        read_source(Path("nul\0name.c"))


def test_time_limit(tmp_path):
    text = (
        "#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\nint f(int i) { " + "B(B(i++;)) " * 3 + "return i; }"
    )
    assert "within 0.3 s" in str(refusal(tmp_path, text, LoadOptions(compile_timeout=0.3)))


def test_flags_the_compiler_does_not_know(tmp_path):
    error = refusal(tmp_path, "int main(void) { return 0; }", LoadOptions(cflags=("--no-such-flag",)))
    assert "no-such-flag" in str(error)


@pytest.mark.parametrize("clang", ["/no/such/clang", "/bin/true", "/etc/passwd"])
def test_compilers_that_are_none(tmp_path, clang):
    with pytest.raises(InputError, match=r"clang|compiler"):
        compile_text(tmp_path, "int main(void) { return 0; }", LoadOptions(clang=clang))


def test_a_large_file(tmp_path):
    text = "/*" + "x" * 5_000_000 + "*/\nint main(void) { return 0; }\n"
    assert "@main" in compile_text(tmp_path, text)


# ---------------------------------------------------------------- file names

HOSTILE = [
    "-o.c",
    "--help.c",
    "two words.c",
    'quo"te.c',
    "back\\slash.c",
    "new\nline.c",
    "$(id).c",
    "@file.c",
    "%s%n.c",
    "é.c",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("int main(void) { return 0; }")
    assert "define dso_local i32 @main" in compile_c(read_source(Path(name)), OPTIONS)
    Path(name).write_text("int main(void) {\n return x; }")
    with pytest.raises(InputError) as caught:
        compile_c(read_source(Path(name)), OPTIONS)
    assert caught.value.location is not None
    assert caught.value.location.file == display_name(Path(name))
    assert caught.value.location.line == 2
    assert "\n" not in str(caught.value)


def test_names_that_are_not_text(tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.c"))
    path.write_text("int main(void) { return x; }")
    with pytest.raises(InputError) as caught:
        compile_c(read_source(path), OPTIONS)
    str(caught.value).encode("utf-8")
    path.write_text("int main(void) { return 0; }")
    assert compile_c(read_source(path), OPTIONS)


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", None)
    compile_text(tmp_path, "int main(void) { return 0; }")
    refusal(tmp_path, "int main(void) {")
    assert list((tmp_path / "tmp").iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["program.c", "tmp"]


def test_syntax_of_cbmc_is_named(tmp_path: Path) -> None:
    error = refusal(tmp_path, "int main(void) { __CPROVER_assume(\n  __CPROVER_forall { int i; i == i }); }\n")
    assert "__CPROVER_forall is syntax of CBMC's" in error.message
    assert error.location is not None
    assert (error.location.line, error.location.column) == (2, 3)
