"""Content of Beyond Humanity: Colonies, loaded once: `get()`.

On the host it is read from the TOML files and checked; where there is no TOML it comes from `content.json`. What only a
referee, a scenario or a tutorial needs is in `box.py`.
"""

from shared_rules.compat import MICROPYTHON

_LOADED = {}


def _from_json():
    import json

    here = __file__.rpartition("/")[0]
    with open((here or ".") + "/content.json") as file:
        content = json.load(file)
    seen = {}
    for name in ("decrees", "directives", "occurrences"):
        for item in content[name]:
            for key in list(item):
                if isinstance(item[key], list):  # many effects and conditions are alike: keep one of each
                    item[key] = seen.setdefault(str(item[key]), item[key])
    return content


def _from_toml():
    from shared_rules.beyond_humanity.content.loader import load

    return load()


def _catalogue():
    """The exoplanets that a host knows beside the charted planets; a device knows none."""
    if MICROPYTHON:
        return []
    from shared_rules.beyond_humanity.content.check_planets import catalogue

    return catalogue()


def get():
    """Loaded content with look-up tables: modules by type and unit, managers, planets, cards by number."""
    if not _LOADED:
        content = _from_json() if MICROPYTHON else _from_toml()
        _LOADED.update(content)
        _LOADED["tile"] = {unit: tile for tile in content["modules"] for unit in tile["units"]}
        _LOADED["manager"] = {manager["number"]: manager for manager in content["managers"]}
        _LOADED["planet"] = {planet["id"]: planet for planet in _catalogue() + content["planets"]}
        _LOADED["decree"] = {card["number"]: card for card in content["decrees"]}
        _LOADED["directive"] = {card["number"]: card for card in content["directives"]}
        from shared_rules.beyond_humanity.tables import build

        _LOADED["tables"] = build(content)
    return _LOADED
