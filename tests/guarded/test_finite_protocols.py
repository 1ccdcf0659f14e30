"""Protocols with arrays, enumerations and channels: the truth is a program in Python (support/protocol_models.py)."""

from __future__ import annotations

import pytest

from abstract.test_explicit import enumerated
from antumbra.engines.abstract.systems.from_program import transition_system
from antumbra.frontends.guarded.build import program
from support.protocol_models import MODELS, explored
from support.protocols import CHECKS, PROTOCOLS
from support.size import some

SIZES = {"alternating_bit": some((1, 2), (1, 2, 3, 4)), "bakery": some((2,), (2, 3))}


@pytest.mark.parametrize("name", MODELS)
def test_verdicts_and_numbers_of_states(name: str) -> None:
    text = (PROTOCOLS / "finite" / f"{name}.gcl").read_text("utf-8")
    make, parameter = MODELS[name]
    for size in SIZES.get(name, some((3,), (2, 3, 4))):
        for fault in (0, 1):
            violated, states = explored(make(size, fault))
            assert violated == bool(fault)
            system = transition_system(program(text, f"{name}.gcl", {parameter: size, "FAULT": fault}), CHECKS)
            for symmetry in some((bool(fault),), (False, True)):
                enumeration, found = enumerated(system, symmetry=symmetry)
                assert found.refuted is None
                assert (found.trace is not None) == violated, (name, size, fault)
                if not violated and not symmetry:
                    assert enumeration.table.count == states, (name, size)
