"""Chance that lives in the state: sfc16, a counter-based chaotic generator on four 16-bit words.

Theory: sfc ("small fast counting", C. Doty-Humphrey, PractRand) mixes three words and adds a counter, so no cycle is
shorter than 2**16 outputs and the mean cycle is about 2**63. With 16-bit words no intermediate value reaches 2**23: it
stays inside MicroPython's 31-bit small integers, so every interpreter computes the same numbers without big integers.

Rule 1: chance is a list of four integers 0..65535 inside the state; drawing returns a new list, states stay values.
Rule 2: UNDO does not restore it (architecture section 5: it cannot re-roll luck).
"""

WORD = 0xFFFF
_WARM_UP = 15


def seeded(seed):
    """Chance for an integer seed of up to 48 bits (more bits are folded in); equal seeds give equal games."""
    if seed < 0:
        raise ValueError("a seed is not negative")
    words = [0, 0, 0]
    index = 0
    while seed:
        words[index % 3] ^= seed & WORD
        seed >>= 16
        index += 1
    state = [words[0], words[1], words[2], 1]
    for _ in range(_WARM_UP):
        state = _step(state)[1]
    return state


def _step(state):
    a, b, c, counter = state
    out = (a + b + counter) & WORD
    return out, [b ^ (b >> 5), (c + (c << 3)) & WORD, (((c << 6) | (c >> 10)) + out) & WORD, (counter + 1) & WORD]


def below(state, bound):
    """(number 0..bound-1, new state), each number equally likely; `bound` is 1..65536."""
    if not 1 <= bound <= WORD + 1:
        raise ValueError("bound must be 1..65536")
    limit = (WORD + 1) // bound * bound
    while True:
        out, state = _step(state)
        if out < limit:
            return out % bound, state


def pick(state, weights):
    """(index, new state): index i with probability weights[i] / sum(weights); none is negative, one is positive."""
    total = sum(weights)
    number, state = below(state, total)
    for index, weight in enumerate(weights):
        if number < weight:
            return index, state
        number -= weight
    raise ValueError("weights are all zero")
