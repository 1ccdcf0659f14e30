"""Steps of native runs and findings for services: what they leave out, and what they take for the same."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from antumbra.evidence.native.steps import _Reader
from antumbra.report import sarif
from evidence import test_steps
from report import test_sarif
from support.faults import Fault


def _in_a_folder(test: Callable[[Path], None]) -> Callable[[], None]:
    def killer() -> None:
        with tempfile.TemporaryDirectory() as folder:
            test(Path(folder))

    return killer


FAULTS = [
    Fault(
        "steps of a run",
        "behind a gap nothing is known",
        _Reader.forget,
        "self._values.clear()",
        "pass",
        (test_steps.test_behind_a_gap_nothing_is_known,),
    ),
    Fault(
        "steps of a run",
        "variables begin anew in each call",
        _Reader._line,
        "if key[0] < depth",
        "",
        (_in_a_folder(test_steps.test_the_same_argument_again),),
    ),
    Fault(
        "steps of a run",
        "a change behind a call is the caller's",
        _Reader.read,
        "depth < self._at[1]",
        "False",
        (_in_a_folder(test_steps.test_frames),),
    ),
    Fault(
        "fingerprints",
        "lines with the same text are told apart",
        sarif.Fingerprints._text,
        "lines[: place.line - 1].count(own)",
        "0",
        (test_sarif.test_fingerprints_survive_a_shifted_line,),
    ),
    Fault(
        "SARIF of several runs",
        "only what was confirmed is a finding",
        sarif.joined,
        'if entry["kind"] == "fail"',
        "",
        (test_sarif.test_several_runs,),
    ),
]
