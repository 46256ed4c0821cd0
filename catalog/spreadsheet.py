"""Text in CSV cells that no spreadsheet runs as a formula."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def guarded(text: str) -> str:
    """A cell with a `'` in front where a spreadsheet would take the text for a formula; `unguarded` gives it back."""
    return "'" + text if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """The text of a guarded cell."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
