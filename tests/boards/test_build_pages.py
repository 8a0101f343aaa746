"""The build document: every wire drawn, every fault of the field held by a test or excused, every light explained."""

import xml.etree.ElementTree as ElementTree

import pytest

from shared_rules import catalog
from tools.boards import catalogue, drawing
from tools.docs import build_pages

PICTURES = build_pages.pictures()


@pytest.mark.parametrize("path", PICTURES)
def test_a_picture_is_whole_and_names_every_wire(path):
    name, _, reader = path.rpartition("wiring-")[2].removesuffix(".svg").partition("-")
    root = ElementTree.fromstring(PICTURES[path]())
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for pin, _, end in drawing.rows(catalogue.board(name), reader or None):
        assert pin in words
        assert end in words
    places = [(e.get("cx"), e.get("cy")) for e in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(set(places)) == len(places), "two wires on one spot"


def test_every_board_with_every_reader_has_its_picture():
    wanted = sum(len(catalogue.kinds(catalogue.board(name))) for name in catalogue.names())
    assert len(PICTURES) == wanted == 10


def test_every_fault_of_the_field_is_held_by_a_test_or_excused():
    for fault in build_pages.faults():
        assert build_pages.citing(fault["id"]) or fault.get("reason"), fault["id"]
    ids = [fault["id"] for fault in build_pages.faults()]
    assert len(set(ids)) == len(ids) == 84


def test_every_light_and_every_fault_code_is_explained():
    page = build_pages.lights()
    for name, *_ in catalog.LIGHTS:
        assert f"| {name} |" in page
    for name in catalog.FAULT_NAMES[1:]:
        assert f"| {name} |" in page
