"""Runs on both interpreters: months of scenario games, which begin with a state from a file. Argument: that file."""

import json
import sys

from shared_rules.beyond_humanity import game
from shared_rules.engine.reasons import Refusal

with open(sys.argv[1]) as file:
    states = json.load(file)
for state in states:
    units, tokens = list(state["pool"]), [manager["manager"] for manager in state["desk"]["managers"]]
    while state["stage"] == "play":
        number = state["round"]
        while state["phase"] < 5:
            state = game.apply(state, {"kind": "phase"})
        unit = units[number % len(units)]
        for action in (
            {"kind": "attach", "unit": unit},
            {"kind": "tap", "piece": "manager/" + str(tokens[number % 2])},
        ):
            try:
                state = game.apply(state, action)
            except Refusal as refusal:
                print(refusal.code)
        while state["phase"] < 6:
            state = game.apply(state, {"kind": "phase"})
        try:
            state = game.apply(state, {"kind": "next"})
        except Refusal as refusal:
            print(refusal.code)
            break
        state = game.apply(state, {"kind": "answer", "choice": "yes"})
        print(number, state["stage"], [bar["outcome"] for bar in state["bars"]], game.digest(state))
    print(",".join(state["ending"] or []))
