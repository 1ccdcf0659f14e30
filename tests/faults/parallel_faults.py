"""Explorations by several, and suites: without one of the conditions under which nothing is lost or told twice."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from antumbra.engines import recording
from antumbra.engines.explore.parallel.crew import Crew
from antumbra.engines.explore.parallel.pieces import FollowingRecording, PieceExplorer
from antumbra.suites import results, tasks
from engines import test_turns
from engines.parallel import test_crew
from suites import test_results, test_resume
from support.faults import Fault


def same_paths() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "PER_PLACE", 1_000_000)
        test_crew.test_the_same_paths(2, 300)


def nothing_twice() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "PER_PLACE", 1_000_000)
        test_crew.test_on_the_way_nothing_is_told()


def lost_pieces() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "PER_PLACE", 1_000_000)
        test_crew.test_what_is_lost_is_done_again_and_counts_once(0)


def other_ways() -> None:
    for change in ((1, 1), (2, 1)):
        test_crew.test_a_way_that_is_not_there_is_a_cut(change)


def digests() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test_resume.test_the_digest_is_of_all_that_counts(Path(folder))


FAULTS = [
    Fault("prefixes", "as many sides as before", PieceExplorer._split, "sides != len(children) or", "", (other_ways,)),
    Fault(
        "prefixes",
        "forks are where they were",
        PieceExplorer._split,
        " or line != line_of(children[side])",
        "",
        (other_ways,),
    ),
    Fault(
        "prefixes",
        "a state whose turn is over goes on",
        PieceExplorer._follow,
        "if self.stopped is not None:",
        "if True:",
        (test_turns.test_pieces,),
    ),
    Fault(
        "prefixes",
        "a violation on the way is known",
        FollowingRecording.violated,
        "if not self.following:",
        "if True:",
        (nothing_twice,),
    ),
    Fault("prefixes", "what others are given is theirs", Crew._share, "own = own[1::2]", "pass", (same_paths,)),
    Fault("prefixes", "others are given the rest", Crew._share, "self._queue += own[0::2]", "pass", (same_paths,)),
    Fault("prefixes", "lost pieces are done again", Crew._again, "order.tries + 1 < TRIES", "False", (lost_pieces,)),
    Fault(
        "verdicts of tasks",
        "the exit status says the same",
        results._printed,
        'result.get("verdict") == _STATUS.get(ended.status) and',
        "",
        (test_results.test_exit_status_and_answer_must_agree,),
    ),
    Fault(
        "verdicts of tasks",
        "nobody had to kill it",
        results._status,
        "if ended.killed:",
        "if False:",
        (test_results.test_what_had_to_be_killed_has_no_verdict,),
    ),
    Fault("tasks that are done", "their text is the same", tasks.digest, "part.read_bytes()", 'b""', (digests,)),
    Fault("tasks that are done", "their options are", tasks.digest, "tuple(words)", "()", (digests,)),
]
