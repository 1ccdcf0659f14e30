"""The check of proofs: branches on what was never written, without one of the conditions under which they are none."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from antumbra.proofs import check
from antumbra.proofs.memory.world import World
from antumbra.proofs.walker import Walker
from proofs import test_unwritten_branches
from support.faults import Fault


def _bodies(*words: str) -> None:
    for body in test_unwritten_branches.BODIES:
        if any(word in body for word in words):
            with TemporaryDirectory() as folder:
                test_unwritten_branches.test_only_branches_on_what_was_written_are_confirmed(body, Path(folder))


def values_of_memory() -> None:
    _bodies("q.value", "a[3] > 2")


def values_of_variables() -> None:
    _bodies("if (__VERIFIER_nondet_int()) x = 1;")


def switches() -> None:
    _bodies("switch")


def all_of_a_value() -> None:
    _bodies("a[i]")


FAULTS = [
    Fault("unwritten values of the check", condition, function, old, new, killers)
    for condition, function, old, new, killers in (
        ("every unknown of a value was given", World.is_written, "return all(", "return any(", (all_of_a_value,)),
        ("only what somebody gave is", World.is_written, "v in self.given or", "True or", (values_of_memory,)),
        ("a variable that was never written is not given", Walker._asked,
         "if source is not P.Source.UNINITIALISED:", "if True:", (values_of_variables,)),
        ("switches count", Walker._switch, "self._depends(terminator, value)", "pass", (switches,)),
        ("such a branch is not confirmed", check._walk, "and walker.unwritten is not None", "and False",
         (values_of_variables,)),
    )
]  # fmt: skip
