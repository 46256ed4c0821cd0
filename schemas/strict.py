"""JSON Schema as we hold documents to it: 2.0 is no integer, and a format is a demand, not a remark."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def _is_integer(_checker: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _unique(_validator: object, wanted: bool, instance: object, _schema: object) -> Iterator[ValidationError]:
    """Each entry once, in time that grows with their number; jsonschema compares each with each."""
    if wanted and isinstance(instance, list) and len(set(map(_key, instance))) < len(instance):
        yield ValidationError("has an entry twice")


def _pattern(_validator: object, form: str, instance: object, _schema: object) -> Iterator[ValidationError]:
    """A `$` is the very end, as JSON Schema has it; Python's would let a line break follow."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$\Z", r"\\Z", form), instance):
        yield ValidationError(f"{instance!r} does not match {form!r}")


def _key(value: object) -> str:
    return json.dumps(value, sort_keys=True)


StrictValidator: Any = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    {"uniqueItems": _unique, "pattern": _pattern},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)
"""Draft 2020-12, with whole numbers written as whole numbers."""

FORMATS = FormatChecker(formats=())
"""The formats that are checked, with nothing but the standard library."""


@FORMATS.checks("date", raises=ValueError)
def _is_date(value: object) -> bool:
    if not isinstance(value, str):
        return True
    return bool(_DATE.fullmatch(value) and date.fromisoformat(value))


@FORMATS.checks("date-time", raises=ValueError)
def _is_moment(value: object) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None
