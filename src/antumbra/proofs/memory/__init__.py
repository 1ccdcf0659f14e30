"""Memory as the check sees it: bytes of objects, accesses, where objects lie, what addresses point to."""
