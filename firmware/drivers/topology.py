"""Which corridor joins which ports, found by sense lines.

Theory: a corridor ties the sense lines of two ports together; a line is asserted when either end drives it. Driving one
port after another would take 134 turns for 32 modules, so all ports are numbered and drive by the bits of their
number: for each bit there is one turn for the ports that have it set and one for those that have it clear. A port that
keeps still hears "asserted" exactly when its neighbour's bit differs from its own; the bits where it differs, XOR the
own number, are the neighbour's number. Nothing heard at all means that no corridor is there. 134 ports take 17 turns.
First come all turns for set bits, then all for clear ones: from one turn to the next only half of the boards change.

Rule 1: in turn 0 nobody drives; a line asserted then is shorted, and its port is left out.
Rule 2: a corridor counts only when both ends name each other. A corridor joined or parted in mid sweep, or a Y of three
ends, breaks that and is reported as odd, never guessed.
Rule 3: pure logic; the bus does the driving and reading.
"""


def bit_length(number):
    """Bits that `number` needs (MicroPython's int has no such method)."""
    bits = 0
    while number:
        number >>= 1
        bits += 1
    return bits


class Sweep:
    """One sweep over `boards`, a list of (unit, port count)."""

    def __init__(self, boards):
        self._first = {}
        self._ports = []  # number -> (unit, port)
        for unit, count in boards:
            self._first[unit] = len(self._ports)
            for port in range(count):
                self._ports.append((unit, port))
        self._differs = [0] * len(self._ports)
        self._shorted = set()
        self.units = [unit for unit, _ in boards]
        self._bits = bit_length(max(0, len(self._ports) - 1))
        self.turns = 1 + 2 * self._bits

    def drive_mask(self, unit, turn):
        """Ports of `unit` that drive in `turn`."""
        if turn == 0:
            return 0
        bit, wanted = (turn - 1) % self._bits, turn <= self._bits
        first = self._first[unit]
        mask = 0
        for port in range(self._count(unit)):
            if (first + port) >> bit & 1 == wanted:
                mask |= 1 << port
        return mask

    def all_ports(self, unit):
        """Mask of every port of `unit`."""
        return (1 << self._count(unit)) - 1

    def heard(self, unit, turn, sense):
        """Take what `unit` sensed in `turn`; bits of ports that drove themselves are ignored."""
        still = sense & self.all_ports(unit) & ~self.drive_mask(unit, turn)
        for port in range(self._count(unit)):
            if still >> port & 1:
                number = self._first[unit] + port
                if turn == 0:
                    self._shorted.add(number)
                else:
                    self._differs[number] |= 1 << (turn - 1) % self._bits

    def edges(self):
        """Sorted list of (unit, port, unit, port), the lower end first, and the list of odd (unit, port)."""
        edges, odd = [], []
        for number, differs in enumerate(self._differs):
            other = number ^ differs
            if number in self._shorted or (differs and not self._mutual(other, differs)):
                odd.append(self._ports[number])
            elif differs and number < other:
                edges.append(self._ports[number] + self._ports[other])
        return sorted(edges), odd

    def _mutual(self, other, differs):
        return other < len(self._ports) and other not in self._shorted and self._differs[other] == differs

    def _count(self, unit):
        first = self._first[unit]
        count = 0
        while first + count < len(self._ports) and self._ports[first + count][0] == unit:
            count += 1
        return count
