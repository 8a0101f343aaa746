"""The USB port object of the firmware, in memory."""


class Pipe:
    """The USB port object of the firmware: two byte queues. `room` bounds what the host lets the ARC write."""

    def __init__(self):
        self.to_arc = bytearray()
        self.to_host = bytearray()
        self.room = None
        self.sizes = None  # when set: how many bytes each read gives, in turn

    def read_into(self, buf):
        limit = len(buf)
        if self.sizes:
            limit = min(limit, self.sizes[0])
            self.sizes = self.sizes[1:] + self.sizes[:1]
        count = min(limit, len(self.to_arc))
        buf[:count] = self.to_arc[:count]
        del self.to_arc[:count]
        return count

    def write(self, buf):
        count = len(buf)
        if self.room is not None:
            count = min(count, self.room)
            self.room -= count
        self.to_host += bytes(buf[:count])
        return count

    def take(self):
        data, self.to_host = bytes(self.to_host), bytearray()
        return data
