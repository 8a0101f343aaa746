"""The words on cards and screens: made from the data, short, and sentences."""

import pytest

from shared_rules.beyond_humanity import content, effects, occurrences


def printed(box):
    """(name, text, most characters) of everything that is printed."""
    for tile in box["abilities"]:
        yield tile["name"], tile["words"], 200
    for face in [face for card in box["assistants"] for face in card["faces"]] + box["advisors"]:
        yield face["name"], face["words"], 120
    for card in box["artifacts"]:
        yield card["name"], card["text"], 90
        if card["words"]:
            yield card["name"], card["words"], 200
    for goal in [goal for cards in box["goals"].values() for goal in cards]:
        yield goal["name"], goal["words"], 330
    for planet in box["catalogue"]:
        yield planet["name"], planet["text"], 120
    for entry in box["scenarios"]:
        for text in [*entry["words"], entry["progress"]["words"]]:
            yield entry["name"], text, 160
    for entry in box["tutorials"]:
        for step in entry["steps"]:
            yield entry["name"], step["text"], 200
            yield entry["name"], step["what"], 120


def test_texts_are_sentences_of_a_length_that_fits(box):
    for name, text, most in printed(box):
        assert text[0].isupper() or text[0].isdigit(), (name, text)
        assert text.endswith((".", "!")), (name, text)
        assert len(text) <= most, (name, text)
        assert "  " not in text, (name, text)
        assert "{" not in text, (name, text)


def test_names_of_cards_are_short_and_unique(box):
    for cards in (box["abilities"], box["artifacts"], *box["goals"].values()):
        names = [card["name"] for card in cards]
        assert len(set(names)) == len(names)
        assert max(len(name) for name in names) <= 32


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("all gain cr 1", "Each Manager gains 1 Credit."),
        ("others lose dec 2", "Each other Manager discards 2 Decree cards."),
        ("owner flip assistant", "The owner flips one Assistant card."),
        ("all expedition 1", "Each Manager may fill 1 field of their Expedition."),
        ("owner goals 3 1", "The owner draws 3 Goals, keeps 1 and discards the rest."),
        ("owner finish research", "The owner completes their Research without filling its fields."),
        ("governor exchange cr 2 tg 2", "The Governor may pay 2 Credits to gain 2 Terran Goods."),
        ("owner reshuffle artifacts", "The owner shuffles the public Artifacts into their deck and reveals 3."),
    ],
)
def test_an_effect_reads_well_of_others(text, words):
    assert effects.table_words(effects.parse_table(text)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cr 1", "Gain 1 Credit."),
        ("dec 3", "Draw 3 Decree cards."),
        ("research", "Fill 1 field of your Research."),
        ("endorse 2", "Place up to 2 endorsements."),
        ("exchange dec 2 dec 4", "Give up 2 Decree cards to draw 4 Decree cards."),
        ("move", "You may move one Ability to another slot."),
    ],
)
def test_an_action_reads_as_a_command(text, words):
    assert effects.action_words(effects.parse_action(text)) == words


@pytest.mark.rule("BHC-5.6-4")
def test_there_are_hundreds_of_different_events():
    items = content.get()["occurrences"]
    texts = {occurrences.text_of(item, way) for item in items for way in range(occurrences.variants(item))}
    assert len(texts) == sum(occurrences.variants(item) for item in items)
    assert len(texts) >= 300
    for text in texts:
        assert text[0].isupper()
        assert text.endswith((".", "!"))
        assert len(text) <= 120
        assert "{" not in text


@pytest.mark.rule("BHC-5.6-3")
def test_events_ask_for_every_environment_every_manager_assistant_and_most_modules(box):
    asked = [tuple(condition) for item in content.get()["occurrences"] for condition in item["when"]]
    tags = {tag for planet in box["catalogue"] + content.get()["planets"] for tag in planet["tags"]}
    assert tags == {word for kind, word in asked if kind == "planet"}
    numbers = {str(number) for number in range(1, 10)}
    assert numbers == {word for kind, word in asked if kind == "manager"}
    assert numbers == {word for kind, word in asked if kind == "assistant"}
    kinds = {tile["type"] for tile in content.get()["modules"] if tile["pool"] != "hub"}
    assert len(kinds & {word for kind, word in asked if kind == "module"}) > 20


def test_the_way_of_telling_is_remembered_by_its_name():
    items = content.get()["occurrences"]
    item = next(item for item in items if occurrences.variants(item) > 3)
    told = occurrences.told(items, f"{item['id']}/3")
    assert told["text"] == occurrences.text_of(item, 3)
    assert told["title"] == item["title"]
    assert occurrences.told(items, "leak")["text"].endswith(".")
