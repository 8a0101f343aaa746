"""Text and URI records of the NFC Forum, for people who ask what is on a foreign tag. The ARC does without.

Rule 1: the language code's length has 6 bits; an unknown URI prefix counts as none, so that it never
        turns into a control character.
"""

from shared_rules.compat import const
from shared_rules.ndef import NdefTruncated, NdefUnsupported, utf8

WELL_KNOWN = const(1)  # type name format of both records

# NFC Forum URI record, codes 00h to 23h
URI_PREFIXES = (
    "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:",
    "ftp://anonymous:anonymous@", "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://",
    "news:", "telnet://", "imap:", "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://",
    "btgoep://", "tcpobex://", "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:",
    "urn:epc:", "urn:nfc:",
)  # fmt: skip


def text_of(payload):
    """The text of a Text record's payload, its language dropped. Raises NdefError."""
    if not payload or 1 + (payload[0] & 0x3F) > len(payload):
        raise NdefTruncated("language code longer than the text record")
    if payload[0] & 0x80:
        raise NdefUnsupported("text in UTF-16")
    return utf8(payload[1 + (payload[0] & 0x3F) :])


def uri_of(payload):
    """The address in a URI record's payload; an unknown prefix code counts as none. Raises NdefError."""
    if not payload:
        raise NdefTruncated("empty URI record")
    prefix = URI_PREFIXES[payload[0]] if payload[0] < len(URI_PREFIXES) else ""
    return prefix + utf8(payload[1:])
