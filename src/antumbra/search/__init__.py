"""Which state next. A searcher (``contract.py``) only orders states; it never looks into them.

=================================  ======================  ===========================================================
KLEE                               ``--search``            here
=================================  ======================  ===========================================================
DFSSearcher                        dfs                     ``orders.py``: DepthFirst
BFSSearcher                        bfs                     ``orders.py``: BreadthFirst
RandomPathSearcher                 random-path             ``random_path.py``: RandomPath, on the tree of forks (PTree)
WeightedRandomSearcher, CovNew     coverage-new            ``coverage.py``: CoverageNew (``nurs:covnew``)
InterleavedSearcher                several                 ``interleave.py``: Interleaved
KLEE's default                     random                  random-path and coverage-new, interleaved (``choose.py``)
BatchingSearcher                   (around all of them)    ``turns.py``: Turns; a state that runs long is put aside
(ours)                             balanced                ``balanced.py``: Balanced, the default
=================================  ======================  ===========================================================
"""

# pyright: reportUnusedImport=false

from antumbra.search.balanced import Balanced
from antumbra.search.choose import SEARCHERS, make_searcher
from antumbra.search.contract import Item, Searcher
from antumbra.search.coverage import CoverageNew
from antumbra.search.interleave import Interleaved
from antumbra.search.orders import BreadthFirst, DepthFirst
from antumbra.search.random_path import RandomPath
from antumbra.search.turns import Turns
