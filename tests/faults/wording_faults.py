"""What a proof is said to rest on: claims that hold everywhere, and names of variables that do hold a value."""

from __future__ import annotations

import tempfile
from pathlib import Path

from antumbra.frontends.llvm.translating import bindings
from antumbra.frontends.llvm.translating.bindings import Bindings
from antumbra.proofs.claims.loops import Loops
from antumbra.proofs.claims.recursion import Recursions
from proofs import test_loops, test_recursion
from session import test_proof_values
from support.faults import Fault


def names() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test_proof_values.test_only_what_is_certain_has_a_name(Path(folder))


def shown_claims() -> None:
    test_loops.test_what_is_shown_holds_in_every_round()
    test_loops.test_what_is_shown_holds_in_a_first_round_too()
    test_loops.test_what_is_shown_holds_for_all_who_enter()


def shown_contracts() -> None:
    test_recursion.test_what_is_shown_holds_at_all_calls_and_returns()


FAULTS = [
    Fault(
        "shown claims",
        "they hold for all who enter",
        Loops._hold,
        "known is None or c in known",
        "True",
        (shown_claims,),
    ),
    Fault(
        "shown claims",
        "they hold in a first round that is executed alone",
        Loops._enter,
        "self._hold(frame, [c for c in rounds.conditions if not any(map(is_at_entry, T.free_variables(c)))])",
        "pass",
        (shown_claims,),
    ),
    Fault(
        "shown claims",
        "values at the entry of a second round are not those of the first",
        Loops._enter,
        "if not any(map(is_at_entry, T.free_variables(c)))",
        "if True",
        (shown_claims,),
    ),
    Fault(
        "shown claims",
        "they hold in every round",
        Loops._begin,
        "self._hold(frame, rounds.conditions)",
        "pass",
        (shown_claims,),
    ),
    Fault(
        "shown claims",
        "contracts hold at every call",
        Recursions._enter,
        "self._hold(contract)",
        "pass",
        (shown_contracts,),
    ),
    Fault("names", "all ways lead to one register", bindings._flow, "r if end[v] == r else None", "r", (names,)),
    Fault("names", "the variable is in scope", Bindings._variable, "if not inner and", "if False and", (names,)),
    Fault(
        "names",
        "a record that names no register ends what was known",
        bindings._record,
        "None if value is None else",
        "binding.get(int(record[1])) if value is None else",
        (names,),
    ),
    Fault(
        "names",
        "what a phi is assigned to is not its variable",
        bindings._at_start,
        "if len(variables) == 1 else None",
        "",
        (names,),
    ),
]
