"""Names and types of a Boogie file."""
