"""Claims that the text of a program suggests: guesses, of which a check keeps those that it can show."""
