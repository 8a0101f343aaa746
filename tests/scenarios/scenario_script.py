"""Runs on both interpreters: months of scenarios, lessons and solo, beginning with states from a file (argument)."""

import json
import sys

from shared_rules.beyond_humanity import game
from shared_rules.engine.reasons import Refusal

with open(sys.argv[1]) as file:
    states = json.load(file)
for state in states:
    units, tokens = list(state["pool"]), [manager["manager"] or 5 for manager in state["desk"]["managers"]]
    while state["stage"] == "play":
        number = state["round"]
        while state["phase"] < 5:
            state = game.apply(state, {"kind": "phase"})
        unit = units[number % len(units)]
        for action in (
            {"kind": "attach", "unit": unit},
            {"kind": "tap", "piece": "manager/" + str(tokens[number % len(tokens)])},
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
        step = state["guide"]["at"] if state["guide"] else None
        print(number, state["stage"], [bar["outcome"] for bar in state["bars"]], step, game.digest(state))
    print(",".join(state["ending"] or []))
