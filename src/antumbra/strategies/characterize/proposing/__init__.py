"""Proposals: regions of the input space that may be all failing or all not. Nothing here is proved, nothing claimed.

==================  ==================================================================================
``space``           inputs as axes of numbers in their natural order
``constants``       numbers that a program speaks of, and which of several numbers reads best
``points``          labelled points: each point is run once
``sampling``        corner values, random values, random members of a region
``borders``         two neighbours of which one fails
``dropping``        the conjuncts of a path's condition that matter for its end
``features``        what a condition may speak of: sums, remainders, products, atoms of paths
``splitting``       the cut of a set of labelled points that is worth most
``regions``         conjunctions of cuts, as short as they can be said
``tree``            a decision tree of cuts
``learning``        a partition of the input space, refined by what others find out about its parts
==================  ==================================================================================
"""

from antumbra.strategies.characterize.proposing.constants import program_constants
from antumbra.strategies.characterize.proposing.dropping import Dropping
from antumbra.strategies.characterize.proposing.learning import Partition
from antumbra.strategies.characterize.proposing.regions import Proposal
from antumbra.strategies.characterize.proposing.space import is_number

__all__ = ["Dropping", "Partition", "Proposal", "is_number", "program_constants"]
