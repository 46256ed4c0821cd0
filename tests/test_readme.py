"""Every example of the README is run, and every table made from the code, so that neither can drift."""

from __future__ import annotations

import difflib

from tests.readme import BLOCK, README, TABLE, TABLES, made


def test_the_readme_shows_what_its_examples_print() -> None:
    text = README.read_text("utf-8")
    now = made(text)
    assert now == text, "python tests/readme.py writes it anew:\n" + "\n".join(
        difflib.unified_diff(text.splitlines(), now.splitlines(), "README.md", "as it runs", lineterm="", n=1)
    )


def test_the_readme_has_examples_and_every_table() -> None:
    text = README.read_text("utf-8")
    assert len(BLOCK.findall(text)) >= 8
    assert {name for _, name, _, _ in TABLE.findall(text)} == set(TABLES)


def test_the_recipe_for_a_repository_is_the_one_that_is_tested() -> None:
    recipe = (README.parent / "tests" / "decks" / "outputs" / "decklists.yml").read_text("utf-8")
    assert f"```yaml\n{recipe}```" in README.read_text("utf-8")
