"""What a region graph proves, as claims for the independent check."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.proofs import Certificate
from antumbra.proofs.certificate import LoopClaim


def certificate_of(graph: RegionGraph) -> Certificate:
    """At the heads of loops: one of the regions that executions may be in."""
    connected = graph.connected()
    reached: dict[Region, None] = dict.fromkeys(r for r in graph.entry_regions() if r not in connected)
    work = list(reached)
    while work:
        for _, target in work.pop().outs:
            if target not in reached:
                reached[target] = None
                work.append(target)
    claims: list[LoopClaim] = []
    for place in graph.system.places:
        if not place.head:
            continue
        regions = [r.predicate for r in graph.regions(place) if r in reached]
        claims.append(LoopClaim(place.procedure, place.label, (T.or_(*regions) if regions else T.FALSE,)))
    return Certificate.of_loops(claims)
