"""An analysis as steps to look at: run it, take it down, draw it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

from antumbra.engines.dash.engine import Dash
from antumbra.engines.dash.options import DashOptions
from antumbra.engines.dash.pictures.drawing import drawn
from antumbra.engines.dash.pictures.recording import Frame, Recording
from antumbra.engines.dash.pictures.telling import Telling, question
from antumbra.engines.dash.pictures.wording import Wording, all_names
from antumbra.engines.dash.regions.graph import RegionGraph
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.graphs.flow import CallGraph
from antumbra.program.pictures.picture import Picture
from antumbra.program.pictures.views import RegionStep, Regions

#: steps that are drawn
MOST_STEPS = 400
#: seconds, unless told otherwise: some analyses never end
SECONDS = 60.0
#: blocks of a program each of which is a place; of larger ones, edges are composed as when checking
MOST_BLOCKS = 120


def regions_of(
    program: P.Program,
    checks: frozenset[str],
    timeout: float | None,
    max_iterations: int | None,
    stopped_by: Callable[[Callable[[], None]], AbstractContextManager[None]],
) -> Regions:
    """Until the first test that fails, the proof, or a limit."""
    calls = CallGraph(program)
    fine = sum(len(program.procedures[name].blocks) for name in calls.reachable) <= MOST_BLOCKS
    options = DashOptions(
        checks, timeout=SECONDS if timeout is None else timeout, most_iterations=max_iterations, fine=fine
    )
    recording = Recording(MOST_STEPS)
    engine = Dash(program, options, recording)
    with stopped_by(engine.interrupt):
        failed = next(engine.run(), None)
    if not recording.frames:
        cut = engine.cuts[0]
        raise InputError(cut.detail or cut.reason.text, cut.location)
    why = engine.cuts[0].reason.text if engine.cuts else "it was interrupted"
    recording.stop(why)
    verdict = "unsafe" if failed is not None else "safe" if engine.complete else f"unknown: {why}"
    return _Maker(program, recording).regions(verdict)


class _Maker:
    def __init__(self, program: P.Program, recording: Recording) -> None:
        self._program = program
        self._recording = recording
        graphs = list(recording.last)
        names = all_names(graph.system for graph in graphs)
        self._wording = {graph: Wording(graph.system, names) for graph in graphs}

    def _shown(self, name: str) -> str:
        """What a procedure is called: the one that calls the program's entry has no name in the source."""
        return (
            "the start" if name == self._program.entry and len(self._program.procedures) > 1 and " " in name else name
        )

    def regions(self, verdict: str) -> Regions:
        frames = self._recording.frames
        pictures = self._pictures(frames)
        graphs = {graph: number for number, graph in enumerate(self._recording.last)}
        tellings = {graph: Telling(graph, self._wording[graph], self._shown) for graph in graphs}
        steps = [
            RegionStep(
                graphs[frame.graph],
                frame.iteration,
                tellings[frame.graph].sentence(frame),
                picture,
                run,
                frame.depth,
            )
            for frame, (picture, run) in zip(frames, pictures, strict=True)
        ]
        ends = tuple(
            replace(drawn([last], self._wording[graph])[0][0], name=self._title(graph))
            for graph, last in self._recording.last.items()
        )
        left = self._recording.total - len(frames)
        shown = f"{len(graphs)} region graph{'s' if len(graphs) > 1 else ''}, {self._recording.total} steps"
        title = f"{self._program.name}: {verdict}; {shown}" + (f", the last {left} not shown" if left else "")
        return Regions(self._program.name, title, tuple(self._title(g) for g in graphs), tuple(steps), ends)

    def _title(self, graph: RegionGraph) -> str:
        return f"{self._shown(graph.system.procedure.name)}: {question(graph, self._wording[graph])}"

    def _pictures(self, frames: list[Frame]) -> list[tuple[Picture, int]]:
        """Of each frame, with the number of the run of frames that are drawn at the same places."""
        found: dict[int, tuple[Picture, int]] = {}
        runs = 0
        for graph, wording in self._wording.items():
            mine = [at for at, frame in enumerate(frames) if frame.graph is graph]
            rest = iter(mine)
            for run in drawn([frames[at] for at in mine], wording):
                for picture in run:
                    found[next(rest)] = replace(picture, name=self._title(graph)), runs
                runs += 1
        return [found[at] for at in range(len(frames))]
