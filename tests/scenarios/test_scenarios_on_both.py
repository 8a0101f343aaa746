"""What a scenario changes is computed alike by both interpreters: rule changes and figures travel in the state."""

import json
from pathlib import Path

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.content import box as host_content


def test_games_with_all_that_a_setup_offers_are_the_same_under_micropython(run_both, tmp_path):
    states = [
        game.setup({"level": "companion", "managers": [2, 5], "scenario": entry["id"], "fleet": "settlers"}, 6)
        for entry in host_content.get()["scenarios"]
    ]
    states += [
        game.setup({"mode": "solo", "planet": "kepler-442-b", "fleet": "escort"}, 6),
        game.setup({"tutorial": "corrections"}, 6),
    ]
    file = tmp_path / "states.json"
    file.write_text(json.dumps(states))
    printed = run_both(Path(__file__).with_name("scenario_script.py"), str(file), heap_bytes=16 * 1024 * 1024)
    assert printed.count("play") > 20
    assert "'filled'" in printed
