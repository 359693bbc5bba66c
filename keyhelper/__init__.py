"""keyhelper: a companion for people playing board games at a real table."""

__version__ = "0.1.0"
