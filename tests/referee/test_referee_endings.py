"""Every ending and every result of a Goal, in each mode, at referee level (BHC-2.1-12 to 2.1-19, 6-1 to 6-9)."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.referee import pieces
from shared_rules.beyond_humanity.rules import endings

MODES = ("semi", "coop", "solo")
SOUND = {"h": 650, "s": 650, "t": 650, "stock": 300, "td": 0, "riot": 0, "red": 0}


@pytest.fixture
def in_mode(new_board):
    """A game of a mode at the first regular action; solo has one seat."""

    class Table(new_board):
        def __init__(self, mode, planet="trappist-1-e"):
            options = {"mode": mode, "planet": planet, "level": "referee"}
            if mode != "solo":
                options["managers"] = [3, 8, 5]
            self.state = game.setup(options, 7)
            self.until("regular")

        def close(self, **colony):
            """NEXT over a Colony in a given condition; nothing from outside disturbs it."""
            self.until("next").colony(**dict(SOUND, **colony))
            return self.do("next", self.step["seat"])

    return Table


def grim(board):
    """A RIOT in its second stage that nobody can put down."""
    return {"h": 0, "s": 0, "riot": 2, "red": 1, "pop": [6000, 0, 0, 0, 0]}


def full(board):
    board.built(*range(1, 16))
    return {"progress": board.state["colony"]["progress"], "standing": 2**15 - 1, "pop": [9000, 400, 400, 100, 0]}


CASES = {
    "riot": grim,
    "dependence": lambda board: {"td": 3},
    "depopulation": lambda board: {"pop": [0, 0, 0, 0, 0], "h": 0, "s": 0, "t": 0, "boost": -900},
    "rounds": lambda board: {},
    "modules": full,
    "population": lambda board: {"pop": [16000, 900, 500, 100, 0], "boost": 2000},
}


@pytest.mark.rule("BHC-2.1-12", "BHC-2.1-13", "BHC-2.1-14", "BHC-2.1-15", "BHC-2.1-16", "BHC-2.1-17", "BHC-2.1-18")
@pytest.mark.rule("BHC-2.1-19", "BHC-6-9", "BHC-A2.1-2", "BHC-2.1-7")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ending", CASES)
def test_each_ending_ends_each_mode(in_mode, mode, ending):
    board = in_mode(mode)
    if ending == "rounds":
        board.state = dict(board.state, rounds=1)
    board.close(**CASES[ending](board))
    result = game.result(board.state)
    assert board.state["stage"] == "over"
    assert ending in result["endings"]
    assert result["positive"] == endings.TEXTS[ending][0]
    assert game.legal(board.state) == []
    assert game.view(board.state, "table")["ending"]["title"] == endings.TEXTS[result["endings"][0]][1]
    if not result["positive"]:
        assert (result["winners"], result["seats"]) == ([], [])


@pytest.mark.rule("BHC-2.1-13", "BHC-2.1-14", "BHC-6-9")
@pytest.mark.parametrize("mode", MODES)
def test_short_of_every_ending_the_game_goes_on(in_mode, mode):
    board = in_mode(mode).built(*range(1, 15))
    board.close(progress=board.state["colony"]["progress"], standing=2**14 - 1, td=2, pop=[9000, 400, 400, 100, 0])
    assert board.state["stage"] == "play"
    assert board.state["round"] == 2


@pytest.mark.rule("BHC-2.1-19")
@pytest.mark.parametrize("mode", MODES)
def test_a_negative_ending_comes_before_a_positive_one(in_mode, mode):
    board = in_mode(mode)
    board.state = dict(board.state, rounds=1)
    board.close(td=3, **full(board))
    assert game.result(board.state)["endings"] == ["dependence"]
    assert game.result(board.state)["positive"] is False


# -- Goals ---------------------------------------------------------------------------------------------------------


def ended(board, seats=(), common=(), **colony):
    """The result of a game whose last Round this is."""
    board.state = dict(board.state, rounds=1)
    for seat in range(len(board.state["desk"]["managers"])):
        board.own(seat, goals=[])
    board.arrange(common=list(common))
    for seat, more in dict(seats).items():
        board.own(seat, **more)
    return game.result(board.close(**colony).state)


@pytest.mark.rule("BHC-1.1-13", "BHC-1.1-14", "BHC-2.2-1", "BHC-2.2-5", "BHC-6.1-7")
@pytest.mark.parametrize("level", [0, 1])
def test_blue_and_green_goals_have_two_results(in_mode, token_goal, level):
    name, needed = token_goal
    card = pieces.goal(name)
    board = in_mode("semi").until("next").give(0, **{what: number - 1 + level for what, number in needed.items()})
    result = ended(board, seats={0: {"goals": [name]}})
    vp = card["levels"][0]["vp"] if level else -card["miss"]
    assert result["table"]["seats"]["0"]["goals"] == [{"goal": name, "vp": vp, "level": level}]
    assert result["seats"][0]["points"]["table"] == vp
    for colour in ("blue", "green"):
        assert all(len(goal["levels"]) == 1 for goal in pieces.box()["goals"][colour])


@pytest.mark.rule("BHC-A2.2-4", "BHC-A3.3-2", "BHC-2.2-1")
@pytest.mark.parametrize("mode", ["coop", "solo"])
@pytest.mark.parametrize(("each", "level"), [(4, 0), (5, 1), (8, 2)])
def test_yellow_goals_have_three_results(in_mode, mode, each, level):
    card = pieces.goal("yellow/1")  # Millionaires in Charge: 5 and 8 Credits for each Manager; solo counts as three
    board = in_mode(mode).until("next")
    seats = range(len(board.state["desk"]["managers"]))
    for seat in seats:
        board.give(seat, cr=each * (3 if mode == "solo" else 1))
    result = ended(board, common=["yellow/1"])
    vp = card["levels"][level - 1]["vp"] if level else -card["miss"]
    assert result["table"]["common"] == [{"goal": "yellow/1", "vp": vp, "level": level}]
    assert result["common"]["goals"] == vp


# -- the sum of co-op and solo --------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A2.2-7", "BHC-A2.2-8", "BHC-A2.2-9", "BHC-A2.2-10", "BHC-A2.2-12", "BHC-A2.2-13", "BHC-A2.2-14")
@pytest.mark.rule("BHC-A2.2-15", "BHC-A2.2-16", "BHC-A3.5-2", "BHC-2.1-8")
@pytest.mark.parametrize("mode", ["coop", "solo"])
@pytest.mark.parametrize("planet", [planet["id"] for planet in content.get()["planets"]])
def test_one_sum_with_the_modifier_of_the_planet_decides(in_mode, mode, planet):
    board = in_mode(mode, planet)
    board.state = dict(board.state, riot_rounds=2)
    result = ended(board, seats={0: {"trophies": [3, 4]}}, common=["yellow/1"], loans=1)
    modifier = content.get()["planet"][planet]["vp"]
    assert modifier < 0
    goal = result["table"]["common"][0]["vp"]
    assert result["common"] == {"rounds": 1, "loans": -10, "riot_rounds": -20, "planet": modifier, "goals": goal}
    artifacts = pieces.artifact(3)["vp"] + pieces.artifact(4)["vp"]
    assert result["seats"][0]["total"] == artifacts
    assert set(result["seats"][0]["points"]) == {"modules", "green_decrees", "ambassador", "table"}
    assert result["total"] == 1 - 10 - 20 + modifier + goal + artifacts
    assert result["won"] == (result["total"] > 0)
    assert result["president"] is None


@pytest.mark.rule("BHC-A2.2-10")
@pytest.mark.parametrize(("more", "won"), [(0, False), (1, True)])
def test_a_sum_of_zero_loses_and_of_one_wins(in_mode, more, won):
    board = in_mode("coop")
    modifier = content.get()["planet"]["trappist-1-e"]["vp"]
    desk = board.state["desk"]
    greens = -modifier - 1 + more  # and one point for the Round that was played
    board.state = dict(
        board.state,
        desk=dict(desk, managers=[dict(m, greens=greens if not s else 0) for s, m in enumerate(desk["managers"])]),
    )
    result = ended(board)
    assert (result["total"], result["won"]) == (more, won)


@pytest.mark.rule("BHC-2.4-5", "BHC-6-4", "BHC-6-5", "BHC-6.1-1", "BHC-6.1-2", "BHC-6.1-3", "BHC-6.1-4", "BHC-6.1-5")
@pytest.mark.rule("BHC-6.1-6", "BHC-2.1-8")
def test_semi_coop_counts_every_source_and_the_president_need_not_win(in_mode):
    board = in_mode("semi")
    desk = board.state["desk"]
    given = ({"modules": [2, 6], "greens": 3, "ambassador": 2}, {"support": 90}, {"greens": 40})
    managers = [dict(manager, **more) for manager, more in zip(desk["managers"], given, strict=True)]
    board.state = dict(board.state, desk=dict(desk, managers=managers))
    result = ended(board, seats={0: {"trophies": [3], "abilities": [20, None, None]}})
    points = [seat["points"] for seat in result["seats"]]
    orders = [content.get()["manager"][number]["order"] for number in (3, 8, 5)]
    assert points[0] == {
        "modules": 4, "green_decrees": 3, "ambassador": 4, "order_of_command": orders[0], "presidency": 0,
        "table": pieces.artifact(3)["vp"] + 1,
    }  # fmt: skip
    assert [one["presidency"] for one in points] == [0, 20, 0]
    assert [one["order_of_command"] for one in points] == orders
    assert result["president"] == 1
    assert result["winners"] == [2]


@pytest.mark.rule("BHC-2.1-8", "BHC-A3.5-1", "BHC-A2.1-1", "BHC-2.1-3")
@pytest.mark.parametrize("mode", MODES)
def test_goals_artifacts_modules_and_green_decrees_count_in_every_mode(in_mode, token_goal, mode):
    goal, needed = ("yellow/1", {"cr": 30}) if mode != "semi" else token_goal
    worth = pieces.goal(goal)["levels"][-1]["vp"]

    def total(**given):
        """Points of seat 0, or of all together, with more on the desk and on the table."""
        board = in_mode(mode).until("next").own(0, trophies=given.get("trophies", []))
        for seat in range(len(board.state["desk"]["managers"])):
            board.give(seat, **needed)
        desk = board.state["desk"]
        managers = [dict(desk["managers"][0], **given.get("desk", {})), *desk["managers"][1:]]
        board.state = dict(board.state, desk=dict(desk, managers=managers))
        goals = given.get("goals", [])
        result = ended(board, *(({0: {"goals": goals}}, []) if mode == "semi" else ((), goals)))
        return result["seats"][0]["total"] if mode == "semi" else result["total"]

    without = total()
    assert total(goals=[goal]) - without == worth
    assert total(trophies=[3, 4]) - without == pieces.artifact(3)["vp"] + pieces.artifact(4)["vp"] > 0
    assert total(desk={"modules": [2, 6]}) - without == 4
    assert total(desk={"greens": 3}) - without == 3
