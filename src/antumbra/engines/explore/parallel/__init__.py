"""One exploration on many processors: the tree is split by prefixes of paths, and who has nothing to do gets a part.

==================  ====================================================================================================
``prefixes.py``     the way to a state, as the side taken at each fork; a state is made again by going it again
``pieces.py``       an explorer that is given prefixes and steps, and gives back what ended and the prefixes left
``crew.py``         an engine that hands out pieces and gathers what comes back
``processes.py``    hands that are processes of this machine
``cluster.py``      hands that are workers of a cluster
==================  ====================================================================================================

A piece is a function of the program, its options and its prefixes. Who does it may be killed: it is done again by
others, and counts once.
"""
