def test_a_board_is_found_lit_and_placed(rig):
    rig.table.attach(6, (0, 1), port=2)
    rig.run(2000)
    attached = rig.take("MODULE_ATTACHED")
    assert [fields["unit"] for fields in attached] == [6]
    assert rig.bus.edges == [(0, 1, 6, 2)]
    assert rig.take("TOPOLOGY")[-1] == {"edges": [(0, 1, 6, 2)]}
    rig.bus.set_light(6, 2)
    rig.run(300)
    assert rig.table.boards[6].light.pattern == 2
    rig.table.detach(6)
    rig.run(1000)
    assert rig.take("MODULE_LOST") == [{"unit": 6}]
    assert rig.bus.edges == []
    assert rig.take("FAULT") == []
