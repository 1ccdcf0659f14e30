"""What ``--property`` and SV-COMP's property files and task definitions mean."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antumbra.frontends.errors import InputError
from antumbra.frontends.options import LoadOptions
from antumbra.frontends.task import read_task
from antumbra.program.model import CHECKS
from antumbra.program.properties import NAMED, parse_properties, parse_property_text

MEMSAFETY = frozenset({"valid-deref", "valid-free", "valid-memtrack"})


def test_default():
    options = LoadOptions()
    assert options.properties.checks == {"unreach-call", "assert"}
    assert options.error_functions == ("reach_error", "__VERIFIER_error")
    assert options.entry_name == "main"
    assert not options.overflow_checks


def test_names():
    assert parse_properties("unreach-call") == LoadOptions().properties
    assert parse_properties("valid-memsafety").checks == MEMSAFETY
    assert parse_properties("assert").error_functions == ()
    for name, properties in NAMED.items():
        assert parse_properties(name) is properties
        assert properties.checks <= set(CHECKS)
    assert parse_properties("all").checks == set(CHECKS) - {"abort"}
    assert "abort" in parse_properties("klee").checks


def test_lists():
    both = parse_properties("no-overflow, valid-deref")
    assert both.checks == {"no-overflow", "valid-deref"}
    assert both.name == "no-overflow,valid-deref"


@pytest.mark.parametrize("text", ["", "nonsense", "assert,", "valid_deref", "UNREACH-CALL"])
def test_unknown_names_list_the_known_ones(text):
    with pytest.raises(InputError, match=r"expected one or more of unreach-call, .*\.prp"):
        parse_properties(text)


def test_suggestions():
    with pytest.raises(InputError, match=r"'valid-derf'; did you mean valid-deref or valid-free\?; expected one"):
        parse_properties("valid-derf")


@pytest.mark.parametrize(
    ("text", "checks", "name"),
    [
        ("CHECK( init(main()), LTL(G ! call(reach_error())) )", {"unreach-call"}, "unreach-call"),
        ("CHECK( init(main()), LTL(G valid-free) )", {"valid-free"}, "valid-free"),
        ("CHECK( init(main()), LTL(G ! overflow) )", {"no-overflow"}, "no-overflow"),
        ("CHECK( init(main()), LTL(G valid-memcleanup) )\n", {"valid-memcleanup"}, "valid-memcleanup"),
        ("CHECK(init(main()),LTL(G def-behavior))", {"def-behavior"}, "def-behavior"),
        (
            "\n".join(f"CHECK( init(main()), LTL(G {check}) )" for check in sorted(MEMSAFETY)),
            MEMSAFETY,
            "valid-memsafety",
        ),
    ],
)
def test_property_files(text, checks, name):
    found = parse_property_text(text, "PropertyX.prp")
    assert (found.checks, found.name, found.entry, found.unsupported) == (checks, name, "main", ())


def test_error_function_and_entry_are_parameters():
    found = parse_property_text("CHECK( init(start_here()), LTL(G ! call(__VERIFIER_error())) )", "x.prp")
    assert found.error_functions == ("__VERIFIER_error",)
    assert found.checks == {"unreach-call"}
    options = LoadOptions(properties=found)
    assert options.entry_name == "start_here"
    assert LoadOptions(properties=found, entry="f").entry_name == "f"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CHECK( init(main()), LTL(F end) )", "termination"),
        ("CHECK( init(main()), LTL(G ! data-race) )", "no-data-race"),
        ("CHECK( init(main()), LTL(G ! label(ERROR)) )", "LTL(G ! label(ERROR))"),
        ("CHECK( init(main()), LTL(G (a U b)) )", "LTL(G (a U b))"),
    ],
)
def test_what_no_engine_decides_is_kept_by_name(text, name):
    found = parse_property_text(text, "x.prp")
    assert (found.checks, found.unsupported, found.name) == (frozenset(), (name,), name)


def test_unsupported_names():
    assert parse_properties("termination").unsupported == ("termination",)
    assert parse_properties("termination,assert").checks == {"assert"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("hello", r"x\.prp:1:1: not a property"),
        ("\n  CHECK( init(main), LTL(G valid-free) )", r"x\.prp:2:3: not a property.*expected CHECK"),
        ("CHECK( init(a()), LTL(G valid-free) )\nCHECK( init(b()), LTL(G valid-free) )", "starts from b"),
    ],
)
def test_property_files_that_are_none(text, message):
    with pytest.raises(InputError, match=message):
        parse_property_text(text, "x.prp")


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    for read in (lambda: parse_property_text(text, "x.prp"), lambda: parse_properties(text.replace("/", ""))):
        with contextlib.suppress(InputError):
            read()


def test_property_files_from_disk(tmp_path):
    path = tmp_path / "unreach-call.prp"
    path.write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )")
    assert parse_properties(f"{path},no-overflow").checks == {"unreach-call", "no-overflow"}
    for wrong in (tmp_path / "none.prp", tmp_path):
        with pytest.raises(InputError, match="property file"):
            parse_properties(str(wrong) if wrong.suffix else f"{wrong}/")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read"):
        parse_properties(str(path))


# ---------------------------------------------------------------- task definitions

TASK = """
format_version: '2.0'
input_files: 'list-1.i'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-memtrack
options:
  language: C
  data_model: ILP32
"""


def test_task(tmp_path):
    path = tmp_path / "list-1.yml"
    path.write_text(TASK)
    task = read_task(path)
    assert task.input_file == tmp_path / "list-1.i"
    assert (task.data_model, task.language) == ("ILP32", "c")
    first, second = task.properties
    assert (first.file, first.expected_verdict) == (tmp_path / ".." / "properties" / "unreach-call.prp", True)
    assert (second.expected_verdict, second.subproperty) == (False, "valid-memtrack")
    (tmp_path / "valid-memsafety.prp").write_text("CHECK( init(main()), LTL(G valid-free) )")
    assert second.read().checks == {"valid-free"}


def test_old_task(tmp_path):
    path = tmp_path / "a.yml"
    path.write_text("format_version: '1.0'\ninput_files: [a.c]\nproperties: []\n")
    task = read_task(path)
    assert (task.input_file.name, task.properties, task.data_model) == ("a.c", (), None)


def test_witness_tasks_and_several_files(tmp_path):
    path = tmp_path / "a.yml"
    path.write_text("format_version: '2.0'\ninput_files: [a.c, w.yml]\noptions: {witness_input_file: w.yml}\n")
    assert read_task(path).input_file.name == "a.c"
    path.write_text("format_version: '2.0'\ninput_files: [a.c, b.c]\n")
    with pytest.raises(InputError, match=r"2 input files.*expected one"):
        _ = read_task(path).input_file


HEAD = "format_version: '2.0'\ninput_files: a.c\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "format_version is missing"),
        ("- a\n", "is a list; expected a mapping"),
        ("format_version: '3'\n", "expected '1.0' or '2.0'"),
        ("format_version: '2.0'\n", "names no program"),
        ("format_version: '2.0'\ninput_files: [1]\n", "expected file names"),
        ("format_version: '2.0'\ninput_files: a.c\nproperties: x\n", "expected a list"),
        ("format_version: '2.0'\ninput_files: a.c\nproperties: [{}]\n", "no property_file"),
        (HEAD + "properties: [{property_file: p, expected_verdict: 3}]\n", "true or false"),
        ("format_version: '2.0'\ninput_files: a.c\noptions: {data_model: LP63}\n", "LP64 or ILP32"),
        ("a: [\n", r"a\.yml:2:1: not YAML"),
        ("a: !!python/object/apply:os.system ['id']\n", "not YAML"),
        ("a: &x [1]\nb: *x\n", "aliases are not allowed"),
        ("a: \0", "not YAML"),
        ("[" * 900_000, "nested too deeply"),
    ],
)  # fmt: skip
def test_task_definitions_that_are_none(tmp_path, text, message):
    path = tmp_path / "a.yml"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_task(path)


def test_task_definitions_that_cannot_be_read(tmp_path):
    for path in (tmp_path, tmp_path / "none.yml"):
        with pytest.raises(InputError, match="cannot be read"):
            read_task(path)
    (tmp_path / "big.yml").write_text("#" * 1_100_000)
    with pytest.raises(InputError, match="too large"):
        read_task(tmp_path / "big.yml")
