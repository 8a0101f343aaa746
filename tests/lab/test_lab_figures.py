"""From rows to figures: counted by hand on a few made-up games."""

import pytest

from tools.lab import figures, targets
from tools.lab.series import Series


def seat(manager, total, win, **used):
    kinds = {"module": [], "decree": [], "directive": [], "ability": [], "artifact": [], "goal": []}
    points = {} if total is None else {"modules": total - 20, "presidency": 20}
    row = {"manager": manager, "bot": "greedy", "total": total, "points": points, "win": win, "passed": [], "met": []}
    return row | {"used": kinds | used}


def game(index, positive, seats, **fields):
    row = {"index": index, "mode": "semi", "planet": "trappist-1-e", "players": len(seats), "rounds": 20, "choices": 9,
           "endings": ["rounds"] if positive else ["riot"], "positive": positive, "won": positive, "total": None,
           "common": {}, "emergencies": ["riot_1"], "uses": {"assistant": [], "socket": ["storage"]}}  # fmt: skip
    return row | {"seats": seats} | fields


@pytest.fixture
def made():
    rows = [
        game(0, True, [seat(3, 60, 1.0, decree=["1"], module=["storage"]), seat(5, 30, 0.0)]),
        game(1, True, [seat(3, 50, 0.5, decree=["1"]), seat(5, 50, 0.5, decree=["2"])]),
        game(2, False, [seat(3, None, 0.0), seat(5, None, 0.0, decree=["2"])], rounds=8),
    ]
    return figures.make(Series("greedy", 3), rows)


def test_survival_length_endings_and_emergencies_are_counted(made):
    assert (made["survival"]["count"], made["survival"]["of"]) == (2, 3)
    assert made["rounds"] == {"median": 20, "counts": {"8": 1, "20": 2}}
    assert [made["endings"][name]["count"] for name in ("rounds", "riot", "population")] == [2, 1, 0]
    assert made["emergencies"]["riot_1"]["rate"] == 1.0


def test_the_share_of_victories_is_a_multiple_of_the_fair_one(made):
    assert made["managers"]["3"]["wins"]["ratio"] == 1.5  # 1.5 victories in two games for two
    assert made["managers"]["5"]["wins"]["ratio"] == 0.5
    assert made["managers"]["9"]["wins"]["ratio"] is None


def test_use_and_value_of_a_card(made):
    card, never = made["items"]["decree"]["1"], made["items"]["decree"]["60"]
    assert card["games"]["count"] == 2
    assert card["vp_gain"]["mean"] == 15.0  # (60 + 50) / 2 against (30 + 50) / 2
    assert card["wins"]["ratio"] == 1.5
    assert card["survival"]["rate"] == 1.0
    assert card["survival_without"]["rate"] == 0.0
    assert never["games"]["count"] == 0
    assert made["items"]["socket"]["storage"]["games"]["rate"] == 1.0


def test_points_by_source_of_winners_and_others(made):
    assert made["vp"]["winners"]["sources"] == {"modules": 33.3333, "presidency": 20.0}
    assert made["vp"]["others"]["total"]["mean"] == 30.0


def test_targets_tell_what_is_reached_and_what_is_not(made):
    judged = {target["what"]: target for target in targets.judge({"greedy": made})}
    survival = judged["four greedy bots in semi-co-op survive 45 to 75 % (survival)"]
    assert survival["good"]
    assert targets.line(survival).startswith("pass  four greedy bots")
    decrees = judged["every Decree is introduced in 2 % of games or more"]
    assert not decrees["good"]
    assert "Young Pioneers" in decrees["note"]
    assert targets.line(decrees).startswith("FAIL")
    assert "never: " in judged["every ending occurs (games with the rarest)"]["note"]


def test_the_lead_of_look_ahead_is_over_games_that_survived_and_the_same_with_nothing_for_the_others():
    rows = [
        game(0, True, [seat(3, 60, 1.0) | {"bot": "lookahead"}, seat(5, 40, 0.0)]),
        game(1, True, [seat(3, 30, 0.0), seat(5, 40, 1.0) | {"bot": "lookahead"}]),
        game(2, False, [seat(3, None, 0.0), seat(5, None, 0.0) | {"bot": "lookahead"}]),
    ]
    target = targets.judge({"lookahead": figures.make(Series("lookahead", 3), rows)})[0]
    assert target["value"] == 1.4286  # 50 against 35
    assert target["good"]
    assert (
        "50.0 against 35.0 VP in 2 games that survived of 3, 33.3 against 23.3 with 0 for a lost one" in target["note"]
    )
    assert figures.lead([rows[2] | {"seats": []}])["ratio"] is None


def test_every_series_of_the_check_has_its_target_judged():
    names = [series.name for series in targets.suite(20, 1)]
    assert len(names) == len(set(names))
    assert {"greedy", "random", "lookahead", "coop"} <= set(names)
