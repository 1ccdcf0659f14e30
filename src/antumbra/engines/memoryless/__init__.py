"""A program with memory as one over variables and arrays only, for engines that reason about those."""

from antumbra.engines.memoryless.lowered import Memoryless, NotLowered
from antumbra.engines.memoryless.lowering import without_memory

__all__ = ["Memoryless", "NotLowered", "without_memory"]
