"""Loops whose values are surely concrete, as machine code.

A loop that has cost as much as the compiler is translated once: its blocks become one LLVM function (``terms.native``)
over the numbers that variables and memory hold. It runs instead of the generated Python as long as every value that it
needs is a number. Before a command for which that is not so, or which is not translated, or whose check fails, the
function returns, and generated Python goes on at just that command. Which loops have cost so much is known to
``semantics.warmth``; nothing here is loaded before.

============  =======================================================================================
``stretches`` the blocks of a loop, and which commands there is code for
``writing``   the function as LLVM text
``pages``     pages of memory as bytes, and beside each byte what it is
``running``   values in, values out: one entry of the function
============  =======================================================================================

What is the same as without: everything that a program can notice, violations and their places, ``steps``, coverage,
the counts of a profile. Where somebody reads the log of a path (``CodeStyle.trace``), or wants every round, there is no
machine code: such a log would have to tell each access.

The code holds integers and names of our own. It calls nothing. It reads and writes its own array at constant places,
and bytes of pages that are entered in a table of this array, at an offset that it compares with the end of the page.
"""
