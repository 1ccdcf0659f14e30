"""What a run leaves behind: its folder with tests, files that describe it, a page, what it says of itself meanwhile."""
