"""Witnesses are hostile input: whatever a file holds, it is a witness, or what is wrong with it is said."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from antumbra.frontends.c.structure.conditions import condition
from antumbra.frontends.c.structure.finding import Places
from antumbra.frontends.c.structure.text import Text
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.session.witnessing.claims import with_checks
from antumbra.session.witnessing.following import followed
from antumbra.witnesses.reading import witness_of
from antumbra.witnesses.values import Witness
from support.size import some
from witnesses.witnessed import BRANCHES, COUNTING, checked, written

METADATA = "metadata: {task: {input_files: [a.c]}}"


def read(data: bytes) -> Witness | str:
    try:
        return witness_of(data, "w")
    except InputError as error:
        return error.message


@given(st.binary(max_size=200))
@example(b"<!DOCTYPE a [<!ENTITY b 'c'>]><graphml/>")
@example(b"\xff\xfe<\x00")
@example(b"- [[[[[[[[[[[[[[[[[[[[[[[[[")
def test_any_bytes(data: bytes) -> None:
    read(data)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "empty"),
        ("- &a [*a]", "aliases"),
        ("[" * 40 + "]" * 40, "deep"),
        ("- entry_type: nonsense", "entry_type is 'nonsense'"),
        ("- entry_type: violation_sequence", "no segment"),
        ("- entry_type: invariant_set", "without content"),
        ("- {entry_type: invariant_set, content: [{invariant: {type: loop_invariant}}]}", "no location"),
        ("- {entry_type: invariant_set, content: [{invariant: {type: x, location: {line: 1}}}]}", "of type 'x'"),
        (
            "{entry_type: invariant_set, content: [{invariant: {type: loop_invariant, location: {line: 9999999999}}}]}",
            "line is '9999999999'",
        ),
        (
            "- {entry_type: violation_sequence, content: [{segment: [{waypoint: {type: target, action: cycle}}]}]}",
            "loc",
        ),
        ("<graphml><graph/></graphml>", "witness-type"),
        ("<!DOCTYPE x><graphml/>", "DOCTYPE"),
        ("<graphml><graph>", "not XML"),
        ("x: 1\n---\ny: 2\n", "second document"),
    ],
)
def test_what_is_wrong_is_said(text: str, expected: str) -> None:
    found = read(text.encode())
    assert isinstance(found, str)
    assert expected in found


def test_entities_are_never_expanded() -> None:
    bomb = (
        "<!DOCTYPE a ["
        + "".join(f"<!ENTITY e{n + 1} '&e{n};&e{n};'>" for n in range(40))
        + "]><graphml>&e40;</graphml>"
    )
    assert "DOCTYPE" in str(read(bomb.encode()))


def damaged(data: bytes, random_: random.Random) -> bytes:
    for _ in range(random_.randint(1, 4)):
        at = random_.randrange(len(data))
        match random_.randrange(4):
            case 0:
                data = data[:at] + data[at + random_.randint(1, 30) :]
            case 1:
                data = data[:at] + bytes([random_.choice(b" \n:-[]{}\"'&*<>\\/0\xff")]) + data[at:]
            case 2:
                data = data[:at] + data[at : at + 40] + data[at:]
            case _:
                data = data[:at] + bytes([random_.randrange(256)]) + data[at + 1 :]
    return data


def test_damaged_files(tmp_path: Path) -> None:
    """Also what is made of them: nothing but text for the compiler, or an error."""
    from antumbra.witnesses.graphml_writing import graphml_text
    from antumbra.witnesses.yaml_writing import yaml_text

    random_ = random.Random(7)
    understood = 0
    for name, text, engine in (("a.c", BRANCHES, "explore"), ("b.c", COUNTING, "interpolate")):
        file = written(tmp_path / name, text)
        _, witness = checked(file, engine)
        places = Places(Text(file.read_bytes(), str(file)))
        for form in (yaml_text, graphml_text):
            for _ in range(some(60, 2000)):
                found = read(damaged(form(witness).encode(), random_))
                if isinstance(found, str):
                    continue
                understood += 1
                try:
                    if found.violation:
                        followed(found, places, file, strict=True, functions=("reach_error",))
                    else:
                        with_checks(found, places, file)
                except InputError:
                    pass
    assert understood > 20


CHANGING = [
    "x = 1",
    "x++",
    "f(x)",
    "(f)(x)",
    "(*f)(x)",
    "a[0](x)",
    "x, y",
    "({ 1; })",
    "(T){1}",
    "x += 1",
    "1; f()",
    "}{",
]


@pytest.mark.parametrize(
    "text", [*CHANGING, "sizeof(x++)", "__antumbra_passed == 1", "(" * 400 + "x" + ")" * 400, '"', "\\"]
)
def test_conditions_change_nothing(text: str) -> None:
    with pytest.raises(InputError):
        condition(text, "c_expression", Location("w", 3, 5), frozenset())


@given(st.text("xyf()[]*&!=<>+-/%?:,;{}\"'\\0123 .\n", max_size=30))
def test_any_condition(text: str) -> None:
    try:
        found = condition(text, "c_expression", None, frozenset())
    except InputError:
        return
    assert found.count("(") == found.count(")")
    assert not set(found) & set("{};")


@given(st.text("if(x)while{}do;els swicae:return forgt*0\n", max_size=60))
def test_any_program(text: str) -> None:
    with contextlib.suppress(InputError):
        Places(Text(f"int main(void) {{ {text} }}".encode(), "a.c"))
