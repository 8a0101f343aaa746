"""The bot that looks ahead: sampled rollouts over hidden information.

Theory: a *plan* is the greedy bot with other worths (`plans`): one that wants to be President, one that goes for its
Goals. States are made up from what the seat sees and remembers (`guess`); in them the game is played on, the seat by a
plan, all others greedily, and `prospects` tells what came of it. One rollout to the end is mostly luck, so what is
asked of them depends on how far the end is:

* Goals are kept by how often rollouts that hold them reach them.
* Every other Round the plan that leads meets a challenger; over the game each gathers scores, and the leader acts.
* In the last Rounds, where rollouts are short and luck is small, the actions that the plan likes best are each tried.

Rule 1: nothing but the view and the legal actions go in; all states that are simulated are made up (tested).
Rule 2: whatever is compared is tried in the same made-up states, so that the luck of the draw is the same.
Rule 3: the budget: `samples` made-up states for plans, `horizon` Rounds of a rollout, `goal_samples` and
`last_samples` made-up states for a choice of Goals and for one in the last Rounds.
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
SAMPLES, HORIZON, GOAL_SAMPLES, LAST_SAMPLES = 1, 20, 10, 3
HEAD_START = 60.0  # VP, summed over rollouts, by which these have to speak against the first plan: most of it is luck
EVERY = 2  # Rounds in which plans are compared once
LAST_ROUNDS = 3  # of the game, in which single actions are tried
CANDIDATES = 4  # actions that are tried
UNHELD = 0.5  # what a rollout without a Goal tells of it, against one that holds it


class Lookahead:
    """Plays by the plan that rollouts favour. `plans`: name -> changes of the worths; `worths`: for all of them."""

    name = "lookahead"

    def __init__(
        self,
        seed: int,
        samples: int = SAMPLES,
        horizon: int = HORIZON,
        goal_samples: int = GOAL_SAMPLES,
        last_samples: int = LAST_SAMPLES,
        plans: dict[str, dict[str, Any]] | None = None,
        worths: dict[str, Any] | None = None,
    ) -> None:
        self._dice = random.Random(seed)
        self.samples, self.horizon = samples, horizon
        self.goal_samples, self.last_samples = goal_samples, last_samples
        self._common, self._changes = worths or {}, plans
        self._others = Greedy(worths=worths)
        self._plans: list[Greedy] = []
        self._scores: list[float] = []
        self._campaigns: dict[int, list[int]] = {}  # by Round, as last seen
        self._thought = self._turn = 0  # the Round in which plans were compared last; which rival's turn it is

    def choose(self, view: Any, actions: list[Action]) -> Action:
        """The action of the plan that is best so far, or in the last Rounds the one that rollouts favour."""
        if len(actions) == 1 or actions[0]["kind"] in FIRST:
            return actions[0]
        sight = sights.of(view)
        self._campaigns[sight.round] = sight.campaigns
        if not self._plans:
            changes = PLANS[sight.mode] if self._changes is None else self._changes
            self._plans = [Greedy(worths=self._common | one) for one in changes.values()]
            self._scores = [HEAD_START] + [0.0] * (len(self._plans) - 1)
        if sight.do in ("goals_kept", "keep_goal"):
            return self._goals(sight, actions)
        if sight.do in guesses.KNOWN_STEPS:
            if sight.round > sight.rounds - LAST_ROUNDS:
                return self._tried(sight, actions)
            if sight.round >= self._thought + EVERY:
                self._think(sight, actions)
        return self._plans[self._best()].best(sight, actions)

    def _best(self) -> int:
        return max(range(len(self._plans)), key=self._scores.__getitem__)

    # -- plans and actions -----------------------------------------------------------------------------------------

    def _think(self, sight: sights.Sight, actions: list[Action]) -> None:
        """Compare the plan that leads with a challenger, and move their scores apart by how much one is better."""
        leader = self._best()
        rivals = [index for index in range(len(self._plans)) if index != leader]
        if not rivals:
            return
        pair = (leader, rivals[self._turn % len(rivals)])
        tried = [(self._plans[index].best(sight, actions), self._plans[index]) for index in pair]
        self._thought, self._turn = sight.round, self._turn + 1
        for first, second in self._outcomes(sight, tried, self.samples):
            self._scores[pair[0]] += (first - second) / 2
            self._scores[pair[1]] += (second - first) / 2

    def _tried(self, sight: sights.Sight, actions: list[Action]) -> Action:
        """The best by rollouts of the actions that the plan likes best; of equal ones the one that it likes more."""
        plan = self._plans[self._best()]
        ranked = sorted(plan.scored(sight, actions), key=lambda pair: -pair[0])
        tried = [(action, plan) for _, action in ranked[:CANDIDATES]]
        sums = [sum(found) for found in zip(*self._outcomes(sight, tried, self.last_samples), strict=True)]
        return tried[max(range(len(sums)), key=sums.__getitem__)][0] if sums else plan.best(sight, actions)

    def _outcomes(self, sight: sights.Sight, tried: list[tuple[Action, Greedy]], samples: int) -> list[list[float]]:
        """For each made-up state what comes of each action, the game being played on by the plan beside it."""
        found = []
        for _ in range(samples):
            state = self._guess(sight)
            known = table.options(state, sight.seat)
            if not all(action in known for action, _ in tried):
                continue  # the table was not told apart; other dice may do better
            last = sight.round + self.horizon
            after = [self._rollout(table.advance(state, one).state, plan, sight.seat, last) for one, plan in tried]
            found.append([prospects(end, sight.seat) for end in after])
        return found

    def campaigned(self, last: int) -> list[int]:
        """Campaigns of each seat up to a Round, as far as they were seen."""
        seen = [each for number, each in self._campaigns.items() if number <= last]  # UNDO may lead back to a Round
        return [sum(each) for each in zip(*seen, strict=True)]

    def _guess(self, sight: sights.Sight) -> Any:
        return guesses.guess(sight, self._dice, self.campaigned(sight.round))

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
        """The Goals that bring most, by rollouts that hold those of each choice in turn; lost ones tell nothing."""
        plan = self._plans[self._best()]
        judged = plan.scored(sight, actions)
        offered = sight.offered or sight.common
        weight, points = dict.fromkeys(offered, 0.0), dict.fromkeys(offered, 0.0)
        for index in range(self.goal_samples):
            action = judged[index % len(judged)][1]
            held = _named(action)
            end = self._rollout(self._holding(sight, action), plan, sight.seat, sight.rounds)
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
