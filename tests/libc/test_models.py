"""The library of models as a whole: what it says it provides, what it leaves open, and when it is linked."""

from __future__ import annotations

import re

import pytest

from antumbra.frontends.c import models as subject
from antumbra.frontends.c.models import Model, compile_model, needed_models, undefined_symbols
from antumbra.frontends.c.surroundings import surroundings
from antumbra.frontends.environment import Environment
from antumbra.frontends.options import LoadOptions
from libc.native_models import all_models

ROOMS = (subject.FILES, subject.VARIABLES)
EVERY = sorted({*all_models(), *all_models(*ROOMS)}, key=lambda model: model.name)
#: what is made of the options
GIVEN = surroundings(Environment(stdin=1)).symbols

#: what the translator knows by itself
KNOWN = re.compile(
    r"__VERIFIER_assume|antumbra\.world\.\w+|klee_make_symbolic|klee_check_memory_access|klee_is_symbolic|abort|antumbra\.object_size|antumbra\.object_base|antumbra\.unsupported|antumbra\.reused|antumbra\.apart|antumbra\.accessible|antumbra\.any\.\w+|"
    r"malloc|free|_exit|__assert_fail|__ubsan_handle_negate_overflow_minimal"
)
_DEFINED = re.compile(
    r"^(?:define(?: dso_local)?(?! internal)[^@\n]*@([\w.]+)\(|@([\w.]+) = dso_local (?:global|constant))", re.MULTILINE
)


@pytest.fixture(scope="module", autouse=True)
def _cache(tmp_path_factory):
    """Compiled models are kept for these tests and not in the user's cache; others use what is there."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subject, "cache_folder", lambda: folder)
        yield folder


@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
@pytest.mark.parametrize("model", EVERY, ids=lambda model: model.name)
def test_a_model_provides_what_it_says(model: Model, data_model):
    ir = compile_model(model, LoadOptions(data_model=data_model))
    also = re.findall(r"^// also: (.*)$", model.text, re.MULTILINE)
    defined = {first or second for first, second in _DEFINED.findall(ir)}
    assert defined == model.symbols | {name for line in also for name in line.split()}
    for symbol in undefined_symbols(ir):
        assert symbol in subject.models(*ROOMS) or symbol in GIVEN or KNOWN.fullmatch(symbol), symbol


def test_what_the_world_decides_has_one_type():
    """Native replay has one function for each name."""
    kinds = {"byte": 8, "short": 16, "int": 32, "unsigned": 32, "long": 64, "unsigned long": 64, "long long": 64}
    calls = (r"WORLD\(([\w ]+), \"(\w+)\"\)", r"(__antumbra_between)\([^;]*?, \"(\w+)\"\)",
             r"(__antumbra_long_between)\([^;]*?, \"(\w+)\"\)")  # fmt: skip
    kinds |= {"__antumbra_between": 32, "__antumbra_long_between": 64}
    for rooms in ((), ROOMS):
        types: dict[str, object] = {}
        for model in all_models(*rooms):
            for kind, name in (found for call in calls for found in re.findall(call, model.text)):
                assert types.setdefault(name, kinds.get(kind, kind)) == kinds.get(kind, kind), name


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_takes_the_place_of_whole_models(room):
    """Else two models of one thing would be linked."""
    own = {symbol for model in all_models(room) if model.name.startswith(room) for symbol in model.symbols}
    for model in all_models():
        assert not own & model.symbols or model.symbols <= own, (model.name, model.symbols - own)


def test_no_symbol_is_provided_twice():
    for rooms in ((), ROOMS):
        names = [name for model in all_models(*rooms) for name in model.symbols]
        assert len(names) == len(set(names))


def names_for(*declared: str, options: LoadOptions | None = None) -> set[str]:
    ir = "".join(f"declare i32 @{name}(...)\n" for name in declared)
    return {code.model.name for code in needed_models([ir], options or LoadOptions())}


def test_only_what_is_called_is_linked():
    assert names_for() == set()
    assert names_for("malloc", "__VERIFIER_nondet_int", "my_function") == set()
    assert names_for("strlen") == {"string_length.c"}
    assert names_for("strcat") == {"string_append.c", "string_length.c", "string_copy.c"}
    assert "float_parse.c" in names_for("sscanf")
    assert names_for("strlen", options=LoadOptions(data_model="ILP32")) == {"string_length.c"}


def test_variables_count():
    code = needed_models(["@stdout = external global ptr, align 8\n"], LoadOptions())
    assert [part.model.name for part in code] == ["streams.c"]


def test_code_comes_from_the_cache(monkeypatch):
    model = subject.models()["strlen"]
    first = compile_model(model, LoadOptions())
    monkeypatch.setattr(subject, "compile_c", lambda *_: pytest.fail("compiled again"))
    assert compile_model(model, LoadOptions()) == first
    assert compile_model(model, LoadOptions(defines=("X=1",), cflags=("-Weverything",))) == first


def test_a_cache_that_cannot_be_written_is_no_error(monkeypatch, tmp_path):
    monkeypatch.setattr(subject, "cache_folder", lambda: tmp_path / "file" / "below")
    (tmp_path / "file").write_text("")
    assert "@strlen" in compile_model(subject.models()["strlen"], LoadOptions())


def test_locations_name_no_folder_of_this_machine():
    ir = compile_model(subject.models()["strlen"], LoadOptions())
    assert '!DIFile(filename: "<libc>/string_length.c"' in ir
    for name in ("strlen", "read", "rand"):
        assert str(subject.FOLDER) not in compile_model(subject.models()[name], LoadOptions())
