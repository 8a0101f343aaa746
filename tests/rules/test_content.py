"""The content: counts of the box, the listed influences of every tile, the closed vocabulary, and errors in words."""

import json
import shutil

import pytest

from shared_rules.beyond_humanity import content, effects, occurrences, tables
from shared_rules.beyond_humanity.content import loader
from shared_rules.beyond_humanity.rules.start import new_colony
from shared_rules.catalog import PIECE_COUNTS

# name: (units, pool, endorse, clock, Power, Life Support, Gas, Liquid, STOCK), signs as the annex lists them
LISTED = {
    "solar_power_plant": (2, "base", 0, 1, "+000", "0"),
    "nuclear_power_plant": (1, "base", 4, 3, "+0--", "0"),
    "life_support_system": (1, "base", 1, 1, "-+--", "0"),
    "atmospheric_synthesizer": (1, "base", 0, 1, "-0+0", "0"),
    "automatic_well": (1, "base", 0, 1, "-00+", "0"),
    "tanks": (1, "base", 1, 1, "0000", "0"),
    "hydroponics_dome": (1, "base", 3, 3, "-+0-", "+"),
    "industrial_dome": (1, "base", 3, 3, "----", "+"),
    "landing_pad": (1, "base", 3, 3, "-0--", "+"),
    "storage": (1, "base", 3, 3, "0000", "+"),
    "community_dome": (1, "base", 1, 3, "--00", "+"),
    "residential_dome": (3, "base", 1, 3, "--00", "0"),
    "temporary_residential_capsules": (1, "base", 3, 3, "--00", "+"),
    "technical_zone": (1, "base", 1, 3, "0000", "0"),
    "hangar": (1, "additional", 2, 3, "0000", "+"),
    "test_chamber": (1, "additional", 2, 3, "0000", "+"),
    "community_tower": (1, "additional", 4, 3, "----", "+"),
    "obelisk": (1, "additional", 8, 3, "0000", "0"),
    "consulate": (1, "additional", 3, 1, "--00", "0"),
    "spaceport": (1, "additional", 4, 3, "---+", "0"),
    "laboratory": (1, "additional", 4, 3, "--00", "-"),
    "bunker": (1, "additional", 5, 3, "0000", "0"),
    "prison_dome": (1, "additional", 5, 1, "--00", "0"),
    "terran_embassy": (1, "additional", 4, 1, "--00", "0"),
}
# additional influences and socket as listed
OTHERS = {
    "solar_power_plant": ({}, None),
    "nuclear_power_plant": ({"citizens": "+"}, None),
    "life_support_system": ({}, None),
    "atmospheric_synthesizer": ({}, None),
    "automatic_well": ({}, None),
    "tanks": ({}, None),
    "hydroponics_dome": ({"happiness": "+"}, "tg"),
    "industrial_dome": ({"happiness": "-", "security": "-"}, "cr"),
    "landing_pad": ({"citizens": "+", "happiness": "+", "security": "-"}, "tg"),
    "storage": ({}, "cr"),
    "community_dome": ({"citizens": "+", "happiness": "+"}, "campaign"),
    "residential_dome": ({}, None),
    "temporary_residential_capsules": (
        {"citizens": "+", "happiness": "+", "security": "+", "scientists": "-"},
        "cr/tg",
    ),
    "technical_zone": ({"technical": "+"}, "endorse"),
    "hangar": ({}, "expedition/research"),
    "test_chamber": ({"citizens": "+"}, "research"),
    "community_tower": ({"citizens": "+", "happiness": "+", "technical": "-"}, "dec/campaign"),
    "obelisk": ({"citizens": "+"}, "cr/campaign"),
    "consulate": ({"citizens": "+"}, "copy"),
    "spaceport": ({"citizens": "+", "security": "-"}, "tg"),
    "laboratory": ({}, "research/expedition"),
    "bunker": ({"citizens": "+", "security": "+"}, None),
    "prison_dome": ({"citizens": "+", "colonists": "+", "happiness": "-"}, "tg"),
    "terran_embassy": ({"citizens": "+"}, "pa"),
}


def sign(number):
    return "+" if number > 0 else "-" if number < 0 else "0"


def tile(kind):
    return next(tile for tile in content.get()["modules"] if tile["type"] == kind)


@pytest.mark.rule(
    *[
        f"BHC-A5.3-{n}"
        for n in (5, 7, 9, 11, 12, 13, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50)
    ]
)
@pytest.mark.parametrize("kind", LISTED)
def test_tier_1_has_the_listed_influences(kind):
    copies, pool, endorse, clock, signs, stock = LISTED[kind]
    made, side = tile(kind), tile(kind)["tier1"]
    assert (len(made["units"]), made["pool"], made["endorse"], made["clock"]) == (copies, pool, endorse, clock)
    assert "".join(sign(side.get(name, 0)) for name in tables.RESOURCES) == signs
    assert sign(side.get("stock", 0)) == stock


@pytest.mark.rule(
    *[
        f"BHC-A5.3-{n}"
        for n in (8, 10, 11, 12, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51)
    ]
)
@pytest.mark.parametrize("kind", OTHERS)
def test_tier_1_has_the_listed_other_influences_and_socket(kind):
    side = tile(kind)["tier1"]
    found = {name: sign(side[name]) for name in tables.STATUSES if side.get(name)}
    found.update({name: sign(value) for name, value in side.get("immigration", {}).items()})
    socket = side.get("socket")
    parts = "/".join(part.split()[0] for part in socket.split("/")) if socket else None
    assert (found, parts) == OTHERS[kind]


@pytest.mark.rule(
    "BHC-A5.3-15", "BHC-A5.3-23", "BHC-A5.3-27", "BHC-A5.3-29", "BHC-A5.3-41", "BHC-A5.3-45", "BHC-A5.3-51"
)
def test_the_special_influences_are_where_the_annex_has_them():
    assert tile("tanks")["tier1"]["accumulators"] == {"gas": 7, "liquid": 7}
    assert tile("storage")["tier1"]["accumulators"] == {"power": 7, "life_support": 7}
    assert tile("residential_dome")["tier1"]["beds"] == 20
    assert tile("temporary_residential_capsules")["tier1"]["beds"] == 40
    assert tile("consulate")["tier1"]["once_stock"] == 30
    assert tile("laboratory")["tier1"]["convert"].keys() == {"scientists"}
    assert tile("terran_embassy")["tier1"]["once_td"] == 1


@pytest.mark.rule("BHC-4.9-6", "BHC-4.9-9", "BHC-1.1-6", "BHC-A5.3-4")
@pytest.mark.parametrize("made", content.get()["modules"], ids=lambda made: made["type"])
def test_tier_2_is_better_somewhere_and_worse_nowhere(made):
    one, two = tables.attributes(made["tier1"]), tables.attributes(made["tier2"])
    better = [name for name in ("socket", "sockets") if made["tier1"].get(name) != made["tier2"].get(name)]
    for attribute, (before, after) in enumerate(zip(one, two, strict=True)):
        if tables.A_CONS <= attribute < tables.A_CONS + 4:
            before, after = -before, -after
        assert after >= before
        better += [attribute] if after > before else []
    assert better


@pytest.mark.rule("BHC-1.1-2", "BHC-1.1-7", "BHC-1.1-8", "BHC-1.1-10", "BHC-1.1-11", "BHC-A5.3-6")
def test_the_box_is_complete():
    known = content.get()
    assert sorted(unit for tile in known["modules"] for unit in tile["units"]) == list(range(33))
    assert (len(known["managers"]), len(known["decrees"]), len(known["directives"])) == (9, 60, 9)
    assert len(known["planets"]) >= 3
    assert len(known["occurrences"]) >= 20
    assert len(tile("arc")["tier1"]["sockets"]) >= 3
    assert tile("arc")["tier1"]["sockets"][0] == "large"


@pytest.mark.rule("BHC-A5.3-2", "BHC-6.1-5", "BHC-3.1-22")
def test_managers_bring_their_modules_and_have_each_order_once():
    brought = {manager["name"]: set(manager["modules"]) for manager in content.get()["managers"]}
    assert brought["Mac McCain"] == {"consulate", "spaceport"}
    assert brought["Lucas Johannes"] == {"prison_dome", "galactic_marketplace"}
    assert sorted(manager["order"] for manager in content.get()["managers"]) == list(range(1, 10))
    for manager in content.get()["managers"]:
        least = {"cr": 8, "tg": 2, "pa": 1, "xp": 15}
        assert all(manager["capacity"][name] >= value for name, value in least.items())


@pytest.mark.rule("BHC-4.6-12", "BHC-4.8-4", "BHC-4.8-5", "BHC-4.8.1-7", "BHC-4.8.1-8", "BHC-5.5.1-13")
@pytest.mark.rule("BHC-5.5.1-10", "BHC-5.5.1-11", "BHC-5.5.2-3", "BHC-5.2-9")
def test_decrees_come_in_two_colours_and_hold_what_the_rules_need():
    decrees = content.get()["decrees"]
    assert [sum(card["colour"] == colour for card in decrees) for colour in ("green", "red")] == [30, 30]
    fees = [card["fee"] for card in decrees]
    assert {} in fees
    assert {"cr": 1} in fees
    assert {"pa": 1, "cr": 2} in fees
    found = {tuple(effect[:2]) for card in decrees for effect in card["app"]} | {
        tuple(effect[:3:2]) for card in decrees for effect in card["app"] if effect[0] == "convert"
    }
    for needed in (("invite", "secforce"), ("convert", "secforce"), ("invite", "marines"), ("convert", "marines"),
                   ("riot", "restart"), ("td", -1), ("governor",)):  # fmt: skip
        assert needed in found
    assert any(effect[1] == "flip" for card in decrees for effect in card["table"])
    assert {effect[0] for card in decrees for effect in card["app"]} >= {"stock", "boost", "group", "accumulator"}
    assert sum(1 for card in decrees if any(card["hst"])) > 30


@pytest.mark.rule("BHC-4.8.2-4")
def test_some_directives_block_and_some_do_not():
    assert {card["blocks"] for card in content.get()["directives"]} == {True, False}


@pytest.mark.rule("BHC-5.6-2", "BHC-5.6-3", "BHC-5.6-5")
def test_occurrences_ask_for_planet_managers_modules_statuses_and_stock():
    asked = {condition[0] for item in content.get()["occurrences"] for condition in item["when"]}
    assert asked >= {"planet", "manager", "module", "stock", "happiness", "security", "technical"}
    for item in content.get()["occurrences"]:
        assert item["title"]
        assert item["text"].endswith(".")
        for effect in item["table"]:
            assert effects.table_words(effect).endswith(".")


def test_every_effect_has_words_that_read_well():
    known = content.get()
    for card in known["decrees"] + known["directives"] + known["occurrences"]:
        for words in [effects.app_words(effect) for effect in card["app"]] + [
            effects.table_words(e) for e in card["table"]
        ]:
            assert words[0].isupper() or words[0] in "+−0123456789"
            assert words.endswith(".")
            assert "  " not in words


def test_the_json_is_the_same_content():
    text = (loader.FOLDER / "content.json").read_text(encoding="utf-8")
    assert json.loads(text) == loader.load(), "run: python -m shared_rules.beyond_humanity.content.loader"


FAULTS = [
    ("decrees", 'title = "Curfew"', 'title = "Loyalty Register"', "title 'Loyalty Register' stands twice"),
    (
        "decrees",
        "convert colonists secforce 60",
        "convert colonists police 60",
        "Neighbourhood Patrols: 'police' is not one of",
    ),
    ("decrees", 'colour = "green"', 'colour = "blue"', "colour is green or red"),
    ("decrees", "hst = [2, 0, 0]", "hst = [2, 0]", "decree 1: hst must be a list of 3 to 3"),
    ("decrees", 'fee = "pa 1 cr 2"', 'fee = "pa one"', "'one' is not a whole number"),
    ("modules", "endorse = 8", "endorse = 9", "endorse must be a whole number 0..8"),
    ("modules", "units = [3, 4]", "units = [3]", "solar_power_plant: units differ from the catalogue"),
    ("modules", "happiness = -1", "joy = -1", "unknown field 'joy'"),
    ("managers", "order = 9", "order = 8", "order of command is each of 1..9 once"),
    ("managers", '"obelisk"', '"storage"', "Art Chen: modules must be additional modules"),
    ("planets", "hazard = 36", "", "colony: 'hazard' is missing"),
    ("occurrences", '"module laboratory"', '"module laundry"', "breakthrough: 'laundry' is not one of"),
    ("occurrences", "[[occurrence]]", "[[occurrence", "occurrences.toml"),
]


@pytest.mark.parametrize(("name", "old", "new", "message"), FAULTS)
def test_faulty_content_is_named_with_file_and_entry(tmp_path, name, old, new, message):
    for file in loader.FILES:
        shutil.copy(loader.FOLDER / f"{file}.toml", tmp_path)
    path = tmp_path / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(loader.ContentError) as caught:
        loader.load(tmp_path)
    assert str(caught.value).startswith(f"{name}.toml")
    assert message in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(loader.ContentError, match=r"modules\.toml: file is missing"):
        loader.load(tmp_path)


@pytest.mark.rule("BHC-1.1-3", "BHC-1.1-16", "BHC-1.1-19", "BHC-1.1-10", "BHC-1.1-11")
def test_every_piece_with_a_tag_has_its_card_or_manager():
    counts = dict(PIECE_COUNTS)
    assert counts == {"manager": 9, "decree": 60, "directive": 9, "governor": 1, "ambassador": 1}
    for kind in ("manager", "decree", "directive"):
        assert sorted(content.get()[kind]) == list(range(1, counts[kind] + 1))


SCENE = {"planet": [], "manager": [], "module": [], "bands": [1, 1, 1], "stock": 50, "crowded": False}


def possible(**changes):
    return {item["id"] for item in occurrences.eligible(content.get(), dict(SCENE, **changes))}


# effect of a card -> the part of the Colony that it changes, and by how much (of a list: index and difference)
EFFECTS = [
    ("stock +12", "stock", 12),
    ("stock -5", "stock", -5),
    ("convert colonists secforce 60", "pop", {0: -60, 1: 60}),
    ("convert prisoners colonists 60", "pop", {4: -20, 0: 20}),  # only 20 are there
    ("invite marines 40", "pop", {3: 40}),
    ("expel prisoners 80", "pop", {4: -20}),
    ("boost 16", "boost", 16),
    ("group scientists 30", "group_boost", {2: 30}),
    ("accumulator gas 7", "acc_extra", {2: 7}),
    ("fill power 6", "acc", {0: 6}),
    ("fill power -20", "acc", {0: -8}),  # never below nothing
    ("td -1", "td", -1),
    ("riot restart", "riot", -1),
    ("progress 32", "progress", {5: 32}),  # only what is being built
]


@pytest.mark.rule("BHC-4.8-5", "BHC-5.1-9", "BHC-5.4.1-5", "BHC-5.2-9")
@pytest.mark.parametrize(("text", "field", "change"), EFFECTS)
def test_an_effect_changes_what_its_words_say_and_nothing_else(text, field, change):
    before = new_colony(content.get()["planets"][0])
    before.update(pop=[2000, 60, 60, 30, 20], td=2, riot=2)
    before["progress"][5], before["rate"][5], before["progress"][6] = 40, 32, 40
    after = effects.apply_effects(before, [effects.parse_app(text)], [0, 0, 0])
    assert {name for name in before if before[name] != after[name]} == {field}
    if isinstance(change, dict):
        found = {i: b - a for i, (a, b) in enumerate(zip(before[field], after[field], strict=True)) if a != b}
        assert found == change
    else:
        assert after[field] - before[field] == change


@pytest.mark.rule("BHC-4.8-4", "BHC-5.1-9")
def test_each_status_icon_of_a_card_moves_its_status_by_one_step():
    before = new_colony(content.get()["planets"][0])
    after = effects.apply_effects(before, [], [2, -1, 0])
    step = effects.ICON_POINTS
    assert [after[name] - before[name] for name in "hst"] == [2 * step, -step, 0]
    assert effects.apply_effects(dict(before, h=990, s=10), [], [1, -1, 0])["h"] == 1000


@pytest.mark.rule("BHC-5.6.1-3")
def test_an_occurrence_damages_a_module_only_where_one_stands():
    known = content.get()
    bad = {"bands": [3, 3, 3], "planet": [tag for planet in known["planet"].values() for tag in planet["tags"]]}
    harmful = {item["id"] for item in known["occurrences"] if ["catastrophe"] in item["app"]}
    assert harmful
    assert not possible(**bad) & harmful
    assert possible(**bad, module=[tile["type"] for tile in known["modules"]]) >= harmful


@pytest.mark.rule("BHC-5.6-3", "BHC-5.1-13")
@pytest.mark.parametrize(
    ("changes", "new"),
    [
        ({"planet": ["ice"]}, "ice_vein"),
        ({"manager": ["9"]}, "market_day"),
        ({"module": ["laboratory"]}, "breakthrough"),
        ({"bands": [3, 1, 1]}, "graffiti"),
        ({"bands": [1, 2, 1]}, "missing_tools"),
        ({"bands": [1, 1, 3], "module": ["tanks"]}, "chain_reaction"),
        ({"bands": [0, 1, 1]}, "talent_show"),
        ({"stock": 120}, "price_rise"),
        ({"stock": 3}, "relief_crate"),
        ({"crowded": True}, "housing_queue"),
    ],
)
def test_occurrences_are_chosen_by_the_situation(changes, new):
    assert new in possible(**changes)
    assert new not in possible()
    assert "quiet_month" in possible()


@pytest.mark.rule("BHC-3.1-24")
def test_an_effect_takes_no_more_than_there_is():
    before = {"h": 30, "s": 990, "t": 500, "stock": 1, "td": 0, "riot": 0, "boost": 0, "pop": [50, 0, 0, 0, 0]}
    before.update(acc=[2, 0, 0, 0], acc_extra=[0] * 4, group_boost=[0] * 5, progress=[128], rate=[0])
    cards = [["convert", "colonists", "marines", 80], ["expel", "prisoners", 9], ["fill", "power", -6], ["td", -1]]
    after = effects.apply_effects(before, cards, [-3, 3, 0])
    assert (after["h"], after["s"], after["t"]) == (0, 1000, 500)
    assert after["pop"] == [0, 0, 0, 50, 0]
    assert (after["acc"], after["td"]) == ([0, 0, 0, 0], 0)
    assert before["pop"] == [50, 0, 0, 0, 0]
