"""What all tests share: a law holds however busy the machine is, so no example has a deadline."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("unhurried", parent=settings.default, deadline=None)
settings.load_profile("unhurried")
