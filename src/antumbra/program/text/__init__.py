"""The program form as text, and back; terms as people write them."""
