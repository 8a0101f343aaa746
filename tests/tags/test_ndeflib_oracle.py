"""Our NDEF codec against `ndeflib`, an implementation of the NFC Forum's text that shares nothing with ours."""

import binascii

import ndef
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.catalog import PIECE_COUNTS
from shared_rules.ndef import MESSAGE, NdefError, message_in, piece_in, piece_message, records
from shared_rules.ndef_text import URI_PREFIXES, uri_of
from shared_rules.ndef_write import rewrite
from tools.tags.message import Content, compose, content_of, encode, record_words

PIECES = [f"{kind}/{n}" if count > 1 else kind for kind, count in PIECE_COUNTS for n in range(1, count + 1)]
few = settings(max_examples=60)
languages = st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=63)
printable = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=50)
addresses = st.from_regex(r"(https?://(www\.)?|tel:|mailto:)[a-z0-9]{1,20}(/[a-z0-9./]{0,20})?", fullmatch=True)
media = st.sampled_from(["text/vcard", "application/json"])
labels = st.binary(max_size=20).map(lambda data: data.hex())


@st.composite
def foreign(draw):
    """A record as phones write them, made by ndeflib."""
    made = draw(
        st.one_of(
            st.builds(ndef.TextRecord, printable, languages, st.sampled_from(["UTF-8", "UTF-16"])),
            st.builds(ndef.UriRecord, addresses),
            st.builds(ndef.Record, st.just("urn:nfc:ext:android.com:pkg"), labels, st.binary(max_size=300)),
            st.builds(ndef.Record, media, labels, st.binary(max_size=300)),
            st.builds(ndef.Record, st.just("unknown"), labels, st.binary(max_size=40)),
        )
    )
    if isinstance(made, ndef.TextRecord | ndef.UriRecord):
        made.name = draw(labels)
    return made


def theirs(message):
    """(type, id, payload) of each record by ndeflib."""
    return [(each.type, each.name, bytes(each.data)) for each in ndef.message_decoder(message, errors="strict")]


_NAMES = {1: "urn:nfc:wkt:", 2: "", 3: "", 4: "urn:nfc:ext:"}


def ours(message):
    """The same by our codec."""
    return [
        ("unknown" if tnf == 5 else _NAMES[tnf] + bytes(kind).decode(), bytes(name).decode("latin-1"), bytes(payload))
        for tnf, kind, name, payload in records(message)
    ]


@given(st.sampled_from(PIECES))
@few
def test_ndeflib_reads_our_pieces(piece):
    (one,) = ndef.message_decoder(piece_message(piece), known_types={})
    assert one.type == "urn:nfc:ext:colony.arc:piece"
    body, check = one.data[:-4], one.data[-4:]
    assert body == b"\x01" + piece.encode()
    assert int.from_bytes(check, "little") == binascii.crc32(body)


@given(st.lists(foreign(), min_size=1, max_size=6))
@few
def test_b47_b48_we_read_what_ndeflib_writes(made):
    message = b"".join(ndef.message_encoder(made))
    assert ours(message) == theirs(message)
    assert piece_in(message) is None


@given(st.sampled_from(PIECES), st.lists(foreign(), max_size=6))
@few
def test_a_piece_beside_what_phones_wrote_is_read_by_both(piece, made):
    others = content_of(tlv(b"".join(ndef.message_encoder(made)))).others
    message = compose(piece, others)
    assert ours(message) == theirs(message)
    assert theirs(message)[1:] == theirs(b"".join(ndef.message_encoder(made)))
    assert piece_in(message) == piece
    assert content_of(tlv(message)) == Content(piece, "", others)


def tlv(message):
    """A user area with the message."""
    return rewrite(bytes(4000), message)


@given(st.lists(foreign(), min_size=1, max_size=3))
@few
def test_the_words_for_texts_and_addresses_are_ndeflibs(made):
    for one in made:
        (words,) = [words for each in plain([one]) for words in record_words(each)]
        if isinstance(one, ndef.TextRecord):
            shown = one.text if len(one.text) <= 60 else one.text[:60] + "…"
            assert words == f'the text "{"".join(c if c.isprintable() else " " for c in shown)}"'
        elif isinstance(one, ndef.UriRecord):
            assert words == f'the address "{one.uri}"'
        else:
            assert words.startswith("a record of the type") or words == "a record without a type"


def plain(made):
    return [(tnf, bytes(k), bytes(n), bytes(p)) for tnf, k, n, p in records(b"".join(ndef.message_encoder(made)))]


def test_b53_the_prefixes_of_addresses_are_ndeflibs():
    assert ndef.uri.UriRecord._prefix_strings == URI_PREFIXES
    assert uri_of(b"\x04zpr.au/x") == "https://zpr.au/x"


def test_b49_a_chunked_text_is_joined_where_ndeflib_gives_its_chunks():
    message = bytes.fromhex("B101045402656E705600 0131")
    (_, _, first), (_, _, second) = theirs_raw(message)
    assert record_words(plain_of(message)[0]) == ['the text "p1"']
    assert plain_of(message)[0][3] == first + second


def theirs_raw(message):
    return [(each.type, each.name, bytes(each.data)) for each in ndef.message_decoder(message, known_types={})]


def plain_of(message):
    return [(tnf, bytes(k), bytes(n), bytes(p)) for tnf, k, n, p in records(message)]


@given(st.binary(max_size=80))
@settings(max_examples=300)
def test_b42_b51_garbage_is_read_or_refused_and_never_trusted(data):
    """What we read, ndeflib reads alike or refuses; what is not NDEF gives our own error and no other."""
    content = content_of(data)
    assert content.piece is None or content.piece in PIECES
    for each in content.others:
        assert all(words.isprintable() for words in record_words(each))
    try:
        message = message_in(data)
        found = records(message) if message else []
    except NdefError:
        return
    try:
        known = list(ndef.message_decoder(message, errors="strict", known_types={})) if message else []
    except ndef.DecodeError:
        return  # it also checks what we skip: types, names, record order
    assert b"".join(each[3] for each in found) == b"".join(bytes(each.data) for each in known)


@given(st.lists(st.tuples(st.sampled_from([1, 2, 4]), st.binary(min_size=1, max_size=20), st.binary(max_size=9),
                          st.binary(max_size=300)), min_size=1, max_size=5))
@few
def test_what_we_encode_we_decode_with_labels_and_long_payloads(found):
    assert [tuple(map(bytes_or_int, each)) for each in records(encode(found))] == found


def bytes_or_int(value):
    return value if isinstance(value, int) else bytes(value)


def test_a_message_ends_where_its_block_says():
    assert tlv(piece_message("governor"))[0] == MESSAGE
