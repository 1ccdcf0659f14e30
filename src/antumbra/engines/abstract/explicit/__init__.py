"""Explicit states: systems whose variables are all finite, state by state, in machine code.

=================  ====================================================================================
``layout.py``      which systems are finite, and where in a packed state each variable is
``code.py``        terms as LLVM instructions
``ordering.py``    of states that differ by the order of like parts, one: by exchanging neighbours
``functions.py``   the functions: successors of a state, the table of states that were met, sorting
``table.py``       memory for states and table, which grows
``enumerate.py``   breadth first, in slices; a trace of real transitions, or all states and their check
=================  ====================================================================================

Nothing of the program's text gets into the code: variables and transitions are numbers. The check of the answer shares
none of this (``checking/reached.py``).
"""
