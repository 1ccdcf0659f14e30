"""Which state next. A searcher only orders states; it never looks into them."""

from antumbra.search.balanced import Balanced
from antumbra.search.choose import SEARCHERS, make_searcher
from antumbra.search.contract import Item, Searcher
from antumbra.search.coverage import CoverageNew
from antumbra.search.interleave import Interleaved
from antumbra.search.orders import BreadthFirst, DepthFirst
from antumbra.search.random_path import RandomPath
from antumbra.search.turns import Turns

__all__ = [
    "SEARCHERS",
    "Balanced",
    "BreadthFirst",
    "CoverageNew",
    "DepthFirst",
    "Interleaved",
    "Item",
    "RandomPath",
    "Searcher",
    "Turns",
    "make_searcher",
]
