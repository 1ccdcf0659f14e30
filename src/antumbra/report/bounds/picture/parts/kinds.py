"""What a part of the input space is drawn as."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    MUST = "must"  #: all of it fails
    SAFE = "safe"  #: none of it fails
    MAY = "may"  #: nothing is known of any of it
    OUTSIDE = "outside"  #: outside of the domain: nothing is said
    MIXED = "mixed"  #: several kinds, or it was not shown that it is one
