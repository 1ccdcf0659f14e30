"""What must fail, as ordinary safety: a program that violates a check of ours where another one does not fail.

==============================================  ==================
failures end quietly, ends are failures         ``ends``
every execution ends: fuel, ranks               ``measures``
ranks that loops may have, from their guards    ``guesses``
==============================================  ==================

All inputs in a region R fail if ``assuming(with_measures(inverted(program, checks), …), R)`` is safe. The condition on
inputs comes last: what ``assuming`` writes is no assumption of the program's own.
"""
