"""Tiny Towns: sixteen squares and one named cube."""
