"""From a file name to a Program: languages, library models, tasks, and inputs that are none."""

from __future__ import annotations

import pytest

from antumbra.frontends.errors import InputError
from antumbra.frontends.load import LOADERS, SUFFIXES, load
from antumbra.frontends.options import LoadOptions
from antumbra.program.languages import LLVM, C
from antumbra.program.properties import parse_properties

PROGRAM = """#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int elsewhere(int);
int twice(int n) { return 2 * n; }
int main(void) {
  char text[8];
  strcpy(text, "abc");
  if (strlen(text) != 3 && elsewhere(twice(__VERIFIER_nondet_int()))) reach_error();
  return 0;
}
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    return path


def test_a_c_program(program):
    loaded = load(program)
    assert loaded.language is C
    assert {"main", "twice", "strlen", "strcpy"} <= set(loaded.program.procedures)
    assert loaded.program.externals == {"elsewhere": "havoc"}
    assert [module.name for module in loaded.modules] == [
        str(program),
        "<libc>/string_copy.c",
        "<libc>/string_length.c",
    ]
    assert loaded.sources == {str(program): PROGRAM}
    location = loaded.program.procedures["twice"].location
    assert location is not None
    assert (location.file, location.line) == (str(program), 5)


def test_the_library_can_be_left_out(program):
    loaded = load(program, LoadOptions(libc=False, externals="pure"))
    assert set(loaded.program.externals) == {"strlen", "strcpy", "elsewhere"}
    assert len(loaded.modules) == 1


def test_users_functions_come_before_the_library(tmp_path):
    path = tmp_path / "own.c"
    path.write_text("unsigned long strlen(const char *s) { return 7; }\nchar *strcat(char *, const char *);\n"
                    "int main(int c, char **v) { strcat(v[0], v[1]); return strlen(v[0]); }\n")  # fmt: skip
    location = load(path).program.procedures["strlen"].location
    assert location is not None
    assert location.file == str(path)


def test_functions_of_the_logic_are_not_replayed(tmp_path):
    path = tmp_path / "modulo.c"
    path.write_text("#include <math.h>\ndouble x;\nint main(void) { return fmod(x, 2) + floor(x); }\n")
    assert [module.name for module in load(path).modules] == [str(path), "<libc>/float_operations.c"]


def test_another_entry(program):
    assert "twice" in load(program, LoadOptions(entry="twice")).program.procedures
    with pytest.raises(InputError, match="nowhere") as caught:
        load(program, LoadOptions(entry="nowhere"))
    assert caught.value.location is not None


def test_overflow_checks(program):
    loaded = load(program, LoadOptions(properties=parse_properties("no-overflow")))
    assert "__ubsan_handle_mul_overflow_minimal" in loaded.modules[0].text


def test_llvm_text(tmp_path, program):
    path = tmp_path / "program.ll"
    path.write_text(load(program).modules[0].text)
    loaded = load(path)
    assert loaded.language is LLVM
    assert "strlen" in loaded.program.procedures


def test_a_task_stands_for_its_file(tmp_path, program):
    task = tmp_path / "program.yml"
    task.write_text("format_version: '2.0'\ninput_files: program.c\noptions: {data_model: ILP32}\n")
    loaded = load(task)
    assert loaded.path == program
    assert loaded.program.layout.pointer_width == 32


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("none.c", None, "no such file"),
        ("none.ll", None, "no such file"),
        ("empty.ll", b"", "empty"),
        ("garbage.ll", b"\xff\xfe not IR", "garbage.ll"),
        ("garbage.bc", b"BC\xc0\xde\0\0\0\0", "garbage.bc"),
        ("program.xyz", b"", "the ending '.xyz' names no language; expected one of .c, .i"),
        ("program", b"", "names no language"),
        ("program.yml", b"format_version: '2.0'\ninput_files: gone.c\n", "gone.c: no such file"),
        ("no_main.c", b"int f(void) { return 0; }", "main"),
    ],
)
def test_inputs_that_are_none(tmp_path, name, content, message):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load(path)
    assert message in str(caught.value)


def test_folders(tmp_path):
    for suffix in SUFFIXES:
        (tmp_path / f"folder{suffix}").mkdir()
        with pytest.raises(InputError):
            load(tmp_path / f"folder{suffix}")


def test_languages(tmp_path):
    path = tmp_path / "program.txt"
    path.write_text("int main(void) { return 0; }")
    assert load(path, LoadOptions(language="c")).language is C
    with pytest.raises(InputError, match="unknown language 'cobol'; expected one of c, llvm"):
        load(path, LoadOptions(language="cobol"))
    assert set(SUFFIXES.values()) <= set(LOADERS)
