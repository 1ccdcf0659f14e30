"""Commands on memory as commands on variables and arrays."""
