"""Statements of the rulebook at companion level that no other file looks at closely enough."""

import pytest
from randomplay import Player

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.rules import summary
from shared_rules.engine.reasons import Refusal
from tools import colony_samples as samples

KINDS = ("decree/5", "directive/3", "manager/3", "governor", "ambassador")


def ids(state):
    return [screen["id"] for screen in game.view(state, "table")["summary"]]


def sound(state, **more):
    """The same game with a Colony in good order."""
    colony = dict(state["colony"], h=650, s=650, t=650, stock=200, td=0, riot=0, red=0, **more)
    return dict(state, colony=colony)


def close(state):
    while state["phase"] < 6:
        state = game.apply(state, {"kind": "phase"})
    return game.apply(game.apply(sound(state), {"kind": "next"}), {"kind": "answer", "choice": "yes"})


def in_scenario(name, **more):
    options = {"mode": "coop", "managers": [3, 8, 5], "planet": "trappist-1-e", "scenario": name}
    return game.setup(dict(options, **more), 7)


# -- summary ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.1-12")
def test_the_achievements_of_a_scenario_are_a_screen_while_one_is_running(table):
    with_one, without = close(in_scenario("long_night")), table.next().state
    assert "scenario" in ids(with_one)
    assert "scenario" not in ids(without)
    screen = next(one for one in game.view(with_one, "table")["summary"] if one["id"] == "scenario")
    (bar,) = game.view(with_one, "table")["scenario"]["bars"]
    assert screen["rows"][0]["label"] == bar["label"]
    assert screen["rows"][0]["value"].startswith(str(bar["value"]))
    assert screen["lines"][0]["text"] == f"{bar['label']}: still open."


@pytest.mark.rule("BHC-4.1-15", "BHC-4.1-12", "BHC-4.1-13")
def test_all_eight_screens_come_in_their_fixed_order():
    # Given a scenario before Round 7 and a Module that is about to reach tier 2
    state = dict(in_scenario("white_ward"), round=6)
    ripe = {name: list(state["colony"][name]) for name in ("progress", "age")}
    ripe["progress"][6], ripe["age"][6] = 128, 20
    state = close(dict(state, colony=dict(state["colony"], **ripe)))
    assert ids(state) == list(summary.ORDER)
    assert len(summary.ORDER) == 8


# -- reading of cards and tokens ---------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-2.5-4", "BHC-A1.2-6")
@pytest.mark.parametrize("phase", [3, 4, 5, 6])
@pytest.mark.parametrize("piece", KINDS)
def test_every_reading_is_confirmed_or_refused_in_words(table, piece, phase):
    table.phase(phase)
    before, after, told = table.view, None, ""
    try:
        after = game.view(game.apply(table.state, {"kind": "tap", "piece": piece}), "table")
    except Refusal as refusal:
        told = refusal.sentence
    if after is None:
        assert told.endswith((".", "?"))
    else:
        assert after["dialog"] != before["dialog"] or after["events"] != before["events"]


@pytest.mark.rule("BHC-A1.2-6")
def test_each_kind_of_piece_has_its_own_dialog(table):
    # a Campaign needs no dialog: the token itself says all; UNDO, Ambassador and cards ask for one thing more
    assert table.tap("manager/3").view["dialog"] is None
    opened = {"governor": table.tap("governor").view["dialog"]["id"]}
    table.do(kind="answer", choice="no").phase(4)
    opened["ambassador"] = table.tap("ambassador").view["dialog"]["id"]
    table.do(kind="answer", choice="cancel").phase(6)
    for piece in ("decree/5", "directive/3"):
        opened[piece] = (table.tap(piece).view["dialog"]["id"], table.view["dialog"]["title"])
        table.do(kind="answer", choice="cancel")
    assert opened["governor"] == "undo"
    assert opened["ambassador"] == "ambassador"
    assert opened["decree/5"][0] == opened["directive/3"][0] == "owner"
    assert opened["decree/5"][1] != opened["directive/3"][1]


@pytest.mark.rule("BHC-2.5-5")
@pytest.mark.parametrize("card", content.get()["decrees"][:6], ids=lambda card: card["title"])
def test_one_reading_brings_the_whole_card_with_nothing_typed(table, card):
    table.phase(6).tap(f"decree/{card['number']}")
    dialog = table.view["dialog"]
    assert card["title"] in dialog["title"] + dialog["text"]
    assert "fields" not in dialog
    table.tap("manager/3")
    assert table.state["desk"]["cards"] == [{"kind": "decree", "number": card["number"], "seat": 0, "stopped": False}]


# -- the life of the Colony --------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-5-2")
def test_over_a_game_people_modules_resources_moods_and_technique_all_move():
    moved = set()

    class Builder(Player):
        def cards(self):
            """No Decrees."""

        def after(self, action):
            state = self.state
            if state["stage"] == "play" and state["phase"] == 1:
                now, then = state["colony"], state["last"]
                changed = {
                    "people": now["pop"] != then["pop"],
                    "modules": sum(now["progress"]) != sum(then["progress"]),
                    "resources": now["acc"] != then["acc"] or state["report"]["production"] != [0] * 4,
                    "moods": (now["h"], now["s"]) != (then["h"], then["s"]),
                    "technique": now["t"] != then["t"],
                }
                moved.update(name for name, has in changed.items() if has)

    for seed in range(3):
        Builder(seed, "builders").game()
    assert moved == {"people", "modules", "resources", "moods", "technique"}


@pytest.mark.rule("BHC-4.9-7")
def test_tiers_change_with_the_month_alone_and_by_nobodys_command():
    class Watcher(Player):
        tiers = None

        def after(self, action):
            now = self.state["colony"]["tier"]
            assert self.tiers in (None, now) or action == {"kind": "answer", "choice": "yes"}
            self.tiers = now

    Watcher(1, "builders").game()


@pytest.mark.rule("BHC-5.6.1-11", "BHC-5.6.1-6", "BHC-5.6.1-9")
def test_after_rebuilding_the_light_is_that_of_the_tier_again(table):
    progress, tier = list(table.state["colony"]["progress"]), list(table.state["colony"]["tier"])
    progress[6], tier[6] = 128, 1
    table.change(progress=progress, tier=tier, standing=1 << 5)
    table.state = dict(table.state, table={"units": [6], "edges": [[0, 0, 6, 0]], "seen": [6]})
    rate, damaged = [0] * 33, [0] * 33
    rate[6], damaged[6] = 43, 1
    table.change(progress=[*progress[:6], 16, *progress[7:]], rate=rate, damaged=damaged)
    assert table.view["lights"]["6"] in ("catastrophe", "reconstruction")
    for _ in range(8):
        if not table.state["colony"]["rate"][6]:
            break
        table.state = close(table.state)
    assert table.state["colony"]["progress"][6] == 128
    assert table.view["lights"]["6"] == "tier_2"


@pytest.mark.rule("BHC-5.1-8")
def test_the_planet_and_the_occurrences_move_statuses():
    from shared_rules.beyond_humanity import colony as model
    from shared_rules.beyond_humanity.effects import apply_effects
    from shared_rules.beyond_humanity.rules.start import no_roll

    before = dict(samples.colony(samples.Dice(3)), h=500, s=500, t=500, riot=0)
    kind, harsh = ({"h": v, "s": v, "t": v, "immigration": 0, "hazard": 0, "production": [9] * 4} for v in (600, 200))

    def month(colony, planet):
        return model.month(model.Ints, content.get()["tables"], planet, colony, no_roll(), [0] * 33)[0]

    assert all(month(before, harsh)[name] < month(before, kind)[name] for name in "hst")
    moving = [item for item in content.get()["occurrences"] if any(item["hst"])]
    assert moving
    for item in moving[:20]:
        after = apply_effects(before, [], item["hst"])
        assert [after[name] for name in "hst"] != [before[name] for name in "hst"]
