"""Every mechanism that leaves something out, with one of its conditions forgotten: someone must notice."""

from __future__ import annotations

import pytest

from faults import abstract_faults, houdini_faults, solver_faults
from support.faults import Fault, killer_of

FAULTS: list[Fault] = [*solver_faults.FAULTS, *houdini_faults.FAULTS, *abstract_faults.FAULTS]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_someone_notices(fault: Fault) -> None:
    assert killer_of(fault) is not None
