"""Keyper: four seasons of keyples."""
