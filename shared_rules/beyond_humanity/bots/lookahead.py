"""The bot that looks ahead: sampled rollouts over hidden information.

Theory: by itself it plays as the greedy bot does with other worths, its plan (`plans`). States are made up from what
the seat sees and remembers (`guess`); in them the game is played on to its end, the seat by its plan, all others
greedily, and `prospects` tells what came of it. A rollout is mostly luck, so they are spent where they can tell much:

* Goals are kept by how often rollouts that hold them reach them.
* In the last Rounds, where rollouts are short and luck is small, the actions that the plan likes best are each tried.

Rule 1: nothing but the view and the legal actions go in; all states that are simulated are made up (tested).
Rule 2: whatever is compared is tried in the same made-up states, so that the luck of the draw is the same.
Rule 3: the budget: `goal_samples` made-up states for a choice of Goals, `last_samples` for one in the last Rounds.
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
GOAL_SAMPLES, LAST_SAMPLES = 10, 3
LAST_ROUNDS = 3  # of the game, in which single actions are tried
CANDIDATES = 3  # actions that are tried
UNHELD = 0.5  # what a rollout without a Goal tells of it, against one that holds it


class Lookahead:
    """Plays by a plan, and by rollouts where they help. `plan`: changes of the worths in place of those of the mode."""

    name = "lookahead"

    def __init__(
        self,
        seed: int,
        goal_samples: int = GOAL_SAMPLES,
        last_samples: int = LAST_SAMPLES,
        plan: dict[str, Any] | None = None,
    ) -> None:
        self._dice = random.Random(seed)
        self.goal_samples, self.last_samples = goal_samples, last_samples
        self._plan = None if plan is None else Greedy(worths=plan)
        self._others = Greedy()
        self._campaigns: dict[int, list[int]] = {}  # by Round, as last seen

    def choose(self, view: Any, actions: list[Action]) -> Action:
        """The action of the plan, or the one that rollouts favour."""
        if len(actions) == 1 or actions[0]["kind"] in FIRST:
            return actions[0]
        sight = sights.of(view)
        self._campaigns[sight.round] = sight.campaigns
        if self._plan is None:
            self._plan = Greedy(worths=PLANS[sight.mode])
        if sight.do in ("goals_kept", "keep_goal"):
            return self._goals(self._plan, sight, actions)
        if sight.do in guesses.KNOWN_STEPS and sight.round > sight.rounds - LAST_ROUNDS:
            return self._tried(self._plan, sight, actions)
        return self._plan.best(sight, actions)

    def campaigned(self, last: int) -> list[int]:
        """Campaigns of each seat up to a Round, as far as they were seen."""
        seen = [each for number, each in self._campaigns.items() if number <= last]  # UNDO may lead back to a Round
        return [sum(each) for each in zip(*seen, strict=True)]

    def _guess(self, sight: sights.Sight) -> Any:
        return guesses.guess(sight, self._dice, self.campaigned(sight.round))

    def _rollout(self, state: Any, plan: Greedy, seat: int) -> Any:
        """The state at the end of the game."""
        while True:
            asked = table.to_act(state)
            if not asked:
                return state
            who = asked[0]
            actions = table.options(state, who)
            if len(actions) == 1 or actions[0]["kind"] in FIRST:
                chosen = actions[0]
            else:
                chosen = (plan if who == seat else self._others).best(sights.of_state(state, who), actions)
            state = table.advance(state, chosen).state

    # -- the last Rounds -------------------------------------------------------------------------------------------

    def _tried(self, plan: Greedy, sight: sights.Sight, actions: list[Action]) -> Action:
        """The best by rollouts of the actions that the plan likes best; of equal ones the one that it likes more."""
        ranked = sorted(plan.scored(sight, actions), key=lambda pair: -pair[0])
        tried = [action for _, action in ranked[:CANDIDATES]]
        sums = [0.0] * len(tried)
        for _ in range(self.last_samples):
            state = self._guess(sight)
            known = table.options(state, sight.seat)
            if all(action in known for action in tried):  # else the table was not told apart; other dice may do better
                for index, action in enumerate(tried):
                    end = self._rollout(table.advance(state, action).state, plan, sight.seat)
                    sums[index] += prospects(end, sight.seat)
        return tried[max(range(len(sums)), key=sums.__getitem__)]

    # -- Goals -----------------------------------------------------------------------------------------------------

    def _goals(self, plan: Greedy, sight: sights.Sight, actions: list[Action]) -> Action:
        """The Goals that bring most, by rollouts that hold those of each choice in turn; lost ones tell nothing."""
        judged = plan.scored(sight, actions)
        offered = sight.offered or sight.common
        weight, points = dict.fromkeys(offered, 0.0), dict.fromkeys(offered, 0.0)
        for index in range(self.goal_samples):
            action = judged[index % len(judged)][1]
            held = _named(action)
            end = self._rollout(self._holding(sight, action), plan, sight.seat)
            for name in offered:
                vp = goal_points(end, sight.seat, name)
                if vp is not None:
                    share = 1.0 if name in held else UNHELD
                    points[name], weight[name] = points[name] + share * vp, weight[name] + share
        mean = {name: points[name] / weight[name] for name in offered if weight[name]}
        if not mean:
            return plan.best(sight, actions)
        return max(judged, key=lambda pair: (sum(mean[name] for name in _named(pair[1])), pair[0]))[1]

    def _holding(self, sight: sights.Sight, action: Action) -> Any:
        """A made-up state after the choice; where its queue can not be told, the Goal is added as it would be."""
        state = self._guess(sight)
        if action["kind"] == "keep":
            return table.advance(state, action).state
        board = state["board"]
        held = board["seats"][str(sight.seat)] if sight.mode == "semi" else board
        place = "goals" if sight.mode == "semi" else "common"
        held[place] = sorted({*held[place], action["goal"]})
        return state


def _named(action: Action) -> list[str]:
    return action["goals"] if action["kind"] == "keep" else [action["goal"]]
