"""Runs on both interpreters: plays whole random games and prints their last digest. Arguments: first seed, how many."""

import sys

sys.path.insert(0, __file__.rpartition("/")[0] or ".")

from randomplay import Player

from shared_rules.beyond_humanity import game

first, count = int(sys.argv[1]), int(sys.argv[2])
for seed in range(first, first + count):
    player = Player(seed)
    state = player.game()
    print(seed, player.steps, state["round"], ",".join(state["ending"]), game.digest(state))

# The undo records inside a Round must agree as well, not only the state at the end.
player = Player(first + 1000)
for _ in range(3):
    player.round()
    while player.state["stage"] == "play" and player.state["phase"] < 5:
        player.phase()
        player.tidy()
        player.do(kind="phase")
    print(len(player.state.get("undo", [])), game.digest(player.state))
