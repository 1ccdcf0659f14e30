"""Tests as machine code: the edges of systems as one function, which LLVM compiles (``terms.native``).

=================  ====================================================================================
``layout``         where in memory everything is, and which edges there is code for
``translation``    the function: one step of :mod:`antumbra.engines.dash.testing` after the other, on
                   ``writing`` (instructions), ``variables`` (which depend on inputs), ``calls`` (frames)
``helpers``        what the function calls
``machine``        memory, rows that the code has written, and going on
``traces``         a test in machine code, and what it is symbolically
=================  ====================================================================================

Nothing of the program's text gets into the code: variables, places and edges are numbers. The code reads and writes one
array of words and calls nothing; whatever moves in that array (frames, rows) is compared with its bound before.
"""
