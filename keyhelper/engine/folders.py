"""Where the owner's files are kept."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """The owner's folder: KEYHELPER_HOME, or the usual place for a program's data."""
    chosen = os.environ.get("KEYHELPER_HOME")
    if chosen:
        return Path(chosen)
    import click

    return Path(click.get_app_dir("keyhelper"))
