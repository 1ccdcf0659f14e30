"""A program with memory as one over variables and arrays only, for engines that reason about those.

It has every execution of the original: addresses of objects are constants where that can be, cells are variables, and
accesses are checked by assertions. What depends on where objects lie, and what unwritten bytes hold, is unknown.

| what | where |
|---|---|
| the result, and why there is none | ``lowered`` |
| objects as far as they can be told apart; offsets into them | ``pointers``: ``sites``, ``offsets`` |
| what points where (Andersen); variables with one value | ``pointers``: ``pointsto``, ``constants`` |
| what is executed once | ``procedures``: ``calls`` |
| small procedures in place of calls; copies for each object they get | ``procedures``: ``inlining``, ``specialising`` |
| where objects lie, and whether they must be seen to live; marks of the stack | ``objects``: ``homes``, ``marks`` |
| what their content becomes: variables or arrays | ``objects``: ``accesses``, ``shapes``, ``contents`` |
| all of that together | ``world`` |
| loads and stores; copies and fills | ``commands``: ``reading``, ``ranges`` |
| allocation, free, scopes; comparing pointers | ``commands``: ``lives``, ``relations`` |
| the blocks they become | ``commands``: ``steps`` |
| commands, one by one; what is written in vain | ``lowering``, ``tidying`` |
"""

from antumbra.engines.memoryless.lowered import Memoryless, NotLowered
from antumbra.engines.memoryless.lowering import without_memory

__all__ = ["Memoryless", "NotLowered", "without_memory"]
