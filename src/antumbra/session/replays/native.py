"""Native replay for a run: a path's end becomes a test, the test is run, and both stories are kept if they differ."""

from __future__ import annotations

from antumbra.engines.inputs import MOST_BYTES
from antumbra.engines.outcome import PathEnd
from antumbra.evidence.doubts import doubt
from antumbra.evidence.native.child import Limits
from antumbra.evidence.replay import Replayed, Replayer, ReplayOptions
from antumbra.evidence.testcase import TestCase
from antumbra.frontends.llvm.library.outside import written_outside
from antumbra.frontends.llvm.library.pointers_given import pointers_given
from antumbra.frontends.loaded import Loaded
from antumbra.frontends.options import LoadOptions
from antumbra.program.source import Location
from antumbra.records import replace
from antumbra.session.parts import Confirmation


def replay_options(
    loaded: Loaded, options: LoadOptions, targets: tuple[Location, ...] = (), *, steps: bool = False
) -> ReplayOptions:
    writing = frozenset(name for name, policy in loaded.program.externals.items() if policy == "havoc")
    outside = written_outside(loaded.program)
    return ReplayOptions(
        entry=loaded.entry or options.entry_name,
        error_functions=frozenset(options.error_functions),
        writing_externals=writing,
        data_model=options.data_model,
        malloc_may_fail=options.malloc_may_fail,
        entry_pointers=loaded.pointers,
        outside_pointers=options.outside_pointers or 0,
        pointers_given=pointers_given(loaded.program) if options.outside_pointers else frozenset(),
        outside_objects=outside.objects,
        outside_variables=outside.variables,
        hooks=outside.hooks,
        targets=targets,
        branches="uninitialized" in options.properties.checks,
        steps=steps,
    )


def replayer(
    loaded: Loaded, options: LoadOptions, targets: tuple[Location, ...] = (), *, steps: bool = False
) -> Replayer:
    return Replayer([module.text for module in loaded.modules], replay_options(loaded, options, targets, steps=steps))


def _limits(given: float | None) -> Limits:
    usual = Limits()
    seconds = usual.cpu_seconds if given is None else max(usual.cpu_seconds, int(given))
    return replace(usual, cpu_seconds=seconds, seconds=usual.seconds + seconds - usual.cpu_seconds)


class NativeReplay:
    """The ``Native`` part of a run. ``targets`` are the places that paths may be said to reach.

    ``steps``: runs tell their steps, for a page of the run. ``given``: seconds that the whole analysis has; a failing
    run may have many rounds, of which the analysis has executed few.
    """

    def __init__(
        self,
        loaded: Loaded,
        options: LoadOptions,
        targets: tuple[Location, ...] = (),
        *,
        steps: bool = False,
        given: float | None = None,
    ) -> None:
        chosen = replay_options(loaded, options, targets, steps=steps)
        self._replayer = Replayer([module.text for module in loaded.modules], replace(chosen, limits=_limits(given)))
        self._file = str(loaded.path)
        self._options = options
        self._externals = frozenset(loaded.program.externals)

    def replay(self, end: PathEnd) -> Confirmation:
        largest = max((item.width // 8 for item in end.inputs), default=0)
        if largest > MOST_BYTES:
            return Confirmation(False, (f"an input of {largest} bytes is too large for a native run",))
        test = TestCase.of(end, self._file, "", self._options.entry_name, self._options.data_model)
        seen = self._replayer.run(test)
        if not seen.confirmed:
            return Confirmation(False, _stories(end, seen))
        condition = doubt(end.inputs, self._externals)
        if condition:
            notes = (f"it fails if {condition}, which is not known",)
            return Confirmation(False, notes, condition=condition, walk=seen.walk)
        return Confirmation(True, walk=seen.walk)

    def close(self) -> None:
        self._replayer.close()


def _stories(end: PathEnd, seen: Replayed) -> tuple[str, ...]:
    taken = [f"{place}: {'then' if way else 'else'}" for place, way in end.branches if place is not None]
    return (
        f"the analysis: {end.message or end.reason.text}{_trace(end.location, end.stack)}",
        *([f"the analysis, branches: {', '.join(taken[-20:])}"] if taken else []),
        f"native code: {seen.detail}{_trace(seen.location, seen.stack)}",
    )


def _trace(location: Location | None, stack: tuple[Location, ...]) -> str:
    places = stack or ((location,) if location else ())
    frames = [f"{place} in {place.function}" if place.function else str(place) for place in places]
    return f" [{', called from '.join(frames)}]" if frames else ""
