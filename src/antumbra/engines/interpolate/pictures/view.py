"""``antumbra show --tree``: the symbolic execution tree, as far as it has grown in the time."""

from __future__ import annotations

from antumbra.engines.contract import Stoppable, ViewWishes
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.engines.interpolate.pictures.picture import tree_of, tree_picture
from antumbra.engines.interpolate.pictures.tree_recording import TreeRecording
from antumbra.program.model import Program
from antumbra.program.pictures.views import EngineView
from antumbra.program.restricting.bounds import bounded
from antumbra.terms import Term

#: nodes that are drawn, unless told otherwise
MOST_NODES = 2_000
#: seconds that a tree may grow, unless told otherwise: many grow for ever
SECONDS = 60.0


def view(program: Program, wishes: ViewWishes, stoppable: Stoppable) -> EngineView:
    counters: frozenset[Term] = frozenset()
    if wishes.bound is not None:
        program, counters = bounded(program, wishes.bound)
    recording = TreeRecording(wishes.max_nodes or MOST_NODES)
    timeout = SECONDS if wishes.timeout is None else wishes.timeout
    interpolator = Interpolator(program, InterpolateOptions(wishes.checks, timeout, counters=counters), recording)
    with stoppable(interpolator.interrupt):
        recording.follow(interpolator)
    tree = tree_of(program.name, recording, interpolator, program.sources)
    return EngineView(program.name, tree_picture(tree), tree)
