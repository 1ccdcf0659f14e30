"""Frames of a recording as pictures. Those of one graph with the same regions have the same boxes in the same order,
and the same edges, so that they can be drawn at the same places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from antumbra.engines.dash.events import Found, WasSplit
from antumbra.engines.dash.pictures.recording import Frame, Seen
from antumbra.engines.dash.pictures.wording import Wording
from antumbra.engines.dash.regions.graph import Region
from antumbra.engines.dash.systems.system import Edge, Kind, Place
from antumbra.program.pictures.picture import Box, Picture
from antumbra.program.pictures.picture import Edge as Line
from antumbra.records import dataclass

#: regions that are drawn one by one; of more, those of a place that show nothing of the step are one box
MOST_REGIONS = 60
#: conjuncts and states in a box
MOST_CONJUNCTS = 6
MOST_STATES = 3
#: characters of a line in a box, and of a text beside an edge
WIDEST = 42
WIDEST_EDGE = 34
#: lines between the same two boxes
MOST_WAYS = 2

#: a region, or the rest of a place's
Key = Region | Place
LineKey = tuple[Edge, Key, Key]


@dataclass(frozen=True, slots=True)
class _Laid:
    """What is drawn of a frame: boxes in order with the regions in them, and its lines with their kinds."""

    frame: Frame
    boxes: dict[Key, list[Seen]]
    lines: dict[LineKey, str]


def drawn(frames: Sequence[Frame], wording: Wording) -> list[list[Picture]]:
    """Frames of one graph, in runs of such that have the same boxes."""
    found: list[list[Picture]] = []
    run: list[_Laid] = []
    for frame in frames:
        laid = _laid(frame, wording)
        if run and list(run[-1].boxes) != list(laid.boxes):
            found.append(_pictures(run, wording))
            run = []
        run.append(laid)
    if run:
        found.append(_pictures(run, wording))
    return found


def _pictures(run: list[_Laid], wording: Wording) -> list[Picture]:
    ways: dict[tuple[Key, Key], dict[Edge, None]] = {}
    for laid in run:
        for edge, source, target in laid.lines:
            ways.setdefault((source, target), {})[edge] = None
    position = {key: at for at, key in enumerate(run[0].boxes)}
    return [
        Picture(
            "",
            tuple(_box(key, seen, laid.frame, wording) for key, seen in laid.boxes.items()),
            tuple(
                Line(position[ends[0]], position[ends[1]], *drawn_line)
                for ends, edges in ways.items()
                for drawn_line in _lines(laid, ends, list(edges), wording)
            ),
        )
        for laid in run
    ]


def _lines(laid: _Laid, ends: tuple[Key, Key], edges: list[Edge], wording: Wording) -> Iterator[tuple[str, str, str]]:
    """Kind, text and condition of the lines between two boxes: of many, one."""
    kinds = [laid.lines.get((edge, *ends), "none") for edge in edges]
    if len(edges) > MOST_WAYS:
        left = sum(kind != "none" for kind in kinds)
        yield max(kinds, key=_RANK.__getitem__), f"{left} way{'' if left == 1 else 's'}", ""
        return
    for edge, kind in zip(edges, kinds, strict=True):
        yield kind, _short(wording.statement(edge), WIDEST_EDGE), _short(wording.condition(edge), WIDEST_EDGE)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


# ---------------------------------------------------------------- what is shown


def _laid(frame: Frame, wording: Wording) -> _Laid:
    goal = frame.graph.goal
    shown = [s for s in frame.regions if goal is None or s.region.place.kind not in (Kind.ERROR, Kind.CALLEE)]
    shown.sort(key=lambda s: (wording.number(s.region.place), s.region.number))
    keys = _keys(frame, shown)
    boxes: dict[Key, list[Seen]] = {}
    for seen in shown:
        boxes.setdefault(keys[seen.region], []).append(seen)
    reached = _reached(frame)
    marked = _marked(frame)
    lines: dict[LineKey, str] = {}
    for seen in shown:
        for edge, target in seen.outs:
            if target not in keys:
                continue
            line = (edge, keys[seen.region], keys[target])
            kind = marked.get((edge, seen.region, target)) or ("link" if seen.region in reached else "lost")
            if _RANK[kind] >= _RANK[lines.get(line, "lost")]:
                lines[line] = kind
    return _Laid(frame, boxes, lines)


#: which of several kinds is seen
_RANK = {"none": 0, "lost": 1, "link": 2, "path": 3, "trace": 4, "frontier": 5}


def _keys(frame: Frame, shown: list[Seen]) -> dict[Region, Key]:
    """The box of each region. Of very many, those are put together by place that are not of this step."""
    if len(shown) <= MOST_REGIONS:
        return {s.region: s.region for s in shown}
    named = {region for _, *ends in (*frame.trace, *_marked(frame)) for region in ends} | set(frame.path) | _new(frame)
    found: dict[Region, Key] = {}
    counts: dict[Place, int] = {}
    for seen in shown:
        counts[seen.region.place] = counts.get(seen.region.place, 0) + 1
    for seen in shown:
        region = seen.region
        own = region in named or region in frame.goals or counts[region.place] == 1
        found[region] = region if own else region.place
    return found


def _new(frame: Frame) -> set[Region]:
    return {frame.event.yes, frame.event.no} if isinstance(frame.event, WasSplit) else set()


def _reached(frame: Frame) -> set[Region]:
    """The regions to which links lead from those at the entry where executions may begin."""
    outs = {s.region: s.outs for s in frame.regions}
    found = {s.region for s in frame.regions if s.region.place.kind is Kind.ENTRY} - frame.excluded
    work = list(found)
    while work:
        for _, target in outs.get(work.pop(), ()):
            if target not in found:
                found.add(target)
                work.append(target)
    return found


def _marked(frame: Frame) -> dict[tuple[Edge, Region, Region], str]:
    """The links of the path, the trace and the frontier."""
    found: dict[tuple[Edge, Region, Region], str] = {}
    outs = {s.region: s.outs for s in frame.regions}
    for region, onward in zip(frame.path, frame.path[1:], strict=False):
        for edge, target in outs.get(region, ()):
            if target is onward:
                found[edge, region, target] = "path"
                break
    for link in frame.trace:
        found[link] = "trace"
    if isinstance(frame.event, Found):
        frontier = frame.event.frontier
        if frontier.source is not None and frontier.edge is not None:
            found[frontier.edge, frontier.source, frontier.target] = "frontier"
    return found


# ---------------------------------------------------------------- boxes


def _box(key: Key, all_seen: list[Seen], frame: Frame, wording: Wording) -> Box:
    reached = _reached(frame)
    place = key.place if isinstance(key, Region) else key
    lost = all(s.region not in reached for s in all_seen)
    roles = ["region"]
    if place.kind is Kind.ENTRY and not lost:
        roles.append("initial")
    if any(s.region in frame.goals for s in all_seen) or place.kind in (Kind.ERROR, Kind.CALLEE):
        roles.append("goal")
    if lost:
        roles.append("lost")
    if any(s.region in _new(frame) for s in all_seen):
        roles.append("new")
    if isinstance(frame.event, Found) and frame.event.frontier.source is None and key is frame.event.frontier.target:
        roles.append("first")
    states = [(place, depth, values) for s in all_seen for depth, values in s.states]
    said = [_short(wording.state(p, depth, values), WIDEST) for p, depth, values in states[:MOST_STATES]]
    if len(states) > MOST_STATES:
        said.append(f"… {len(states) - MOST_STATES} more")
    if isinstance(key, Region):
        predicate = _few(wording.literals(place, key.literals))
    else:
        predicate = [f"{len(all_seen)} regions"]
    return Box(str(wording.number(place)), _where(place), tuple(predicate), tuple(said), " ".join(roles))


def _few(literals: Iterable[str]) -> list[str]:
    lines = [_short(text, WIDEST) for text in literals]
    return (
        lines
        if len(lines) <= MOST_CONJUNCTS
        else [*lines[: MOST_CONJUNCTS - 1], f"… {len(lines) - MOST_CONJUNCTS + 1} more"]
    )


def _where(place: Place) -> str:
    line = f"line {place.location.line}" if place.location is not None and place.location.line else ""
    what = {Kind.ENTRY: "entry", Kind.EXIT: "exit", Kind.ERROR: "error", Kind.CALLEE: "error in a call"}.get(
        place.kind, ""
    )
    return ", ".join(part for part in ("loop" if place.head else what, line) if part)
