"""The input space cut into parts of one kind each: MUST, SAFE, MAY or outside."""
