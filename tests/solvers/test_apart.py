"""Work in a child process: its answer, its end, its limits."""

from __future__ import annotations

import os
import random
import signal
import time
from typing import NoReturn

import pytest

from antumbra import terms as T
from antumbra.solvers.answers import Answer, Sat, SolverError, Unknown, Unsat
from antumbra.solvers.backends import bitwuzla_backend
from antumbra.solvers.backends.apart import Ended, Lost, Returned, apart
from antumbra.solvers.backends.bitwuzla_backend import BitwuzlaBackend
from antumbra.solvers.backends.packing import packed, unpacked
from antumbra.terms import Term


def _never() -> bool:
    return False


def test_an_answer() -> None:
    assert apart(lambda: {"a": [1, 2]}, _never, None) == Returned({"a": [1, 2]})


def test_a_long_answer() -> None:
    match apart(lambda: b"x" * 5_000_000, _never, None):
        case Returned(value):
            assert len(value) == 5_000_000
        case other:
            pytest.fail(f"{other}")


def test_ended_in_time() -> None:
    looks = iter([False, False, True])
    assert apart(lambda: time.sleep(120), lambda: next(looks), None) == Ended()


def _killed() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def _failing() -> NoReturn:
    raise ValueError("no")


def _filling() -> int:
    return len(bytearray(3_000_000_000))


@pytest.mark.parametrize(
    ("work", "reason"),
    [(_killed, "ended by SIGKILL"), (_failing, "ValueError: no"), (_filling, "out of memory")],
)
def test_lost(work: object, reason: str) -> None:
    assert apart(work, _never, 500) == Lost(reason)  # type: ignore[arg-type]


def test_no_child_is_left() -> None:
    apart(lambda: 1, _never, None)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


X, Y = T.var("x", T.bv_sort(32)), T.var("y", T.bv_sort(32))
ABOVE, BELOW = T.bvult(X, Y), T.bvult(Y, X)


@pytest.mark.parametrize("assertions", [[ABOVE], [ABOVE, T.eq(X, Y), BELOW]])
@pytest.mark.parametrize(("large", "small"), [(0, 100), (50_000, -1)])
def test_the_same_answer_in_a_child(
    assertions: list[Term], large: int, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = BitwuzlaBackend().check(assertions)
    monkeypatch.setattr(bitwuzla_backend, "LARGE", large)
    monkeypatch.setattr(bitwuzla_backend, "SMALL_TERMS", small)
    monkeypatch.setattr(bitwuzla_backend, "FIRST_TRY", 600 if large == 0 else -1)
    backend = BitwuzlaBackend()
    for _ in range(2):  # the second time, what was bearable is asked here
        there = backend.check(assertions)
        assert type(there) is type(here)
        if isinstance(here, Unsat) and isinstance(there, Unsat):
            assert set(there.core) <= set(assertions)


def test_models_of_a_child_are_evaluated() -> None:
    with pytest.raises(SolverError):
        unpacked(("sat", [5, 5]), [ABOVE])


@pytest.mark.parametrize("answer", [Unsat((ABOVE, BELOW)), Unsat((BELOW,)), Unknown("timeout")])
def test_packing(answer: Answer) -> None:
    assert unpacked(packed(answer, [ABOVE, BELOW]), [ABOVE, BELOW]) == answer


def test_packing_a_model() -> None:
    answer = BitwuzlaBackend().check([ABOVE])
    assert isinstance(answer, Sat)
    assert unpacked(packed(answer, [ABOVE]), [ABOVE]) == answer


def _sums(size: int) -> list[Term]:
    rng = random.Random(size)
    terms = [T.var(f"w{i}", T.bv_sort(32)) for i in range(20)]
    for _ in range(size):
        a, b = rng.choice(terms[-25:]), rng.choice(terms[-25:])
        terms.append(rng.choice((T.bvadd, T.bvshl, T.bvsub))(a, b))
    return [T.eq(terms[-1], T.const(12345, T.bv_sort(32))), T.bvult(terms[-2], terms[-3])]


def test_a_limit_holds_while_bitwuzla_preprocesses() -> None:
    """It takes minutes and neither polls nor lets go of the interpreter."""
    assertions = _sums(1000)
    before = time.process_time()
    answer = BitwuzlaBackend().check(assertions, timeout=0.5)
    assert isinstance(answer, Unknown)
    assert time.process_time() - before < 30
