"""The symbolic execution tree as a picture, in the words of the source."""
