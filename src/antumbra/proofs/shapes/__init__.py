"""Lists of which nobody knows how long they are: states that have parts of lists, and what becomes of them at loops.

=======================================  ==============
taking a node out of a part of a list    ``unfolding``
what points where                        ``pointing``
which variables are still read           ``living``
nodes become parts of lists              ``folding``
what nodes own                           ``owning``
the parts of a state, one by one         ``passing``
does one state stand for another?        ``covering``
one state that stands for two            ``widening``
states at the heads of loops             ``heads``
=======================================  ==============
"""
