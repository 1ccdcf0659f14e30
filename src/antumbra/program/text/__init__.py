"""The program form as text; terms as people write them."""
