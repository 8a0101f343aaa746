"""Pages and tables of `docs/` that are made from the code, so that no number is written twice."""
