"""Every state in which a program asks for an input, one by one, in machine code.

Between two inputs a program without memory only computes: its state where it asks is all of its past. An input is not
tried value by value but in ranges, which end where a comparison of the input changes: all values of a range go the same
way and lead to the same state.

===================  ==================================================================================
``shape.py``         the program as segments between inputs, calls and branches; which programs have that
``flow.py``          which variables are needed, and which may depend on the input under way
``narrowing.py``     which ranges of the input a term does not tell apart
``writing.py``       the machine code: successors of a state
``enumeration.py``   memory for it, states as values, the inputs that lead to a state
===================  ==================================================================================

Nothing of the program's text gets into the code: variables and places are numbers. The check of the answer shares none
of this (``proofs/claims/states.py``).
"""
