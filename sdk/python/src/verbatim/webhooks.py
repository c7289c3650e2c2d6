from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Mapping, Union

if TYPE_CHECKING:
    from .schema import WebhookMessage


class WebhookVerificationError(Exception):
    """A message that was not signed with the secret, or is too old."""


def verify_webhook(
    body: Union[bytes, str], headers: Mapping[str, str], secret: str, tolerance_seconds: float = 300
) -> WebhookMessage:
    """Checks that a message comes from your Verbatim (Standard Webhooks), and parses it.

    Pass the body exactly as it was received. Raises ``WebhookVerificationError``.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (message_id and timestamp and signatures):
        raise WebhookVerificationError("The request has no signature.")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The message is too old, or a clock is wrong.")
    try:
        key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    except ValueError:
        key = b""
    if not key:
        raise WebhookVerificationError("The secret is not one of a webhook: it begins with whsec_.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split(" ")):
        raise WebhookVerificationError("The signature does not match the message.")
    message: WebhookMessage = json.loads(content)
    return message
