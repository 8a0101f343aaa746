"""The portfolio of the look-ahead bot: what each plan changes in the table of worths."""

from typing import Any

PLANS: dict[str, dict[str, Any]] = {
    "plain": {"goals": 5.0},
    "president": {"support": 0.3, "goals": 5.0},
    "goals": {"goal_pull": 0.7, "goals": 6.0},
    "builder": {"endorse": 1.6, "goals": 4.0},
}
