"""What programs state of themselves; they may be anybody's."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra.program.errors import InputError
from antumbra.suites.expected import Statement, statements


@pytest.mark.parametrize(
    ("name", "text", "stated"),
    [
        ("a.c", "// expect: safe\nint x;", [Statement("true")]),
        ("a.bpl", "// expect: unsafe\n", [Statement("false")]),
        ("a.c", "// expect: unsafe valid-deref\n// options: --property valid-memsafety --entry f -DN=3\n",
         [Statement("false(valid-deref)", "valid-memsafety", ("--entry", "f", "-DN=3"))]),
        ("a.c", "// expect: unsafe no-overflow\n// options: --property=no-overflow\n",
         [Statement("false(no-overflow)", "no-overflow")]),
        ("a.c", "// expect: unknown where objects lie\n", [Statement("unknown")]),
        ("a.bpl", "// expect: not-safe", [Statement("not-true")]),
        ("a.c", "int x; // expect: safe\n", []),
        ("a.c", "\n// expect: safe\n", []),
        ("x_true-unreach-call_false-no-overflow.c", "",
         [Statement("true", "unreach-call"), Statement("false", "no-overflow")]),
        ("x_false-valid-free.i", "", [Statement("false(valid-free)", "valid-memsafety")]),
        ("x_true-valid-memsafety.i", "", [Statement("true", "valid-memsafety")]),
        # what the text says counts more than the name
        ("x_true-unreach-call.c", "// expect: unsafe unreach-call\n", [Statement("false(unreach-call)")]),
    ],
)  # fmt: skip
def test_statements(tmp_path: Path, name: str, text: str, stated: list[Statement]) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert list(statements(tmp_path / name)) == stated


@pytest.mark.parametrize(
    "words",
    ["--clang /tmp/evil", "--clang=/tmp/evil", "--out /etc", "--cflag -fplugin=x.so", "-I /", "--save-queries x",
     "--sarif f", "--entry", "--sym-args 1 2", "--entry 'f", "evil.c", "--32=1", "--timeout 9999"],
)  # fmt: skip
def test_a_program_may_not_give_itself_any_option(tmp_path: Path, words: str) -> None:
    (tmp_path / "a.c").write_text(f"// expect: safe\n// options: {words}\n", "utf-8")
    with pytest.raises(InputError) as error:
        list(statements(tmp_path / "a.c"))
    assert error.value.location is not None
    assert error.value.location.line == 2
