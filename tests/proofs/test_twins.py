"""Whole programs: the check agrees with what is known of them, and what proves one proves nothing of its twin."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.engines.houdini.engine import Houdini, uses_memory
from antumbra.engines.options import ExecutionOptions
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.properties import KLEE, UNREACH_CALL
from antumbra.proofs import Budget, Certificate, Question
from antumbra.proofs.check import check_proof
from antumbra.session.goals import prepare
from antumbra.session.options import RunOptions
from differential import generator
from proofs.helpers import said
from support.size import some

CORPUS = Path(__file__).parent.parent / "boogie" / "corpus"
#: pairs of Boogie programs of which one is safe
PAIRS = sorted(f for f in CORPUS.glob("*_safe.bpl") if f.with_name(f.name.replace("_safe", "_unsafe")).exists())


@pytest.mark.parametrize("file", PAIRS, ids=lambda file: file.stem.removesuffix("_safe"))
def test_boogie_twins(file: Path) -> None:
    """With the certificate of the safe one for both: the unsafe one is refuted."""
    options = LoadOptions(properties=UNREACH_CALL)
    safe = load(file, options).program
    if uses_memory(safe):
        pytest.skip("a program with memory")
    engine = Houdini(safe, ExecutionOptions(checks=UNREACH_CALL.checks, timeout=20))
    assert list(engine.run()) == []
    certificate = engine.certificate() if engine.complete else Certificate()
    question = Question(UNREACH_CALL.checks)
    solvers = ("z3 alone", "z3")
    assert said(check_proof(safe, question, certificate, Budget(seconds=20), solvers)) == "confirmed"
    twin = load(file.with_name(file.name.replace("_safe", "_unsafe")), options).program
    assert said(check_proof(twin, question, certificate, Budget(seconds=20), solvers)) == "refuted"


@pytest.mark.parametrize("flavour", some(["FAULTS"], ["FAULTS", "BLOBS"]))
@pytest.mark.parametrize("seed", range(300, some(301, 306)))
def test_random_programs(seed: int, flavour: str, tmp_path: Path) -> None:
    """The walk and plain exploration, which share no code, agree on random programs; both ways of the walk."""
    file = tmp_path / "a.c"
    file.write_text(generator.generate(seed, getattr(generator, flavour)).source)
    result = antumbra.check(file, engine="explore", property="klee", timeout=20, check_proofs=False)
    options = RunOptions(load=LoadOptions(properties=KLEE))
    loaded, _ = prepare(load(file, options.load), options)
    right = {"safe": "confirmed", "unsafe": "refuted"}[result.verdict.value]
    for paths in (1, None):
        budget = Budget(seconds=60)
        answer = check_proof(
            loaded.program, Question(KLEE.checks), Certificate(paths=paths), budget, ("bitwuzla", "z3")
        )
        assert said(answer) == right
