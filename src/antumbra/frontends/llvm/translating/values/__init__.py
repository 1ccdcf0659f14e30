"""Values in registers: integers, floats, pointers as numbers, vectors, poison."""
