"""An analysis as steps to look at: run it, take it down, draw it."""

from __future__ import annotations

from antumbra.engines.contract import Stoppable, ViewWishes
from antumbra.engines.dash.engine import Dash
from antumbra.engines.dash.options import DashOptions
from antumbra.engines.dash.pictures.drawing import drawn
from antumbra.engines.dash.pictures.recording import Frame, Recording
from antumbra.engines.dash.pictures.telling import Telling, question
from antumbra.engines.dash.pictures.wording import Wording, all_names
from antumbra.engines.dash.regions.graph import RegionGraph
from antumbra.engines.outcome import Reason
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.pictures.picture import Picture
from antumbra.program.pictures.views import Regions, RegionStep
from antumbra.records import replace

#: steps that are drawn, and regions and links in them
MOST_STEPS = 400
MOST_PARTS = 16_000
#: seconds, unless told otherwise: some analyses never end
SECONDS = 60.0
#: iterations with a place for each block; who needs more is analysed as when checking, with composed edges
FINE_ITERATIONS = 120


def view(program: P.Program, wishes: ViewWishes, stoppable: Stoppable) -> Regions:
    """Until the first test that fails, the proof, or a limit."""
    checks, max_iterations = wishes.checks, wishes.max_iterations
    seconds = SECONDS if wishes.timeout is None else wishes.timeout
    most = FINE_ITERATIONS if max_iterations is None else min(max_iterations, FINE_ITERATIONS)
    running: list[_Run] = []
    with stoppable(lambda: running[-1].engine.interrupt()):  # noqa: PLW0108 - of the one that is running then
        running.append(_Run(program, DashOptions(checks, timeout=seconds / 2, most_iterations=most, fine=True)))
        running[-1].go()
        if running[-1].needs_more and most != max_iterations:
            left = seconds - running[-1].engine.statistics.wall_seconds
            running.append(_Run(program, DashOptions(checks, timeout=left, most_iterations=max_iterations)))
            running[-1].go()
    return running[-1].regions()


class _Run:
    """One analysis, taken down."""

    def __init__(self, program: P.Program, options: DashOptions) -> None:
        self._program = program
        self._fine = options.fine
        self._recording = Recording(MOST_STEPS, MOST_PARTS)
        self._failed = False
        self.engine = Dash(program, options, self._recording)

    def go(self) -> None:
        self._failed = next(self.engine.run(), None) is not None

    @property
    def needs_more(self) -> bool:
        limits = (Reason.ITERATIONS, Reason.TIME)
        return not self._failed and any(cut.reason in limits for cut in self.engine.cuts)

    def regions(self) -> Regions:
        cuts = self.engine.cuts
        if not self._recording.frames:
            raise InputError(cuts[0].detail or cuts[0].reason.text, cuts[0].location)
        why = cuts[0].reason.text if cuts else "it was interrupted"
        self._recording.stop(why)
        verdict = "unsafe" if self._failed else "safe" if self.engine.complete else f"unknown: {why}"
        grain = "a place for each block" if self._fine else "places as when checking"
        return _Maker(self._program, self._recording).regions(verdict, grain)


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

    def regions(self, verdict: str, grain: str) -> Regions:
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
        parts = [
            f"{len(graphs)} region graph{'s' if len(graphs) > 1 else ''} ({grain})",
            f"{self._recording.total:,} steps" + (f" ({left:,} of them not shown)" if left else ""),
        ]
        title = f"{self._program.name}: {verdict}; {', '.join(parts)}"
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
