"""Which protocols the tables of docs/protocols.md have, at which sizes, and what the paper says of each."""

from __future__ import annotations

#: name in the paper, file, parameters, paper's iterations/queries/predicates/abstract states/check
FIGURE_7: list[tuple[str, str, dict[str, int], str]] = [
    ("bakery₂", "bakery", {}, "3/141/8/33/II"),
    ("RAX", "rax", {}, "1/6/2/44/SF"),
    *(
        (f"elev{n}", "elevator", {"FLOORS": n}, row)
        for n, row in (
            (4, "1/418/13/378/SF"),
            (5, "1/1169/15/910/SF"),
            (6, "1/3156/17/2126/SF"),
            (7, "1/7116/19/4862/SF"),
            (8, "1/15036/21/9422/SF"),
        )
    ),
    ("ticket₂", "ticket", {"N": 2}, "4/135/8/9/SF"),
    ("ticket₃", "ticket", {"N": 3}, "5/672/14/31/SF"),
    ("ticket₄", "ticket", {"N": 4}, "6/4088/23/129/SF"),
    ("mesi", "mesi", {}, "16/6893/47/18/SF"),
    ("berkeley", "berkeley", {}, "11/3113/38/12/SF"),
    ("b.bakery₂-e", "bakery_broken", {}, "1/0/2/80/–"),
    ("ticket₂-e", "ticket_broken", {}, "1/0/2/9/–"),
    *(
        (f"ticket₃-{x}", "ticket_reach", {"X": x}, row)
        for x, row in (
            (5, "1/0/3/12/–"),
            (10, "3/152/14/27/–"),
            (15, "8/1225/21/44/–"),
            (20, "13/2500/26/59/–"),
            (25, "18/3925/31/74/–"),
            (30, "23/5500/36/89/–"),
            (35, "28/7225/41/104/–"),
            (40, "33/9100/46/119/–"),
        )
    ),
    *(
        (f"RAX-{x}", "rax_reach", {"X": x}, row)
        for x, row in (
            (5, "5/46/12/49/–"),
            (10, "10/146/17/89/–"),
            (15, "15/296/22/129/–"),
            (20, "20/496/27/169/–"),
            (25, "25/746/32/209/–"),
            (30, "30/1046/37/249/–"),
            (35, "35/1396/42/289/–"),
            (40, "40/1796/47/319/–"),
            (45, "45/2246/52/369/–"),
        )
    ),
]
#: the paper's figures for UR, in the order of FIGURE_7
UR = [
    "4/367/10/36",
    "–",
    "4/5789/19/456",
    "5/26252/23/1204",
    "6/105830/27/3060",
    "–",
    "–",
    "4/120/8/9",
    "5/661/14/31",
    "6/4061/23/129",
    "16/12172/47/18",
    "11/4623/38/12",
    "2/74/5/193",
    "2/11/5/17",
    "3/145/14/81",
    "8/1218/21/240",
    "13/2090/26/395",
    "18/3918/31/550",
    "23/5493/36/705",
    "28/7219/41/860",
    "33/9093/46/1015",
    "38/11118/51/1170",
    "5/123/20/170",
    "10/483/35/350",
    "15/1063/50/530",
    "20/1878/65/710",
    "25/2913/80/890",
    "30/4173/95/1070",
    "35/5658/110/1250",
    "40/7368/125/1430",
    "45/9303/140/1610",
]
FIGURE_8: list[tuple[str, str, dict[str, int], str]] = [
    ("ticket₂", "ticket_any", {}, "4/523/12/62/II"),
    ("peterson₂", "peterson", {}, "1/24/4/38/II"),
    ("bakery₂", "bakery_input", {}, "3/301/11/50/II"),
    ("mesi", "mesi_any", {}, "2/260/13/14/II"),
    ("synapse", "synapse", {}, "2/62/7/9/II"),
    ("ticket₂-e", "ticket_any_broken", {}, "1/0/2/10/–"),
    ("ticket₃-e", "ticket_any_broken", {"N": 3}, "1/0/3/10/–"),
]
PAST: list[tuple[str, str, dict[str, int], str]] = [
    ("ticket₅", "ticket", {"N": 5}, ""),
    ("ticket₆", "ticket", {"N": 6}, ""),
    ("ticket₃, any start", "ticket_any", {"N": 3}, ""),
    ("bakery₃", "bakery", {"N": 3}, ""),
    ("bakery₄", "bakery", {"N": 4}, ""),
    ("filter lock, 3", "filter", {"N": 3}, ""),
    ("filter lock, 4", "filter", {"N": 4}, ""),
    ("readers and writers, 3", "readers_writers", {"N": 3}, ""),
    ("readers and writers, 5", "readers_writers", {"N": 5}, ""),
    ("bounded buffer, 1 + 1", "buffer", {"N": 1}, ""),
    ("bounded buffer, 2 + 2", "buffer", {"N": 2}, ""),
    ("Dekker", "dekker", {}, ""),
    ("Fischer", "fischer", {}, ""),
    ("Fischer, 4", "fischer", {"N": 4}, ""),
    ("Fischer, hasty", "fischer", {"WAIT": 0}, ""),
]
#: name, file, parameter, its values
GROWTH: list[tuple[str, str, str, range]] = [
    ("ticket", "ticket", "N", range(2, 13)),
    ("ticket, any start", "ticket_any", "N", range(2, 5)),
    ("bakery", "bakery", "N", range(2, 7)),
    ("filter lock", "filter", "N", range(2, 7)),
    ("Fischer", "fischer", "N", range(2, 7)),
    ("Fischer, hasty", "fischer -D WAIT=0", "N", range(2, 7)),
    ("readers and writers", "readers_writers", "N", range(3, 9, 2)),
    ("bounded buffer", "buffer", "N", range(1, 5)),
]
PAPERS_WAY = ("--no-fixpoint", "--matching", "path", "--no-symmetry")
