"""Referee level: the same colony, and everything that lies on the table (docs/referee.md).

Theory: the state holds a queue of steps, `board["todo"]`. The first one says who must choose and what; a step that
leaves no choice is carried out at once. Rounds, sockets and cards only put steps into the queue: one small loop plays.
"""
