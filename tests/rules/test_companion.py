"""What the companion keeps and shows beside the flow of a Round: modes, points, STOCK, tiles, icons."""

import pytest
from randomplay import CARE, Player

from shared_rules.beyond_humanity import content, effects, game, tables
from shared_rules.engine.canonical import canonical

SEVEN_LEVELS = range(-3, 4)


def tile(kind):
    return next(tile for tile in content.get()["modules"] if tile["type"] == kind)


# -- modes and points ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A2.2-6", "BHC-A2.2-17")
def test_coop_is_set_up_like_semi_coop(new_table):
    managers = (3, 8, 5, 1)
    semi, coop = new_table(managers).state, new_table(managers, mode="coop").state
    differing = {name for name in semi if canonical(semi[name]) != canonical(coop[name])}
    assert differing == {"mode", "setup", "events"}  # the choice itself, and the line that says so
    coop = new_table(managers, mode="coop")
    assert [seat["actions"] for seat in coop.view["managers"]] == [2] * 4
    coop.tap("manager/8")
    assert [seat["support"] for seat in coop.desk] == [0, 6, 0, 0]  # Support stays each Manager's own


@pytest.mark.rule("BHC-2.1-8", "BHC-6.1-3", "BHC-6.1-4", "BHC-2.2-2")
@pytest.mark.parametrize("mode", ["semi", "coop"])
def test_modules_and_passed_green_decrees_count_for_their_manager_and_table_points_come_last(new_table, mode):
    table = new_table(mode=mode)
    asked = 0
    while table.desk[1]["greens"] < 2 or asked < 3:
        desk = table.state["desk"]
        support = 90 if table.desk[1]["greens"] < 2 else 0
        managers = [dict(m, support=support if m["manager"] == 8 else 90 - support) for m in desk["managers"]]
        table.state = dict(table.state, desk=dict(desk, managers=managers))
        table.phase(6).tap(f"decree/{5 if asked % 2 else 3}", "manager/8")
        happiness = 650 if table.desk[1]["greens"] < 2 else 210
        table.change(h=happiness, s=650, t=650, stock=200, td=0, riot=0, red=0)
        table.next()
        asked += 1
    assert (table.desk[1]["greens"], asked) == (2, 3)
    assert table.refusal(kind="table_points", seat=1, vp=4).code == "not_now"
    table.build(6, 8)
    table.state = dict(table.state, round=20)
    table.change(h=650, s=650, t=650, stock=200, td=0, riot=0, red=0).next()
    points = table.view["points"][1]
    assert (points["app"]["green_decrees"], points["app"]["modules"], points["table"]) == (2, 2, None)


@pytest.mark.rule("BHC-4.1-2", "BHC-A1.2-7")
def test_next_settles_once_and_opens_the_next_round(table):
    table.build(6, 8).next()
    assert table.state["round"] == 2
    assert table.view["tabs"]["economy"]["rows"][5] == {"label": "Construction", "value": -5}
    shown = canonical(table.state["colony"])
    table.phase(6)
    assert canonical(table.state["colony"]) == shown  # nothing else settles
    assert table.next().state["round"] == 3


@pytest.mark.rule("BHC-4.4-5")
def test_the_assistant_phase_is_optional(table):
    table.phase(4).do(kind="phase")
    assert table.state["phase"] == 5
    assert not any(seat["assistant_used"] for seat in table.view["managers"])


@pytest.mark.rule("BHC-4.5-2")
def test_in_phase_5_the_screen_names_the_turn_order(new_table):
    table = new_table((8, 5, 3)).phase(5)
    assert table.view["phase_help"].startswith("In turn order connect each Module")
    assert table.view["turn_order"] == [2, 0, 1]


@pytest.mark.rule("BHC-4.7.5-4")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0), (0, 0)])
def test_the_ambassador_takes_one_dependence_if_there_is_one(table, before, after):
    table.change(td=before).phase(4).tap("ambassador", "manager/8")
    assert table.view["tabs"]["special"]["td"]["count"] == after
    assert table.desk[1]["ambassador"] == 1


@pytest.mark.rule("BHC-4.7.5-6", "BHC-A5.2-18")
def test_the_board_proxy_makes_its_user_governor_in_the_next_upkeep(table):
    table.phase(4).do(kind="claim_governor", seat=2)
    assert (table.view["governor"], table.view["managers"][2]["next_governor"]) == (0, True)
    assert table.next().phase(2).view["governor"] == 2


# -- STOCK and emergencies -----------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5.4.1-4", "BHC-5.4.1-1")
def test_nothing_that_players_do_within_a_round_moves_stock():
    class Miser(Player):
        seen = None

        def after(self, action):
            now = (self.state["round"], self.state["colony"]["stock"])
            closed = action["kind"] == "answer"  # NEXT confirmed, or a question closed
            assert self.seen is None or closed or now == self.seen, action
            self.seen = now

    for seed in range(len(CARE)):
        assert Miser(seed).game()["stage"] == "over"


@pytest.mark.rule("BHC-5.5-2")
def test_a_colony_in_good_order_has_no_emergency(table):
    for _ in range(8):
        table.change(h=700, s=700, t=700, stock=300, pop=[1500, 60, 60, 60, 0]).next()
        special = table.view["tabs"]["special"]
        assert (special["riot"]["stage"], special["td"]["count"], special["overcrowded"]["on"]) == (0, 0, False)


# -- tiles and icons -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.9.1-2")
@pytest.mark.parametrize("made", content.get()["modules"][1:], ids=lambda made: made["type"])
def test_a_tile_holds_its_parts_and_the_socket_is_optional(made):
    assert made["name"]
    assert 1 <= made["clock"] <= 3
    assert 0 <= made["endorse"] <= 8
    for side in (made["tier1"], made["tier2"]):
        assert len(tables.attributes(side)) == tables.ATTRIBUTES
        assert "socket" not in side or side["socket"]
    assert {True, False} == {"socket" in each["tier1"] for each in content.get()["modules"][1:]}


@pytest.mark.rule("BHC-4.9.1-20", "BHC-A5.2-29")
def test_influence_icons_have_seven_levels():
    graded = (*tables.RESOURCES, "stock", *tables.STATUSES)
    seen = set()
    for made in content.get()["modules"][1:]:
        for side in (made["tier1"], made["tier2"]):
            levels = [side.get(name, 0) for name in graded] + list(side.get("immigration", {}).values())
            assert all(level in SEVEN_LEVELS for level in levels), made["name"]
            seen.update((name, side[name] > 0) for name in tables.STATUSES if side.get(name))
    assert seen == {(name, up) for name in tables.STATUSES for up in (True, False)}


@pytest.mark.rule("BHC-A5.2-30")
def test_one_tile_lifts_all_three_statuses():
    side = tile("academy")["tier1"]
    assert len({side[name] for name in tables.STATUSES}) == 1


@pytest.mark.rule("BHC-A5.3-52")
def test_the_galactic_marketplace_exchanges_currencies():
    assert tile("galactic_marketplace")["tier1"]["socket"].startswith("exchange")


@pytest.mark.rule("BHC-A5.2-19", "BHC-A5.2-20", "BHC-A5.2-21")
def test_colony_resources_stock_and_statuses_are_named_as_in_the_annex(table):
    tabs = table.view["tabs"]
    assert [row["label"] for row in tabs["resources"]["rows"]] == ["Power", "Life Support", "Gas", "Liquids"]
    assert [row["label"] for row in tabs["status"]["rows"]] == ["Happiness", "Security", "Technical"]
    assert effects.app_words(["stock", 5]) == "+5 STOCK."


@pytest.mark.rule("BHC-A5.2-22")
def test_victory_points_may_be_negative(table):
    table.state = dict(table.state, round=20)
    table.change(h=650, s=650, t=650, stock=200).next()
    for seat, vp in enumerate((-5, 20, 0)):
        table.do(kind="table_points", seat=seat, vp=vp)
    assert [seat["points"]["table"] for seat in game.result(table.state)["seats"]] == [-5, 20, 0]
