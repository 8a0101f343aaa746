"""Games as files: what a log of actions gives, and its playback."""

from types import SimpleNamespace

from host.session.fingerprint import fingerprint
from host.session.playback import Playback
from host.store.entries import OVER, GameRecord, chained
from host.store.gamefile import GameFile
from shared_rules.beyond_humanity import game

SEED = 31415926535897932384626433832795028841
OPTIONS = {"mode": "semi", "managers": [3, 8, 5], "planet": "trappist-1-e", "level": "referee"}
UP = SimpleNamespace(words="The ARC is connected.", connected=True)


def file_of(options, seed, log, status=OVER):
    """The file of a log of (actor, action), with chain and digests."""
    record = GameRecord(f"{seed:032x}", game.TITLE, game.NAME, options, seed, status, 1000.0)
    state, head, entries = game.setup(options, seed), record.genesis, []
    for seq, (actor, action) in enumerate(log, start=1):
        state = game.apply(state, action)
        entries.append(chained(head, seq, actor, action, game.digest(state)))
        head = entries[-1].hash
    return GameFile(record, entries, (), fingerprint(game))


def played_back(file):
    """A playback, folded."""
    made = Playback(game, file)
    made.open_now()
    return made


def hand_of(playback, seat):
    """(position, a card) at which a seat holds a card that the table does not see."""
    for at in range(10, playback.length):
        table = str(playback.view(at, "table"))
        for card in playback.view(at, f"seat:{seat}")["you"]["hand"]:
            if card["title"] not in table:
                return at, card
    raise AssertionError("this game has no hands")
