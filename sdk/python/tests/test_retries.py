import unittest

from scripted_server import HANG, ScriptedServer, problem

from verbatim import RateLimitError, ServerError, UnreachableError, Verbatim, VerbatimError, WaitTimeout

TAGS = (200, {}, {"tags": []})
BUSY = problem("service_unavailable", 503, retry_after=0)
LIMITED = problem("rate_limited", 429, retry_after=1)
TRANSCRIPT = (200, {}, {"id": "x", "text": "said"})


class TestRetries(unittest.TestCase):
    def test_repeat_what_may_succeed_later(self):
        with ScriptedServer(BUSY, None, LIMITED, TAGS) as server:
            self.assertEqual(Verbatim("key", server.url).transcripts.tags(), [])
        self.assertEqual(len(server.requests), 4)

    def test_keep_the_idempotency_key(self):
        with ScriptedServer(None, problem("upstream_changed", 502), TRANSCRIPT) as server:
            self.assertEqual(Verbatim("key", server.url).transcribe("https://a.example/b")["text"], "said")
        keys = {headers["idempotency-key"] for _, _, headers, _ in server.requests}
        self.assertEqual((len(server.requests), len(keys)), (3, 1))

    def test_take_the_key_that_is_passed(self):
        with ScriptedServer(TRANSCRIPT) as server:
            Verbatim("key", server.url).transcribe("https://a.example/b", idempotency_key="mine")
        self.assertEqual(server.requests[0][2]["idempotency-key"], "mine")

    def test_end_with_the_timeout_if_the_server_hangs(self):
        with ScriptedServer(HANG) as server, self.assertRaises(WaitTimeout) as caught:
            Verbatim("key", server.url).transcribe("https://a.example/b", timeout=0.2)
        self.assertIsNone(caught.exception.job_id)
        with ScriptedServer((202, {}, {"job_id": "j1", "status": "queued"}), HANG) as server:
            with self.assertRaises(WaitTimeout) as caught:
                Verbatim("key", server.url).transcribe("https://a.example/b", timeout=2)
            self.assertEqual((caught.exception.job_id, len(server.requests)), ("j1", 2))

    def test_end_after_the_last_one(self):
        with ScriptedServer(BUSY, BUSY) as server, self.assertRaises(ServerError) as caught:
            Verbatim("key", server.url, max_retries=1).transcripts.tags()
        self.assertEqual((caught.exception.code, caught.exception.request_id), ("service_unavailable", "request-1"))

    def test_do_not_wait_longer_than_permitted(self):
        with (
            ScriptedServer(problem("rate_limited", 429, retry_after=31)) as server,
            self.assertRaises(RateLimitError) as caught,
        ):
            Verbatim("key", server.url).transcripts.tags()
        self.assertEqual(caught.exception.retry_after, 31)

    def test_never_do_twice_what_might_have_been_done(self):
        with ScriptedServer(None) as server, self.assertRaises(UnreachableError):
            Verbatim("key", server.url).transcripts.update("x", title="Title")
        self.assertEqual(len(server.requests), 1)
        # The server may have lost its database after the work was done.
        with ScriptedServer(BUSY, TRANSCRIPT) as server, self.assertRaises(ServerError):
            Verbatim("key", server.url).transcripts.update("x", title="Title")
        self.assertEqual(len(server.requests), 1)
        with ScriptedServer(LIMITED, TRANSCRIPT) as server:
            Verbatim("key", server.url).transcripts.update("x", title="Title")
        self.assertEqual(len(server.requests), 2)

    def test_an_answer_that_is_not_json_is_an_error(self):
        with ScriptedServer((502, {}, b"<h1>Bad gateway</h1>")) as server, self.assertRaises(ServerError) as caught:
            Verbatim("key", server.url, max_retries=0).transcripts.tags()
        self.assertEqual((caught.exception.code, caught.exception.status), ("internal_error", 502))

    def test_a_success_that_is_not_json_is_an_error(self):
        with ScriptedServer((200, {}, b"<h1>Sign in</h1>")) as server, self.assertRaises(VerbatimError) as caught:
            Verbatim("key", server.url).transcripts.tags()
        self.assertFalse(caught.exception.retryable)

    def test_an_upload_continues_where_it_stopped(self):
        def at(received, complete=False):
            return (
                200,
                {},
                {
                    "protocol": "offset",
                    "received_bytes": received,
                    "size_bytes": 5,
                    "complete": complete,
                    "parts": [],
                    "object_path": "uploads/x",
                },
            )

        signed = (200, {}, {"resumable_url": "http://elsewhere.example/up?signature=s", "object_path": "uploads/x"})
        with ScriptedServer(signed, at(0), None, at(2), (204, {}, b""), at(5, True)) as server:
            self.assertEqual(Verbatim("key", server.url).upload(b"12345", name="a.wav"), "uploads/x")
        patches = [
            (headers["upload-offset"], body) for method, _, headers, body in server.requests if method == "PATCH"
        ]
        self.assertEqual(patches, [("0", b"12345"), ("2", b"345")])
        self.assertEqual(server.requests[-1][:2], ("GET", "/up?signature=s"))

    def test_lines_of_results_end_with_lf_only(self):
        line = '{"transcript": {"text": "one\u2028two"}}\n'.encode()
        with ScriptedServer((200, {}, line * 2)) as server:
            texts = [result["transcript"]["text"] for result in Verbatim("key", server.url).batches.results("x")]
        self.assertEqual(texts, ["one\u2028two"] * 2)


if __name__ == "__main__":
    unittest.main()
