"""Questions about states, and the solvers that answer them."""
