"""``antumbra replay``: one test, run as native code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from antumbra.engines.outcome import Reason
from antumbra.evidence.doubts import doubt
from antumbra.evidence.replay import Replayed
from antumbra.evidence.testcase import TestCase
from antumbra.frontends.environment import NO_SUITE, from_words
from antumbra.frontends.load import load
from antumbra.frontends.loaded import Loaded
from antumbra.frontends.options import DataModel, LoadOptions
from antumbra.program.errors import InputError
from antumbra.program.properties import NAMED, UNREACH_CALL, PropertySet
from antumbra.program.source import Location, blamed
from antumbra.records import replace
from antumbra.report.resting import resting
from antumbra.report.result import Finding, Result, Verdict
from antumbra.session.control import Control
from antumbra.session.inputs import property_of, shown
from antumbra.session.replays.native import replayer
from antumbra.session.writing.sources import texts
from antumbra.session.writing.testfiles import read_test

Reading = Callable[[PropertySet], tuple[Path, LoadOptions]]


def replay_test(path: Path, test_file: Path, reading: Reading) -> Result:
    """Run the test against the program at ``path``; the test says where to start and what it expects."""
    control = Control()
    test = read_test(test_file)
    program_file, options = reading(UNREACH_CALL if test.check == "assert" else NAMED.get(test.check, UNREACH_CALL))
    if test_file.suffix != ".json" and options.data_model != test.data_model:
        test = read_test(test_file, options.data_model)  # other tools' tests do not say it
    model: DataModel = "ILP32" if test.data_model == "ILP32" else options.data_model
    options = replace(options, entry=options.entry or test.entry, data_model=model)
    if test.environment:  # the test's own inputs belong to it
        options = replace(options, environment=from_words(test.environment))
    loaded = load(program_file, options)
    if test_file.suffix == ".xml" and loaded.environment.given:
        raise InputError(f"not a test of this program: {NO_SUITE}", Location(str(test_file)))
    with replayer(loaded, options) as native:
        seen = native.run(test)
    return _result(loaded, options, test, seen, str(path), str(test_file), control)


def _result(
    loaded: Loaded, options: LoadOptions, test: TestCase, seen: Replayed, file: str, test_file: str, control: Control
) -> Result:
    observed = seen.observed
    if test.end is Reason.TARGET:
        # as in a run: a place that must not be reached; a failure on the way is not what the test says
        observed = "unreach-call" if seen.confirmed else ""
    condition = doubt(test.inputs, loaded.program.externals)
    finding = None
    if observed and not condition:
        place, called = blamed(seen.location, seen.stack)
        finding = Finding(
            check=property_of(observed, options.properties),
            message=seen.detail,
            location=place,
            called=called,
            inputs=tuple(shown(value) for value in test.inputs),
            stack=seen.stack,
            replayed=True,
            test=test_file,
        )
    expected = f"; the test expects {test.check} to be violated" if test.is_error and not seen.observed else ""
    failed = "the target is not reached" if test.end is Reason.TARGET else "this input does not fail"
    if observed and condition:
        failed = f"this input fails if {condition}, which is not known"
    verdict = Verdict.UNSAFE if finding else Verdict.UNKNOWN
    return Result(
        verdict=verdict,
        engine="native",
        property=options.properties.name,
        file=file,
        reason=None if finding else f"{failed}: {seen.detail}{expected}",
        fixed=loaded.fixed,
        finding=finding,
        stats={"wall_seconds": round(control.elapsed, 4)},
        externals=loaded.program.externals,
        assumptions=resting(loaded.program.assumptions, verdict, finding, memory=loaded.language.memory),
        sources=texts([finding.location.file] if finding and finding.location else [], loaded.sources),
    )
