"""Closed forms of loops: values after k rounds, as polynomials in k, modulo the width of each variable.

A loop of one path whose variables grow by polynomials in each other (``i += 1``, ``s += i``, ``t += s + x``) has them.
What is found is a guess until solvers have confirmed it; whoever uses it gets what was confirmed, or nothing.

===========================================  =================
one round of a loop, as assignments          ``rounds``
values after k rounds                        ``series``
how many rounds there are, from the guard    ``counting``
what solvers are asked                       ``confirming``
quotients by constants, without division     ``dividing``
loops replaced by what they come to          ``accelerating``
the same as claims about loops               ``claims``
===========================================  =================
"""
