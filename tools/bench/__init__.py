"""Benchmarks: each budget of the design that can be measured so far, one JSON line each.

A measurement is a function `(quick) -> value`, registered under its name in BUDGETS. Budgets have their home here.
Benchmarks are no tests: they say what is, on this machine, now; a test only checks that each of them runs.
"""
