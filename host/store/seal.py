"""Sealing the secret part of a running game's save: scrypt (RFC 7914) and ChaCha20-Poly1305 (RFC 8439).

Theory: players must be able to move a running game, so the file must hold the seed; whoever has the seed can compute
every hidden value. With a passphrase the part is secret. Without one it is sealed with a key that is in this source:
that keeps a player who opens the file in an editor from seeing the future, and nothing more (docs/saves.md).
"""

import base64
import hashlib
import secrets
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from host.store.errors import SealDamaged, WrongPassphrase

DAMAGED = (
    "The sealed part of this save does not open: it is damaged. "
    "Copy the file once more from where it came, or save the game again."
)
PRODUCT_KEY = "colony-arc: a curtain, not a lock"
SALT_BYTES = 16
NONCE_BYTES = 12
SCRYPT = {"n": 1 << 14, "r": 8, "p": 1, "dklen": 32}  # 16 MiB and some tens of ms: interactive use, RFC 7914


def _cipher(passphrase: str | None, salt: bytes) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(hashlib.scrypt((passphrase or PRODUCT_KEY).encode(), salt=salt, **SCRYPT))


def seal_bytes(plain: bytes, passphrase: str | None, bound_to: bytes) -> bytes:
    """Salt, nonce and ciphertext with its tag; opens only beside the same `bound_to`."""
    salt, nonce = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES)
    return salt + nonce + _cipher(passphrase, salt).encrypt(nonce, plain, bound_to)


def unseal_bytes(blob: bytes, passphrase: str | None, bound_to: bytes) -> bytes:
    """The inverse of `seal_bytes`. Raises WrongPassphrase, and SealDamaged where none can be wrong."""
    salt, nonce, data = blob[:SALT_BYTES], blob[SALT_BYTES : SALT_BYTES + NONCE_BYTES], blob[SALT_BYTES + NONCE_BYTES :]
    try:
        return _cipher(passphrase, salt).decrypt(nonce, data, bound_to)
    except (InvalidTag, ValueError):
        if passphrase is None:
            raise SealDamaged(DAMAGED) from None
        raise WrongPassphrase("The sealed part of this save does not open: wrong passphrase, or damaged.") from None


def seal(plain: bytes, passphrase: str | None, bound_to: bytes) -> dict[str, str]:
    """`plain` as a JSON-able sealed part."""
    kind = "passphrase" if passphrase else "curtain"
    return {"kind": kind, "data": base64.b85encode(seal_bytes(plain, passphrase, bound_to)).decode()}


def unseal(sealed: Any, passphrase: str | None, bound_to: bytes) -> bytes:
    """Open a sealed part. Raises WrongPassphrase, SealDamaged."""
    try:
        kind, blob = sealed["kind"], base64.b85decode(sealed["data"])
    except (TypeError, KeyError, ValueError, AttributeError):
        raise SealDamaged(DAMAGED) from None
    if kind == "passphrase" and not passphrase:
        raise WrongPassphrase("This save was sealed with a passphrase: give it to open the save.")
    return unseal_bytes(blob, passphrase if kind == "passphrase" else None, bound_to)
