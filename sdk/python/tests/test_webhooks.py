import base64
import hashlib
import hmac
import time
import unittest

from verbatim import WebhookVerificationError, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"\x07" * 32).decode()
BODY = b'{"type": "job.done", "timestamp": "2026-03-14T09:26:53.589Z", "data": {"job_id": "x"}}'


def headers_at(seconds):
    signed = f"msg_1.{int(seconds)}.".encode() + BODY
    signature = base64.b64encode(hmac.new(b"\x07" * 32, signed, hashlib.sha256).digest()).decode()
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(int(seconds)),
        "Webhook-Signature": f"v1,AAAA v1,{signature}",
    }


class TestVerifyWebhook(unittest.TestCase):
    def test_parses_a_message_that_was_signed_with_the_secret(self):
        for body in (BODY, BODY.decode()):
            self.assertEqual(verify_webhook(body, headers_at(time.time()), SECRET)["data"], {"job_id": "x"})

    def test_refuses_what_was_altered_is_old_or_has_no_signature(self):
        headers = headers_at(time.time())
        other = "whsec_" + base64.b64encode(b"\x08" * 32).decode()
        refused = [
            (BODY + b" ", headers, SECRET),
            (BODY, {**headers, "Webhook-Id": "msg_2"}, SECRET),
            (BODY, headers, other),
            (BODY, headers, "whsec_"),
            (BODY, headers_at(time.time() - 600), SECRET),
            (BODY, {**headers, "Webhook-Timestamp": "now"}, SECRET),
            (BODY, {**headers, "Webhook-Timestamp": "\u00b2"}, SECRET),
            (BODY, {**headers, "Webhook-Timestamp": "9" * 5000}, SECRET),
            (BODY, headers, "whsec_\u2026"),
            (BODY, {}, SECRET),
        ]
        for body, given, secret in refused:
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(body, given, secret)


if __name__ == "__main__":
    unittest.main()
