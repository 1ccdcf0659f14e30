"""A program with memory as one over variables and arrays only, for engines that reason about those.

It has every execution of the original: addresses of objects are constants where that can be, cells are variables, and
accesses are checked by assertions. What depends on where objects lie, and what unwritten bytes hold, is unknown.

| what | where |
|---|---|
| the result, and why there is none | ``lowered`` |
| objects as far as they can be told apart; offsets into them | ``sites``, ``offsets`` |
| what points where (Andersen) | ``pointsto`` |
| small procedures in place of calls; copies for each object they get | ``inlining``, ``specialising`` |
| what is executed once; variables with one value; marks of the stack | ``calls``, ``constants``, ``marks`` |
| where objects lie, and whether they must be seen to live | ``homes`` |
| what their content becomes: variables or arrays | ``accesses``, ``shapes``, ``contents`` |
| all of that together | ``world`` |
| loads and stores; copies and fills | ``reading``, ``ranges`` |
| allocation, free, scopes; comparing pointers | ``lives``, ``relations`` |
| commands, one by one; the blocks they become; what is written in vain | ``lowering``, ``steps``, ``tidying`` |
"""

from antumbra.engines.memoryless.lowered import Memoryless, NotLowered
from antumbra.engines.memoryless.lowering import without_memory

__all__ = ["Memoryless", "NotLowered", "without_memory"]
