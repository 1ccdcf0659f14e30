"""Graph algorithms, control flow of procedures, calls of programs."""
