"""Frozen values and errors with facts, declared by their annotated fields as dataclasses are.

A dataclass writes and compiles its methods when its module is imported, which for the many small classes here would
be a tenth of the time that `odds` takes to answer. These share theirs.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self, dataclass_transform


def _fields(cls: type) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for base in reversed(cls.__mro__):
        said = base.__dict__.get("__annotations__", {})  # noqa: RUF063 - inspect takes a while to import
        found |= {name: None for name, kind in said.items() if not str(kind).startswith("ClassVar")}
    return tuple(found)


def _bound(
    made: object, names: tuple[str, ...], values: tuple[Any, ...], named: dict[str, Any]
) -> dict[str, Any]:
    """The value of each field: by place, by name, or the class's own as default."""
    found = dict(zip(names, values, strict=False))
    wrong = len(values) > len(names) or any(name not in names or name in found for name in named)
    found |= named
    for name in names:
        if name not in found and not hasattr(type(made), name):
            wrong = True
        found.setdefault(name, getattr(type(made), name, None))
    if wrong:
        raise TypeError(f"{type(made).__name__} takes {', '.join(names)}")
    return found


@dataclass_transform(frozen_default=True)
class Value:
    """A frozen value, equal to one of its own kind with equal fields."""

    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._names = _fields(cls)
        type.__setattr__(cls, "__match_args__", cls._names)

    def __init__(self, *values: Any, **named: Any) -> None:
        if named or len(values) != len(self._names):
            self.__dict__.update(_bound(self, self._names, values, named))
        else:
            self.__dict__.update(zip(self._names, values, strict=True))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and type(self) is type(other) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash((type(self), self._all()))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__name__}({said})"

    def but(self, **changes: Any) -> Self:
        """The same with other values of some fields."""
        return type(self)(**{**{name: getattr(self, name) for name in self._names}, **changes})

    def _all(self) -> tuple[Any, ...]:
        held = self.__dict__
        return tuple([held[name] for name in self._names])


@dataclass_transform(eq_default=False)
class Facts(Exception):
    """An error whose annotated fields are its facts."""

    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._names = _fields(cls)

    def __init__(self, *values: Any, **named: Any) -> None:
        found = _bound(self, self._names, values, named)
        super().__init__(*(found[name] for name in self._names))
        self.__dict__.update(found)
