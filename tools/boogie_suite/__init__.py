"""What Boogie's own test suite expects, and programs arranged as Boogie verifies them."""
