"""Numbered schema files, one migration each."""
