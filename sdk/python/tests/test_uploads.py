import unittest
from io import BytesIO

import httpx
from scripted_flow import CONNECTION, Ran, json_response

from verbatim import VerbatimError
from verbatim.upload import upload

SIGNED = {"resumable_url": "http://elsewhere.example/up?signature=s", "object_path": "uploads/x"}


def progress(received, *, protocol="offset", parts=(), size=5):
    return json_response(
        {
            "protocol": protocol,
            "received_bytes": received,
            "size_bytes": size,
            "complete": received == size,
            "parts": list(parts),
            "object_path": "uploads/x",
        }
    )


def part(number, offset, size):
    return {"number": number, "offset": offset, "size_bytes": size, "url": f"http://store.example/{number}?signed"}


def run(source, answer):
    def first_signs(request):
        return json_response(SIGNED) if request.url.endswith("/v1/uploads/sign") else answer(request)

    return Ran(upload(CONNECTION, source, "a.wav", lambda _: None), first_signs)


class Shrunk(BytesIO):
    """Says that it is longer than it is."""

    def seek(self, offset, whence=0):
        return 5 if whence == 2 else super().seek(offset, whence)


class TestUploads(unittest.TestCase):
    def test_a_file_that_became_shorter_is_an_error(self):
        ran = run(Shrunk(b"123"), lambda request: progress(0))
        self.assertIsInstance(ran.error, ValueError)
        self.assertEqual(ran.methods(), ["POST", "GET"])

    def test_what_brings_nothing_is_given_up(self):
        ran = run(b"12345", lambda request: progress(0) if request.method == "GET" else httpx.Response(204))
        self.assertIsInstance(ran.error, VerbatimError)
        self.assertLess(len(ran.requests), 30)
        self.assertGreater(len(ran.pauses), 5)

    def test_parts_go_to_the_store_without_the_key(self):
        left = [part(1, 0, 3), part(2, 3, 2)]

        def answer(request):
            if request.method == "PUT":
                left.pop(0)
                return httpx.Response(200)
            return progress(5 - sum(one["size_bytes"] for one in left), protocol="parts", parts=left)

        ran = run(b"12345", answer)
        self.assertEqual(ran.result, "uploads/x")
        puts = [(request.url, request.content) for request in ran.requests if request.method == "PUT"]
        self.assertEqual(puts, [("http://store.example/1?signed", b"123"), ("http://store.example/2?signed", b"45")])
        self.assertEqual([one for one in ran.requests[1:] if "authorization" in one.headers], [])
        self.assertEqual(ran.pauses, [])

    def test_slices_go_without_the_key(self):
        received = [0]

        def answer(request):
            if request.method == "PATCH":
                received[0] += len(request.content)
                return httpx.Response(204)
            return progress(received[0])

        ran = run(b"12345", answer)
        self.assertEqual(ran.methods(), ["POST", "GET", "PATCH", "GET"])
        self.assertEqual([one for one in ran.requests[1:] if "authorization" in one.headers], [])

    def test_an_address_that_has_expired_is_asked_for_anew(self):
        asked = []

        def answer(request):
            if request.method == "PUT":
                return httpx.Response(403 if request.url.endswith("/0?signed") else 200)
            asked.append(request.method)
            if asked.count("GET") > 2:
                return progress(5, protocol="parts")
            return progress(0, protocol="parts", parts=[part(len(asked) - 1, 0, 5)])

        ran = run(b"12345", answer)
        self.assertEqual((ran.result, ran.error), ("uploads/x", None))
        self.assertEqual(ran.methods(), ["POST", "GET", "PUT", "GET", "PUT", "GET"])

    def test_a_store_that_always_refuses_is_an_error(self):
        def answer(request):
            if request.method == "PUT":
                return httpx.Response(403)
            return progress(0, protocol="parts", parts=[part(1, 0, 5)])

        ran = run(b"12345", answer)
        self.assertEqual(ran.error.status, 403)
        self.assertLess(ran.methods().count("PUT"), 15)

    def test_do_not_wait_longer_than_permitted(self):
        def answer(request):
            return progress(0) if request.method == "GET" else httpx.Response(503, headers={"retry-after": "31"})

        ran = run(b"12345", answer)
        self.assertEqual((ran.error.status, ran.error.retry_after, ran.pauses), (503, 31, []))

    def test_something_other_than_json_from_the_address_is_an_error(self):
        ran = run(b"12345", lambda request: httpx.Response(200, content=b"<h1>Sign in</h1>"))
        self.assertEqual((ran.error.code, ran.error.retryable), ("internal_error", False))


if __name__ == "__main__":
    unittest.main()
