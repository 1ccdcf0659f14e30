"""What commands mean: each program is compiled to Python functions that run on symbolic states.

==============================================  ====================
notion                                          file
==============================================  ====================
machine: runs generated code, calls, unknowns   ``machine``
paths: forks, conditions, ends, questions       ``paths``
state of a path; what it asks of its machine    ``state``
what drivers and the machine agree on           ``contract``
how paths end                                   ``ends``
operators on run-time values                    ``runtime``
values that an assumption fixes                 ``settled``
two states made one; sides nobody asked about   ``merging``
forks whose sides may become one                ``meeting_paths``
states that share nothing                       ``cloning``
optimisations that can be switched off          ``switches``
memory: objects, accesses, addresses            ``memory/``
compilation: regions, generated text            ``compiling/``
loops that have cost much                       ``warmth``
long loops over numbers as machine code         ``native/``
==============================================  ====================
"""
