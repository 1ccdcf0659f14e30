"""Region graphs: the over-approximation, and the states of tests in it."""
