"""How many inputs fail and how likely that is; random inputs of a condition; inputs on both sides of a border.

| question | here |
|---|---|
| how many models a condition has | ``models.py``: by arithmetic (``boxes.py``, ``truth.py``), by trying, by Ganak |
| how many inputs fail, of how many, how likely | ``counts.py`` |
| how likely inputs are | ``distribution.py`` |
| some models | ``sampling.py`` |
| the border between failing and not | ``neighbours.py`` |
| orders and ranges of types | ``values.py`` |

What is a number here is exact, or it is not there.
"""

# pyright: reportUnusedImport=false

from antumbra.bounds.counting.counts import Count, count
from antumbra.bounds.counting.distribution import UNIFORM, Distribution, Row, parse_distribution
from antumbra.bounds.counting.models import count_models
from antumbra.bounds.counting.neighbours import Border, neighbours
from antumbra.bounds.counting.sampling import Vector, sample
