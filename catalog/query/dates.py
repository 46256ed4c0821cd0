"""Dates as queries name them: a day, a month or a year, and the days that it spans."""

from __future__ import annotations

import calendar
import datetime
import re

FIRST, LAST = "0000-00-00", "9999-99-99"
"""Before and after every day, in the order of ISO dates."""

_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)


def days(word: str) -> tuple[str, str] | None:
    """The first and the last day of `1850`, `1850-09` or `1850-09-09`; None for what is no date."""
    found = _DATE.fullmatch(word)
    if not found:
        return None
    year, month, day = found.groups()
    try:
        first = datetime.date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    last_month = int(month or 12)
    last_day = int(day or calendar.monthrange(first.year, last_month)[1])
    return first.isoformat(), first.replace(month=last_month, day=last_day).isoformat()


def day_before(day: str) -> str:
    """The day before an ISO date."""
    return _moved(day, -1) or FIRST


def day_after(day: str) -> str:
    """The day after an ISO date."""
    return _moved(day, 1) or LAST


def _moved(day: str, by: int) -> str | None:
    try:
        return (datetime.date.fromisoformat(day) + datetime.timedelta(by)).isoformat()
    except OverflowError:
        return None
