"""Files, folders, patterns, sets and task definitions as tasks."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra.program.errors import InputError
from antumbra.suites.collecting import collect

DEFINITION = """\
format_version: '2.0'
input_files: 'prog.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
  - property_file: valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
options: {language: C, data_model: ILP32}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "prog.c").write_text("int main(void) { return 0; }\n")
    (tmp_path / "unreach-call.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    (tmp_path / "valid-memsafety.prp").write_text("CHECK( init(main()), LTL(G valid-deref) )\n")
    (tmp_path / "task.yml").write_text(DEFINITION)
    (tmp_path / "workflow.yml").write_text("on: push\n")
    sub = tmp_path / "sub"
    sub.mkdir()
    (sub / "safe.c").write_text("// expect: safe\nint main(void) { return 0; }\n")
    (sub / "helper.c").write_text("int help(void) { return 0; }\n")
    (sub / "twice_true-unreach-call.c").write_text("int main(void) { return 0; }\n")
    (sub / "twice_true-unreach-call.i").write_text("int main(void) { return 0; }\n")
    return tmp_path


def found(*words: object, **settings: object) -> list[tuple[str, str, str | None]]:
    return [(Path(t.name).name, t.asked, t.expected) for t in collect([str(w) for w in words], **settings)]  # type: ignore[arg-type]


OF_TASK = [("task.yml", "unreach-call", "true"), ("task.yml", "valid-memsafety", "false(valid-deref)")]
BELOW = [("safe.c", "unreach-call", "true"), ("twice_true-unreach-call.i", "unreach-call", "true")]


def test_a_folder_is_what_states_a_verdict(folder: Path) -> None:
    assert found(folder) == OF_TASK + BELOW


def test_each_task_once_in_the_order_of_the_words(folder: Path) -> None:
    assert found(folder / "sub", folder / "task.yml", folder) == BELOW + OF_TASK


def test_properties_choose(folder: Path) -> None:
    assert found(folder, properties=("valid-memsafety",)) == OF_TASK[1:]
    assert found(folder, properties=(str(folder / "valid-memsafety.prp"),)) == OF_TASK[1:]
    assert found(folder / "prog.c", properties=("no-overflow", "unreach-call")) == [
        ("prog.c", "no-overflow", None),
        ("prog.c", "unreach-call", None),
    ]
    with pytest.raises(InputError, match="no tasks about no-overflow"):
        found(folder, properties=("no-overflow",))
    with pytest.raises(InputError, match="unreach-cal"):
        found(folder, properties=("unreach-cal",))


def test_patterns_and_sets(folder: Path) -> None:
    assert found(folder / "sub" / "*.c")[1] == ("safe.c", "unreach-call", "true")
    assert found(folder / "**" / "helper.c") == [("helper.c", "unreach-call", None)]
    odd = folder / "[odd]"
    odd.mkdir()
    (odd / "all.set").write_text("# all\n../*.yml # those\n\n../sub/safe.c\n")
    tasks = found(odd / "all.set")
    assert tasks[:2] == OF_TASK
    assert tasks[-1] == BELOW[0]
    assert found(sets=[odd / "all.set"]) == tasks


@pytest.mark.parametrize(
    ("word", "said", "line"),
    [("gone.c", "cannot be read", None), ("*.gcl", "no file matches", None), ("empty", "no tasks", None),
     ("a.set", "no file matches none", 2), ("gone.set", "cannot be read", None), ("readme.txt", "is no task", None),
     ("bad.yml", "not YAML", 1), ("lost.yml", "its program", None), ("own.c", "may not give itself", 2)],
)  # fmt: skip
def test_what_is_wrong_and_where(folder: Path, word: str, said: str, line: int | None) -> None:
    (folder / "empty").mkdir()
    (folder / "a.set").write_text("task.yml\nnone*.yml\n")
    (folder / "readme.txt").write_text("")
    (folder / "bad.yml").write_text("input_files: [\n")
    (folder / "lost.yml").write_text("format_version: '2.0'\ninput_files: lost.c\n")
    (folder / "own.c").write_text("// expect: safe\n// options: --clang x\n")
    with pytest.raises(InputError, match=said) as error:
        found(folder / word)
    assert error.value.location is not None
    assert Path(error.value.location.file).name == word
    if line is not None:
        assert error.value.location.line in (line, line + 1)


def test_one_bad_file_among_many_is_a_task_without_a_verdict(folder: Path) -> None:
    (folder / "bad.yml").write_text("input_files: [\n")
    (folder / "sub" / "own.c").write_text("// expect: safe\n// options: --clang x\n")
    tasks = collect([str(folder)])
    problems = {Path(task.name).name: task.problem for task in tasks if task.problem}
    assert set(problems) == {"bad.yml", "own.c"}
    assert "bad.yml:" in problems["bad.yml"]
    assert len(tasks) == len(OF_TASK + BELOW) + 2


BOOGIE = """\
// expect: {verdict}
procedure one() {{ assert true; }}
procedure without(x: int);
implementation two() {{ assert false; }}
procedure two();
"""


def test_a_boogie_file_by_procedure(tmp_path: Path) -> None:
    file = tmp_path / "a.bpl"
    file.write_text(BOOGIE.format(verdict="unsafe"))
    assert found(file) == [("a.bpl", "unreach-call", "false")]
    tasks = collect([str(file)], by_procedure=True)
    assert [Path(task.name).name for task in tasks] == ["a.bpl:one", "a.bpl:two"]
    assert [task.options for task in tasks] == [("--entry", "one"), ("--entry", "two")]
    assert {task.expected for task in tasks} == {None}  # the file's verdict is that of none of them
    file.write_text("procedure p();\n")
    with pytest.raises(InputError, match="no procedure with a body"):
        collect([str(file)], by_procedure=True)
