"""EXPERIMENTAL: the hub of the published box over Bluetooth LE, for its owners (`colony play --arc ble`).

What the hub says was reconstructed by its community and never verified here: every frame that is not understood is
logged, and reports of them are welcome. `frames.py` cuts the byte stream, `meaning.py` reads payloads, `hub.py` is what
the companion talks to in place of an ArcClient, `bluetooth.py` is the radio.
"""
