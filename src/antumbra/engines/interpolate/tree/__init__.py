"""The symbolic execution tree: its nodes, what is learnt at them, and which state is next."""
