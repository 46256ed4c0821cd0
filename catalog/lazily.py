"""Names that a package offers, each imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__`, from each name to its place: `module`, or `module:name` where it has another there."""

    def member(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, known_as = homes[name].partition(":")
        return getattr(import_module(f"{package}.{module}"), known_as or name)

    return member
