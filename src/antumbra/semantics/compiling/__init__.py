"""From programs to Python functions. A file imports only from those above it in the table.

==============================================  ====================
notion                                          file
==============================================  ====================
bits of a NaN that are made when needed         ``nans``
successors, live and symbolic variables         ``flow``
immediate post-dominators: where branches join  ``postdominators``
loop heads, joins, liveness of a procedure      ``shapes``
long-lived variables kept in the state          ``long_lived``
where the sides of branches meet                ``meeting``
terms as Python expressions                     ``emit``
regions and their numbers                       ``regions``
text of commands                                ``commands``
text of a region: control flow                  ``writer``
compiled regions                                ``compiler``
==============================================  ====================
"""
