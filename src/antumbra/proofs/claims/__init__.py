"""What engines claim of loops and procedures, and how it is shown: by induction, never believed."""
