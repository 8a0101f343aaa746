"""Profiles on this computer and the one that this game set (box) is bound to. Thin: rules judge, the store keeps.

Theory: a profile is the fold of its log (shared_rules/beyond_humanity/exogen.py). Here is the newest fold of each, and
one method for everything that a person can do; each is one transaction of the store.

Rule 1: a game set is bound to one profile or to none (BHC-A4.2-5). Without one nothing of the game is missing.
Rule 2: an import loses nothing: a profile that is here only grows, and one that parted ways is kept beside it.
"""

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from host.exogen import profilefile
from host.exogen.errors import ExogenError, NoProfile, Parted
from host.exogen.planets import World, worlds
from host.store import exogen as kept
from host.store.entries import Action, canonical
from host.store.errors import LocalStoreError, StoreError, StoreTampered
from host.store.exogen import ProfileLog
from host.store.store import Store
from shared_rules.beyond_humanity import exogen
from shared_rules.engine.reasons import Refusal

State = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile with the fold of its log."""

    log: ProfileLog
    state: State

    @property
    def id(self) -> str:
        return self.log.profile_id

    @property
    def name(self) -> str:
        return str(self.state["name"])


class Exogen:
    """The profiles of one store. Call `refresh` once before anything else is looked at."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock
        self.set_id = ""
        self.bound: Profile | None = None
        self.profiles: list[Profile] = []
        self.troubles: list[str] = []  # profiles that can not be read, in sentences
        self.on_change: Callable[[], None] = lambda: None

    async def refresh(self) -> None:
        """Read everything anew: another program may have written.

        A profile that can not be read is left as it is and told in `troubles`: it keeps nobody from playing.
        """
        set_id, profile_id = await self.store.write(kept.get_box)
        profiles, troubles = [], []
        for found in await self.store.read(kept.list_profiles):
            try:
                profiles.append(await self._read(found))
            except (StoreTampered, Refusal) as error:
                troubles.append(f"The profile {found[:8]} can not be read: {error}")
        # All at once: pages draw between the reads above.
        self.set_id, self.profiles, self.troubles = set_id, profiles, troubles
        self.bound = next((profile for profile in self.profiles if profile.id == profile_id), None)
        self.on_change()

    async def _read(self, profile_id: str) -> Profile:
        """A profile of the store. Raises StoreTampered, Refusal."""
        log = await self.store.read(lambda db: kept.find_profile(db, profile_id))
        assert log is not None, "profiles are kept"
        return Profile(log, exogen.fold(log.actions))

    def the_bound(self) -> Profile:
        """The profile of this box. Raises NoProfile."""
        if self.bound is None:
            raise NoProfile("This game set has no Exogen profile yet.", "Make one first.")
        return self.bound

    # -- profiles --------------------------------------------------------------------------------------------

    async def create(self, name: str) -> Profile:
        """A new profile; the box is bound to it."""
        profile_id, now = uuid.uuid4().hex, self.clock()
        action = {"kind": "name", "name": name}
        judge([action])
        log = ProfileLog(profile_id, now, kept.chain(profile_id, [(action, now)]))

        def job(db: Any) -> None:
            kept.insert_profile(db, log)
            kept.bind(db, profile_id)

        await self.store.write(job)
        await self.refresh()
        return self.the_bound()

    async def bind(self, profile_id: str | None) -> None:
        """Bind this box to another profile, or to none. Games that were begun before still count for the former one."""
        if profile_id is not None and all(profile.id != profile_id for profile in self.profiles):
            raise ExogenError("That profile is not on this computer.")
        await self.store.write(lambda db: kept.bind(db, profile_id))
        await self.refresh()

    async def do(self, action: Action) -> State:
        """Add an entry to the bound profile; its state afterwards. Raises ExogenError with the rules' sentence."""
        profile, now = self.the_bound(), self.clock()
        await self.store.write(lambda db: kept.append(db, profile.id, [(action, now)], judge))
        await self.refresh()
        return self.the_bound().state

    async def rename(self, name: str) -> None:
        """Call the bound profile something else."""
        await self.do({"kind": "name", "name": name})

    async def explore(self, world: World) -> State:
        """Spend points on one step of knowledge."""
        return await self.do({"kind": "explore", **_of(world)})

    async def pioneer(self, world: World, mission: str) -> State:
        """Send pioneers who prepare a planet for its next game."""
        return await self.do({"kind": "pioneer", **_of(world), "mission": mission})

    async def recall(self) -> State:
        """Take the pioneers back before their game begins."""
        return await self.do({"kind": "recall"})

    # -- what the setup offers -------------------------------------------------------------------------------

    async def fresh_options(self, recalled: bool = False) -> dict[str, Any]:
        """`setup_options` of what the store holds now."""
        await self.refresh()
        return self.setup_options(recalled)

    def setup_options(self, recalled: bool = False) -> dict[str, Any]:
        """Options for a new game: the planets that this profile offers; none without a profile (everything is offered).

        `recalled`: as if the pioneers had been recalled already.
        """
        if self.bound is None:
            return {}
        state = dict(self.bound.state, mission=None) if recalled else self.bound.state
        charted, others = ([w.planet for w in worlds().values() if w.charted is which] for which in (True, False))
        found = exogen.offered(state, charted, others)
        plain = {planet["id"] for planet in charted}
        changed = [one for one in found if one["id"] not in plain or one["details"] or "prepared" in one]
        return {"exogen": True, "planets": changed}

    # -- files -----------------------------------------------------------------------------------------------

    async def export(self, profile_id: str | None = None) -> tuple[str, bytes]:
        """(file name, content) of a profile, the bound one by default."""
        await self.refresh()
        wanted = profile_id or self.the_bound().id
        for profile in self.profiles:
            if profile.id == wanted:
                safe = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in profile.name)
                return f"{safe.lower()}{profilefile.SUFFIX}", profilefile.dump(profile.log)
        raise ExogenError("That profile is not on this computer.")

    async def take(self, data: bytes, name: str, as_copy: bool = False) -> str:
        """Take a profile from a file; the sentence says what came of it. The box stays bound as it is, unless to none.

        Raises ForeignFile, NewerSave, StoreTampered; ExogenError when the one here is newer, Parted when both went on.
        """
        log = profilefile.load(data, name)
        words = await self.store.write(lambda db: _take(db, log, as_copy))
        await self.refresh()
        return words


def judge(actions: Sequence[Action]) -> None:
    """Fold a log. Raises ExogenError with the rules' sentence."""
    try:
        exogen.fold(actions)
        for action in actions[-1:]:
            canonical(action)
    except Refusal as refusal:
        raise ExogenError(refusal.sentence) from None
    except LocalStoreError:  # text that is no Unicode
        raise ExogenError("This name has letters that can not be kept.") from None


def _of(world: World) -> Action:
    return {"planet": world.id, "distance_ly": world.distance_ly, "charted": world.charted}


def _take(db: Any, log: ProfileLog, as_copy: bool) -> str:
    name = exogen.fold(log.actions)["name"]
    here = kept.find_profile(db, log.profile_id)
    if here is None:
        kept.insert_profile(db, log)
        if kept.get_box(db)[1] is not None:
            return f"{name} is on this computer now. This game set stays bound to its profile until you choose another."
        kept.bind(db, log.profile_id)
        return f"{name} is on this computer now, and this game set is bound to it."
    ours, theirs = ([entry.hash for entry in one.entries] for one in (here, log))
    if ours == theirs[: len(ours)]:
        rest = [(entry.action, entry.at_utc_s) for entry in log.entries[len(ours) :]]
        if not rest:
            return f"{name} is here already, and nothing in the file is new."
        kept.append(db, log.profile_id, rest, judge)
        added = "1 entry was" if len(rest) == 1 else f"{len(rest)} entries were"
        return f"{name} went on elsewhere: {added} added."
    if as_copy:
        fresh = uuid.uuid4().hex
        entries = kept.chain(fresh, [(entry.action, entry.at_utc_s) for entry in log.entries])
        kept.insert_profile(db, ProfileLog(fresh, log.created_utc_s, entries))
        return f"{name} of the file is kept beside the one that was here."
    if theirs == ours[: len(theirs)]:
        raise ExogenError(f"{name} is newer here than in the file; nothing was taken.")
    raise Parted(f"{name} went on here and in the file, each in its own way.", "It can be taken as a second profile.")


TROUBLE = (ExogenError, StoreError)  # their texts are sentences for players
