"""The check of proofs sees every NaN: it confirms no claim that rests on there being one."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from proofs.helpers import check, said

_PROGRAMS = sorted((Path(__file__).parents[1] / "programs" / "floats").glob("nan_*.c"))


@pytest.mark.parametrize("path", _PROGRAMS, ids=lambda path: path.stem)
def test_only_what_is_safe_is_confirmed(path: Path) -> None:
    model = "ILP32" if "ILP32" in path.read_text("utf-8") else "LP64"
    found = said(check(load(path, LoadOptions(data_model=model)).program, "unreach-call,assert"))
    assert found == ("confirmed" if path.stem.endswith("_safe") else "refuted")
