"""The page and the table say the same."""

from __future__ import annotations

from pathlib import Path

from antumbra.program.assumptions import TABLE, Bears, as_markdown, assume, listed

PAGE = Path(__file__).parents[2] / "docs" / "assumptions.md"


def test_page_repeats_the_table() -> None:
    assert as_markdown() in PAGE.read_text("utf-8")


def test_every_row_says_when_and_how() -> None:
    for row in TABLE.values():
        assert row.text
        assert row.when
        assert row.lift
        assert row.bears is not Bears.SAFE or not row.checks


def test_names_are_listed_and_counted() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(list("abcdefghi")) == "a, b, c, d, e, f and 3 more"
    assert assume("stack").text == TABLE["stack"].text


def test_text_of_the_program_is_not_a_template() -> None:
    assert "{names}{0}" in assume("external-pure", ["{names}{0}"]).text


def test_option_that_lifts() -> None:
    assert TABLE["heap"].option == "--malloc-may-fail"
    assert TABLE["stack"].option == ""
