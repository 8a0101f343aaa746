"""The two numbers that both ends of the wire compare before anything else."""

# Raised with every change that an older peer would misread. `messages.table_crc()` catches the changes we forget.
PROTOCOL = 1
