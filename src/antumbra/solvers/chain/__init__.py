"""The chain in front of the solvers: cheap layers that answer most questions of an execution."""
