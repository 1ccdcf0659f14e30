"""What an exploration has for itself: the run of the program, or something that is explored apart from it.

One value, which is put in the place of another and later put back as a whole.
"""

from __future__ import annotations

from antumbra.engines.backward.locations import LARGEST_OBJECT
from antumbra.engines.interpolate.economy.accounts import Economy
from antumbra.engines.interpolate.tree.nodes import Watcher
from antumbra.engines.interpolate.tree.order import Work
from antumbra.engines.recording import Recording
from antumbra.records import dataclass
from antumbra.search import DepthFirst, Searcher
from antumbra.semantics.machine import Machine
from antumbra.solvers import Chain


@dataclass(slots=True)
class Scope:
    """``prune``: is what was learnt used? ``chain``: what the machine asks. ``largest_array``: bytes of an object that
    may become an array. ``blocks`` and ``forks``: which blocks the machine has covered and how often it has forked,
    while another scope is in place."""

    recording: Recording
    order: Searcher[Work]
    economy: Economy
    prune: bool
    chain: Chain
    largest_array: int | None
    blocks: bytes
    forks: int = 0
    watcher: Watcher | None = None
    #: has a state forked since the last cut point?
    forked: bool = False
    subsumed: int = 0
    covered: int = 0
    visits: int = 0

    def inner(
        self,
        recording: Recording,
        blocks: bytes,
        *,
        chain: Chain | None,
        prune: bool | None,
        economy: Economy | None,
    ) -> Scope:
        """For something apart: what is not given is as here."""
        return Scope(
            recording,
            DepthFirst[Work](),
            economy or self.economy,
            self.prune if prune is None else prune,
            chain or self.chain,
            LARGEST_OBJECT,
            blocks,
            self.forks,
        )

    def leave(self, machine: Machine) -> None:
        """Another scope comes in its place."""
        self.blocks, self.forks = bytes(machine.covered), machine.counters.forks

    def enter(self, machine: Machine) -> None:
        """The machine works for this scope from now on."""
        machine.recorder, machine.chain, machine.largest_array = self.recording, self.chain, self.largest_array
        machine.covered[:] = self.blocks
        machine.counters.forks = self.forks
