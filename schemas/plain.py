"""A validator's error in plain words, the one that matters where a value may have several shapes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from jsonschema.exceptions import ValidationError

Place = tuple[str | int, ...]
Said = tuple[Place, str]
Schema = Mapping[str, Any]

_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}

_FORMS = {
    "^[a-z0-9][a-z0-9-]*$": "small letters, digits and hyphens",
    "^[a-z][a-z0-9_]*$": "small letters, digits and underscores, a letter first",
    "^[a-z][a-z0-9 -]*$": "small letters, digits, blanks and hyphens, a letter first",
    "^[a-z][a-z0-9.-]*$": "small letters, digits, dots and hyphens, a letter first",
    r"^[^\s/#()\[\]]+$": "text without blanks, slashes, # and brackets",
    "^(not )?(=|!=|<|<=|>|>=|has) [a-z][a-z0-9_]*$": "a relation and a field, such as '= awakens_from'",
}


def says(error: ValidationError, root: Schema) -> Iterator[Said]:
    """The places and sentences of one error of a document of the schema `root`: one for each unknown key."""
    if error.validator in ("oneOf", "anyOf") and error.context:
        yield from _of_shapes(error, root)
    elif error.validator == "additionalProperties" and isinstance(error.instance, dict):
        yield from _unknown_keys(error)
    else:
        yield tuple(error.absolute_path), f"{_subject(error)} {_predicate(error)}"


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` where one of the known words is near, else nothing."""
    folded = {name.casefold(): name for name in known}
    close = get_close_matches(word[:100].casefold(), list(folded), n=1, cutoff=0.6)
    return f"; did you mean {folded[close[0]]!r}?" if close else ""


def _unknown_keys(error: ValidationError) -> Iterator[Said]:
    known = error.schema.get("properties", {}) if isinstance(error.schema, Mapping) else {}
    for key in _list(error.instance):
        if key not in known:
            yield (*error.absolute_path, key), f"unknown key {_short(repr(key))}{nearest(key, known)}"


def _of_shapes(error: ValidationError, root: Schema) -> Iterator[Said]:
    """The errors of the shape that was most likely meant; where none fits best, which shapes there are."""
    shapes: dict[int, list[ValidationError]] = {}
    for part in error.context or ():
        shapes.setdefault(int(part.relative_schema_path[0]), []).append(part)
    ranked = sorted((_distance(parts), at) for at, parts in shapes.items())
    best, at = ranked[0]
    if best >= _OTHER_KIND or (len(ranked) > 1 and ranked[1][0] == best):
        wanted = f"must be {_shapes(error, root)}, {_found(error.instance)}"
        yield tuple(error.absolute_path), f"{_subject(error)} {wanted}"
        return
    for part in shapes[at]:
        yield from says(part, root)


_OTHER_KIND = 1000


def _distance(parts: Iterable[ValidationError]) -> int:
    """How far a value is from a shape: another kind is farthest, a slip in a key is nearest."""
    return sum(_weight(part) for part in parts)


def _weight(error: ValidationError) -> int:
    if error.relative_path and len(error.relative_path) > 0:
        return 2
    if error.validator == "type":
        return _OTHER_KIND
    if error.validator == "additionalProperties":
        return sum(2 if "did you mean" in sentence else 5 for _, sentence in _unknown_keys(error))
    return 3


def _shapes(error: ValidationError, root: Schema) -> str:
    """The shapes that a value may have, in words."""
    words = [_shape(_resolved(shape, root)) for shape in _list(error.validator_value)]
    return ", or ".join(dict.fromkeys(words))


def _resolved(shape: Schema, root: Schema) -> Schema:
    name = str(shape.get("$ref", "")).rsplit("/", 1)[-1]
    found: Schema = root.get("$defs", {}).get(name, shape)
    return found


def _shape(shape: Schema) -> str:
    keys = [json.dumps(key) for key in shape.get("required", ())]
    if keys:
        return "{" + ", ".join(f"{key}: …" for key in keys) + "}"
    return _kinds(shape["type"]) if "type" in shape else _one_of(shape.get("enum", ()))


def _subject(error: ValidationError) -> str:
    """What the sentence is about: a key, an entry of a list, or the document."""
    place = tuple(error.absolute_path)
    if "propertyNames" in error.absolute_schema_path:
        return f"the key {_short(repr(error.instance))}"
    if not place:
        return "the document"
    if isinstance(place[-1], str):
        return _short(repr(place[-1]))
    owner = next((step for step in reversed(place) if isinstance(step, str)), None)
    return f"entry {place[-1] + 1}" + (f" of {_short(repr(owner))}" if owner else "")


def _predicate(error: ValidationError) -> str:
    say = _SENTENCES.get(str(error.validator))
    return say(error.validator_value, error.instance) if say else _short(f"is not allowed: {error.message}")


def _required(error_keys: Any, instance: Any) -> str:
    missing = [repr(key) for key in error_keys if key not in instance]
    return f"lacks {', '.join(missing)}"


def _type(kinds: Any, instance: Any) -> str:
    return f"must be {_kinds(kinds)}, {_found(instance)}"


def _enum(values: Any, instance: Any) -> str:
    words = [value for value in values if isinstance(value, str)]
    hint = nearest(instance, words) if isinstance(instance, str) else ""
    return f"must be {_one_of(values)}, {_found(instance)}{hint}"


def _pattern(pattern: Any, instance: Any) -> str:
    return f"must be {_FORMS.get(pattern, f'of the form {pattern}')}, {_found(instance)}"


def _format(name: Any, instance: Any) -> str:
    wanted = {"date": "a date such as 2026-01-31", "date-time": "a moment such as 2026-01-31T12:00:00Z"}
    return f"must be {wanted.get(name, name)}, {_found(instance)}"


def _unique(_: Any, instance: Any) -> str:
    seen: set[str] = set()
    for part in instance:
        key = json.dumps(part, sort_keys=True)
        if key in seen:
            return f"lists {_value(part)} more than once"
        seen.add(key)
    return "lists an entry more than once"


_SENTENCES: Mapping[str, Callable[[Any, Any], str]] = {
    "required": _required,
    "type": _type,
    "enum": _enum,
    "const": lambda value, found: f"must be {_value(value)}, {_found(found)}",
    "pattern": _pattern,
    "format": _format,
    "uniqueItems": _unique,
    "minLength": lambda least, _: _at_least(least, "characters"),
    "maxLength": lambda most, found: f"has {len(found):,} characters, and at most {most:,} are allowed",
    "minItems": lambda least, _: _at_least(least, "entries"),
    "maxItems": lambda most, found: f"has {len(found):,} entries, and at most {most:,} are allowed",
    "maxProperties": lambda most, found: f"has {len(found):,} keys, and at most {most:,} are allowed",
    "minProperties": lambda least, _: _at_least(least, "keys"),
    "minimum": lambda least, found: f"must be at least {least}, {_found(found)}",
    "maximum": lambda most, found: f"must be at most {most}, {_found(found)}",
}


def _at_least(least: int, of: str) -> str:
    return "must not be empty" if least == 1 else f"has less than {least} {of}"


def _list(value: Any) -> list[Any]:
    return list(value)


def _kinds(kinds: str | list[str]) -> str:
    named = [_KINDS.get(kind, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return ", ".join(named) if len(named) < 2 else f"{', '.join(named[:-1])} or {named[-1]}"


def _one_of(values: Iterable[Any]) -> str:
    shown = [_value(value) for value in values]
    return shown[0] if len(shown) == 1 else "one of " + ", ".join(shown)


def _found(instance: Any) -> str:
    return f"found {_value(instance)}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object with " + _short(", ".join(map(repr, value))) if value else "an empty object"
    return _short(json.dumps(value, ensure_ascii=False))


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
