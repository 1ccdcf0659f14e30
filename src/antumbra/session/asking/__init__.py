"""What callers say, in their own words: ``settings.py`` refuses what nobody knows, ``quantities.py`` reads units."""
