import asyncio
import copy
import pickle
import unittest
from unittest import mock

import httpx
from scripted_flow import CONNECTION, Ran, json_response
from scripted_server import ScriptedServer, problem

from verbatim import (
    AsyncVerbatim,
    JobError,
    NotFoundError,
    ServerError,
    Verbatim,
    VerbatimError,
    WaitTimeout,
    flows,
)
from verbatim.errors import error_of


class TestRequests(unittest.TestCase):
    def test_refuse_values_that_change_the_path(self):
        for params in ({"id": ""}, {"id": "."}, {"id": ".."}, {"id": None}, {}):
            ran = Ran(flows.call(CONNECTION, "removeTranscription", params=params), lambda request: None)
            self.assertIsInstance(ran.error, ValueError)
            self.assertEqual(ran.requests, [])
        ran = Ran(
            flows.call(CONNECTION, "readTranscription", params={"id": "a/../b"}), lambda request: json_response({})
        )
        self.assertEqual(ran.requests[0].url, "http://server.example/v1/me/transcriptions/a%2F..%2Fb")

    def test_an_unknown_operation_is_named(self):
        for name in ("deleteAccount", "nothing"):
            with self.assertRaisesRegex(ValueError, name):
                Verbatim("key", "http://server.example").call(name)

    def test_a_file_is_returned_as_the_response(self):
        with (
            ScriptedServer((200, {"content-type": "application/zip"}, b"PK12")) as server,
            Verbatim("key", server.url) as client,
        ):
            response = client.call("exportAccount")
            self.assertEqual((response.headers["content-type"], response.read()), ("application/zip", b"PK12"))
        self.assertEqual(server.requests[0][2]["accept"], "*/*")

    def test_the_asynchronous_client_returns_a_file_too(self):
        async def read(url):
            async with AsyncVerbatim("key", url) as client:
                return await (await client.call("exportAccount")).aread()

        with ScriptedServer((200, {}, b"PK12")) as server:
            self.assertEqual(asyncio.run(read(server.url)), b"PK12")

    def test_the_list_begins_at_an_offset_and_takes_no_limit(self):
        with ScriptedServer((200, {}, {"transcriptions": []})) as server:
            self.assertEqual(list(Verbatim("key", server.url).transcripts.list(offset=200)), [])
        self.assertIn("offset=200", server.requests[0][1])
        with self.assertRaises(TypeError):
            Verbatim("key", "http://server.example").transcripts.list(limit=5)

    def test_an_import_has_a_language(self):
        with ScriptedServer((200, {}, {"batch_id": "x"})) as server:
            Verbatim("key", server.url).imports.create("https://a.example/feed", lang="de", newest=1)
        self.assertEqual(
            server.requests[0][3], b'{"newest": 1, "lang": "de", "url": "https://a.example/feed"}'
        )

    def test_without_a_key_none_is_sent(self):
        with mock.patch.dict("os.environ", {"VERBATIM_API_KEY": "of the environment"}):
            self.assertIsNone(Verbatim("", "http://server.example")._connection.api_key)

    def test_a_server_without_a_scheme_is_refused(self):
        for url in ("localhost:4150", "verbatim.example", "ftp://verbatim.example"):
            with self.subTest(url), self.assertRaisesRegex(ValueError, "Write it like http://localhost:3000"):
                Verbatim("key", url)

    def test_a_key_with_other_characters_is_refused(self):
        for key in ("vbt_\u2026", "vbt_1\n", "vbt 1"):
            with self.assertRaisesRegex(ValueError, "API key"):
                Verbatim(key, "http://server.example")
        for key in ("\u2026", "one\ntwo"):
            with self.assertRaisesRegex(ValueError, "idempotency-key"):
                Verbatim("key", "http://server.example").batches.create([], idempotency_key=key)

    def test_a_redirect_asks_for_the_url(self):
        ran = Ran(flows.call(CONNECTION, "listTags"), lambda request: httpx.Response(301))
        self.assertRegex(ran.error.detail, "redirects.*Check its URL")
        self.assertEqual(len(ran.requests), 1)

    def test_what_a_lost_attempt_has_deleted_is_deleted(self):
        for first, is_fine in ((httpx.ReadError("lost"), True), (json_response({}, 429), False)):
            answers = [first, json_response({}, 404)]
            flow = flows.call(CONNECTION, "removeWatch", params={"watch_id": "x"})
            ran = Ran(flow, lambda request, answers=answers: answers.pop(0))
            self.assertEqual((ran.error is None, len(ran.requests)), (is_fine, 2))

    def test_waiting_follows_retry_after(self):
        answers = [
            json_response({}, 429, {"retry-after": "45"}),
            json_response({"status": "done"}),
        ]
        ran = Ran(flows.wait_for_batch(CONNECTION, "getBatch", "x"), lambda request: answers.pop(0))
        self.assertEqual((ran.result, ran.pauses), ({"status": "done"}, [45]))

    def test_a_stopped_flow_closes_its_file(self):
        class Stop(BaseException):
            pass

        ended = []

        def flow():
            try:
                yield flows.Pause(0)
            finally:
                ended.append(True)

        def stop(_):
            raise Stop

        client = Verbatim("key", "http://server.example")
        running = flow()
        with mock.patch("time.sleep", stop), self.assertRaises(Stop):
            client.run(running)
        self.assertEqual(ended, [True])


class TestErrors(unittest.TestCase):
    def test_the_body_of_another_server_is_no_crash(self):
        for body in ({"code": "x", "detail": "y"}, {"code": "x", "detail": "y", "status": "no", "context": None}):
            error = error_of(httpx.Response(404, json=body))
            self.assertIsInstance(error, NotFoundError)
            self.assertEqual((error.code, error.detail, error.status, error.context), ("x", "y", 404, {}))
        for body in ({"detail": ["wrong"]}, {"detail": [{"msg": "wrong"}]}, {"detail": [None]}, ["x"], "x"):
            self.assertEqual(error_of(httpx.Response(422, json=body)).code, "internal_error")
        self.assertIsNone(error_of(httpx.Response(503, headers={"retry-after": "soon"})).retry_after)

    def test_can_be_pickled_and_copied(self):
        _, _, body = problem("rate_limited", 429, retry_after=2)
        invalid = {"detail": [{"loc": ["body"], "msg": "wrong", "type": "missing"}]}
        errors = [
            error_of(httpx.Response(429, json=body)),
            error_of(httpx.Response(422, json=invalid)),
            JobError("job-1", body),
            WaitTimeout("job-1"),
        ]
        for error in errors:
            for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
                self.assertEqual((type(again), str(again)), (type(error), str(error)))
                self.assertEqual(vars(again), vars(error))

    def test_results_that_break_off_or_are_not_json_are_errors(self):
        with ScriptedServer((200, {}, b"<h1>Sign in</h1>\n")) as server, self.assertRaises(VerbatimError):
            list(Verbatim("key", server.url).batches.results("x"))

    def test_an_error_of_the_server_says_its_status(self):
        error = error_of(httpx.Response(503, content=b"<h1>Busy</h1>"))
        self.assertIsInstance(error, ServerError)
        self.assertIn("returned 503 with no explanation", error.detail)


if __name__ == "__main__":
    unittest.main()
