"""Keythedral: fields, cottages and seats in a cathedral."""
