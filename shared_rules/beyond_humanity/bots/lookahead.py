"""The bot that looks ahead: sampled rollouts over hidden information.

Theory: the greedy bot has one idea of what things are worth. A *plan* is the greedy bot with other worths: one that
wants to be President, one that builds, one that goes for its Goals. Whenever plans differ in what they would do, and at
most once a Round, states are made up from what the seat sees (`guess`). In each of them every plan's action is carried
out, and the game goes on for some Rounds, the seat playing by that plan and all others greedily; `prospects` tells what
came of it. The plan with the best scores so far acts. Which Goals are kept is found in the same way: rollouts from the
made-up states tell how often each of the offered ones is reached.

Rule 1: nothing but the view and the legal actions go in; all states that are simulated are made up (tested).
Rule 2: all plans are tried in the same made-up states, so that the luck of the draw is the same for them.
Rule 3: `samples` (made-up states a Round), `horizon` (Rounds of a rollout) and `goal_samples` are the budget.
"""

import random
from typing import Any

from shared_rules.beyond_humanity.bots import guess as guesses
from shared_rules.beyond_humanity.bots import sight as sights
from shared_rules.beyond_humanity.bots.greedy import FIRST, Greedy
from shared_rules.beyond_humanity.bots.plans import PLANS
from shared_rules.beyond_humanity.bots.prospects import goal_points, prospects
from shared_rules.beyond_humanity.referee import play as table

Action = dict[str, Any]
SAMPLES, HORIZON, GOAL_SAMPLES = 1, 20, 8
KEPT = 0.85  # part of a plan's score that stays for the next Round: one rollout is mostly luck


class Lookahead:
    """Plays by the plan that rollouts favour. `plans`: name -> changes of the worths; `worths`: for all of them."""

    name = "lookahead"

    def __init__(
        self,
        seed: int,
        samples: int = SAMPLES,
        horizon: int = HORIZON,
        goal_samples: int = GOAL_SAMPLES,
        plans: dict[str, dict[str, Any]] | None = None,
        worths: dict[str, Any] | None = None,
    ) -> None:
        self._dice = random.Random(seed)
        self.samples, self.horizon, self.goal_samples = samples, horizon, goal_samples
        common = worths or {}
        self._others = Greedy(worths=common)
        self._plans = [Greedy(worths=common | changes) for changes in (PLANS if plans is None else plans).values()]
        self._scores = [0.0] * len(self._plans)
        self._thought = 0  # the Round that was thought about last

    def choose(self, view: Any, actions: list[Action]) -> Action:
        """The action of the plan that is best so far."""
        if len(actions) == 1 or actions[0]["kind"] in FIRST:
            return actions[0]
        sight = sights.of(view)
        if sight.do in ("goals_kept", "keep_goal"):
            return self._goals(sight, actions)
        if sight.round != self._thought and sight.do in guesses.KNOWN_STEPS:
            proposals = [plan.best(sight, actions) for plan in self._plans]
            if any(action is not proposals[0] for action in proposals):
                self._thought = sight.round
                self._think(sight, proposals)
        return self._plans[self._best()].best(sight, actions)

    def _best(self) -> int:
        return max(range(len(self._plans)), key=self._scores.__getitem__)

    def _think(self, sight: sights.Sight, proposals: list[Action]) -> None:
        """Try all plans, and add to their scores by how much each is better than their mean."""
        self._scores = [score * KEPT for score in self._scores]
        for _ in range(self.samples):
            state = guesses.guess(sight, self._dice)
            known = table.options(state, sight.seat)
            if not all(action in known for action in proposals):
                continue  # the table was not told apart; other dice may do better
            last = sight.round + self.horizon
            found = [
                prospects(self._rollout(table.advance(state, action).state, plan, sight.seat, last), sight.seat)
                for action, plan in zip(proposals, self._plans, strict=True)
            ]
            mean = sum(found) / len(found)
            self._scores = [score + value - mean for score, value in zip(self._scores, found, strict=True)]

    def _rollout(self, state: Any, plan: Greedy, seat: int, last: int) -> Any:
        """The state at the end of the game or of Round `last`."""
        while state["round"] <= last:
            asked = table.to_act(state)
            if not asked:
                break
            who = asked[0]
            actions = table.options(state, who)
            if len(actions) == 1 or actions[0]["kind"] in FIRST:
                chosen = actions[0]
            else:
                chosen = (plan if who == seat else self._others).best(sights.of_state(state, who), actions)
            state = table.advance(state, chosen).state
        return state

    # -- Goals -----------------------------------------------------------------------------------------------------

    def _goals(self, sight: sights.Sight, actions: list[Action]) -> Action:
        """The Goals that rollouts reach most often, by their points."""
        offered = sight.offered or sight.common
        plan = self._plans[self._best()]
        points = dict.fromkeys(offered, 0.0)
        for _ in range(self.goal_samples):
            state = self._rollout(guesses.guess(sight, self._dice), plan, sight.seat, sight.rounds)
            for name in offered:
                points[name] += goal_points(state, sight.seat, name)
        choices = [action for action in actions if action["kind"] in ("keep", "goal")]
        return max(choices, key=lambda action: sum(points[name] for name in _named(action)))


def _named(action: Action) -> list[str]:
    return action["goals"] if action["kind"] == "keep" else [action["goal"]]
