"""The abstract transition system as a picture, as in Fig. 3: exact transitions solid, inexact dotted."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra import terms as T
from antumbra.engines.abstract.errors import Unsupported
from antumbra.engines.abstract.exploring.states import Abstract
from antumbra.engines.abstract.exploring.symbolic_exec import Edge as AbstractEdge
from antumbra.engines.abstract.names import control_texts, predicate_text, shown_trace
from antumbra.engines.abstract.options import AbstractOptions
from antumbra.engines.abstract.refine import Outcome, Refinement
from antumbra.engines.abstract.systems.from_program import transition_system
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.engines.contract import Stoppable, ViewWishes
from antumbra.program.errors import InputError
from antumbra.program.model import Program
from antumbra.program.pictures.picture import Box, Edge, Picture
from antumbra.program.pictures.views import Analysis, EngineView, Iteration

#: a picture of more abstract states says nothing
MOST_STATES = 400


def view(program: Program, wishes: ViewWishes, stoppable: Stoppable) -> EngineView:
    """``antumbra show --abstract``: the last transition system of an analysis, however it ended."""
    try:
        system = transition_system(program, wishes.checks)
    except Unsupported as unsupported:
        raise InputError(unsupported.what, unsupported.place) from unsupported
    # Without symmetry: the picture shows every process as the paper's do.
    options = AbstractOptions(
        timeout=wishes.timeout, max_iterations=wishes.max_iterations, symmetry=False, picture=True
    )
    refinement = Refinement(system, options)
    with stoppable(refinement.interrupt):
        outcome = refinement.run()
    return EngineView(system.name, abstract_picture(system, outcome), analysis_view(system, outcome))


def abstract_picture(system: TransitionSystem, outcome: Outcome) -> Picture:
    """States of the closed set are marked as ends, initial ones as entries, those where a match cut as ``match``."""
    model = outcome.model
    if model is None:
        return Picture(system.name, (), ())
    predicates = outcome.iterations[-1].predicates if outcome.iterations else ()
    shown = list(model.abstract)[:MOST_STATES]
    closed: Mapping[Abstract, None] = outcome.proof.closed if outcome.proof is not None else {}
    # Exploration ends at the first error, so that state is the last one.
    wrong = next(reversed(model.abstract)) if model.error is not None else None
    numbers = {state: number + 1 for number, state in enumerate(shown)}
    boxes = [Box("start", "", (), (), "entry")]
    for state in shown:
        notes = [
            note
            for note, holds in (
                ("initial", state in model.initial),
                ("match", state in model.stops),
                ("error", state == wrong),
            )
            if holds
        ]
        role = "return" if state in closed else "entry" if state in model.initial else ""
        role = "error" if state == wrong else role
        lines = tuple(predicate_text(p if state.bits >> k & 1 else T.not_(p)) for k, p in enumerate(predicates))
        boxes.append(
            Box(f"a{numbers[state]}", " ".join(notes), tuple(control_texts(system, state.control)), lines, role)
        )
    edges = [Edge(0, numbers[state], "start") for state in model.initial if state in numbers]
    joined: dict[tuple[int, int, str], list[AbstractEdge]] = {}
    for edge in model.edges:
        if edge.source in numbers and edge.target in numbers:
            kind = {True: "exact", False: "inexact", None: "plain"}[outcome.exact.get(edge)]
            joined.setdefault((numbers[edge.source], numbers[edge.target], kind), []).append(edge)
    for (source, target, kind), group in joined.items():
        names = [system.transitions[e.move].name + (" ↻" if e in model.loops else "") for e in group]
        edges.append(Edge(source, target, kind, ", ".join(names)))
    left = len(model.abstract) - len(shown)
    states = "1 abstract state" if len(model.abstract) == 1 else f"{len(model.abstract)} abstract states"
    title = f"{system.name}: {states}" + (f", {left} not shown" if left else "")
    return Picture(title, tuple(boxes), tuple(edges))


def analysis_view(system: TransitionSystem, outcome: Outcome) -> Analysis:
    """The analysis for a page about it."""
    rows: list[Iteration] = []
    known = 0
    for row in outcome.iterations:
        new = tuple(predicate_text(p) for p in row.predicates[known:])
        known = len(row.predicates)
        rows.append(Iteration(row.number, row.symbolic, row.abstract, row.queries, row.seconds, new))
    edges = outcome.model.edges if outcome.model is not None else ()
    unclear = any(edge not in outcome.exact for edge in edges)
    if outcome.trace is not None:
        trace = shown_trace(system, outcome.trace)
        return Analysis(system.name, "unsafe", outcome.trace.violated.message, tuple(rows), trace, unclear)
    if outcome.proof is not None:
        return Analysis(system.name, "safe", outcome.proof.check, tuple(rows), open_edges=unclear)
    reason = outcome.reason.text if outcome.reason is not None else "no answer"
    return Analysis(system.name, "unknown", f"{reason} {outcome.detail}".rstrip(), tuple(rows), open_edges=unclear)
