"""docs/colony-model.md: every constant with its value and reason, and a property test for every monotonic statement."""

import ast
import re
import tomllib

import pytest

from shared_rules.beyond_humanity import tables
from tools.docs import colony_model
from tools.rules.coverage import ROOT, citations

PAGE = colony_model.PAGE.read_text(encoding="utf-8")
# What a statement or its check sounds like when it says what more or less of something does.
MONOTONIC = re.compile(
    r"\b(never (falls|lowers|improves?|rises|shortens)|grows?|rises?|raised?|raises|lowers?|higher|fewer|less|more|"
    r"increases?|decreases?|reduces|improves?|worse|non-decreasing|strictly|monotonic\w*|drains|favoured)\b",
    re.IGNORECASE,
)
NOT_MONOTONIC = {
    "BHC-4.1-2": "the Round number grows by one: a step, not a relation",
    "BHC-5.6.1-1": "one or more Modules: a number of them",
    "BHC-5.6.1-2": "more than one in a game: how often it may happen",
}


def test_every_constant_has_a_unit_and_reason_and_stands_on_the_page_as_it_is():
    for module, wanted in colony_model.SOURCES:
        found = list(colony_model.constants(module, wanted))
        assert found, module
        assert [constant.names for constant in found if not constant.reason] == []
    assert colony_model.page() == PAGE, "run `make docs`"


def test_a_changed_figure_makes_the_page_stale(monkeypatch):
    monkeypatch.setattr(tables, "ARC_AGE", 99)
    assert colony_model.page() != PAGE


def test_no_number_of_the_kernel_is_without_a_name():
    """Literals in the equations are 0, 1, 2 and shifts of bit masks; everything else has a name and a reason."""
    source = (ROOT / "shared_rules/beyond_humanity/colony.py").read_text(encoding="utf-8")
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    literals = {
        (function.name, node.value)
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value > 2
    }
    assert literals == {
        ("_resources", 4),  # slices of four Resources
        ("_conversions", 3),  # and of three groups
        ("_statuses", 3),
        ("_statuses", 1000),  # the scale of a status
        ("_migration", 5),
        ("_riot", 3),  # stages
        ("_riot", 4),
        ("_choose", 31),  # bits of a mask
        ("_choose", 32),
        ("_choose", 0xFFFFFFFF),
    }


# -- section 12 -----------------------------------------------------------------------------------------------------


def listed():
    """{statement: names of the properties} of section 12."""
    made = {}
    for line in PAGE.partition("## 12.")[2].splitlines():
        if line.startswith("| BHC-"):
            left, right = line.strip("| ").split(" | ")
            for name in left.split(", "):
                made["BHC-" + name.removeprefix("BHC-")] = re.findall(r"`(test_\w+)`", right)
    return made


def test_every_monotonic_statement_of_the_colony_is_listed():
    rules = tomllib.loads((ROOT / "docs/rules/beyond_humanity.toml").read_text(encoding="utf-8"))["rule"]
    sounding = {
        rule["id"] for rule in rules if rule["who"] == "sim" and MONOTONIC.search(rule["text"] + " " + rule["check"])
    }
    assert len(sounding) > 50
    assert sounding - set(listed()) == set(NOT_MONOTONIC)


def properties():
    """{test: (ids that it cites, whether it draws random cases)} of tests/colony and tests/rules."""
    cited = {}
    for rule, place in citations(ROOT / "tests"):
        cited.setdefault(place, set()).add(rule)
    made = {}
    for folder in ("colony", "rules"):
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    marks = [f"tests/{folder}/{path.name}:{one.lineno}" for one in node.decorator_list]
                    words = [ast.unparse(one) for one in node.decorator_list]
                    random = any(word.startswith("given(") for word in words) or "Player" in ast.unparse(node)
                    made[node.name] = (set().union(*[cited.get(mark, set()) for mark in marks]), random)
    return made


@pytest.mark.parametrize("part", [0, 1])
def test_each_listed_property_is_there_cites_the_statement_and_draws_random_cases(part):
    known = properties()
    for rule, names in sorted(listed().items())[part::2]:
        assert names, rule
        assert any(rule in known[name][0] for name in names), rule
        assert all(known[name][1] for name in names), rule
