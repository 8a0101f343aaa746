"""News for the pages: newest replaces older, and nobody waits for anybody."""

import asyncio

from table_rig import press

from host.session.subscribers import FAILURES, Subscribers


async def test_each_subscriber_hears_of_a_change_and_looks_for_itself(session):
    heard = []
    session.subscribe(lambda: heard.append(session.revision))

    async def page():
        heard.append(session.view("table")["round"])

    end = session.subscribe(page)
    await press(session, "next")
    await session.settle()
    assert heard == [session.revision, 2]
    end()
    await press(session, "next")
    await session.settle()
    assert heard == [session.revision - 1, 2, session.revision]


async def test_a_page_that_never_reads_costs_one_call_whatever_happens():
    calls, gate = 0, asyncio.Event()

    async def sleeping_tablet():
        nonlocal calls
        calls += 1
        await gate.wait()

    subscribers = Subscribers()
    subscribers.add(sleeping_tablet)
    fast = []
    subscribers.add(lambda: fast.append(1))
    for _ in range(10_000):
        subscribers.publish()
    await asyncio.sleep(0)
    assert (calls, len(fast)) == (1, 1)
    gate.set()
    await subscribers.settle()
    assert calls == 1  # all 10,000 came before it first looked


async def test_news_that_comes_while_a_page_draws_is_told_once_more():
    calls, gate = [], asyncio.Event()

    async def page():
        calls.append(len(calls))
        await gate.wait()

    subscribers = Subscribers()
    subscribers.add(page)
    subscribers.publish()
    await asyncio.sleep(0)
    for _ in range(5):
        subscribers.publish()
    gate.set()
    await subscribers.settle()
    assert calls == [0, 1]


async def test_a_subscriber_that_raises_is_dropped_and_the_others_hear_everything():
    heard = []

    def broken():
        raise RuntimeError("tablet fell into the aquarium")

    subscribers = Subscribers()
    subscribers.add(broken)
    subscribers.add(lambda: heard.append(1))
    for _ in range(FAILURES + 2):
        subscribers.publish()
        await subscribers.settle()
    assert (len(heard), len(subscribers)) == (FAILURES + 2, 1)


async def test_a_subscriber_that_hangs_is_given_up():
    subscribers = Subscribers(deadline_s=0.001)
    subscribers.add(asyncio.Event().wait)
    for _ in range(FAILURES + 1):
        subscribers.publish()
        await subscribers.settle()
    assert len(subscribers) == 0
