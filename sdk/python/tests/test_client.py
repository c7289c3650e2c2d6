import io
import tempfile
import unittest
from pathlib import Path

from recording import SHOW, TALK, ZOO, silence

from verbatim import (
    AuthenticationError,
    InvalidRequestError,
    JobError,
    NotFoundError,
    Verbatim,
    WaitTimeout,
    link_at,
)


class TestTranscribe(unittest.TestCase):
    def setUp(self):
        self.client = Verbatim()
        self.addCleanup(self.client.close)

    def test_returns_the_captions_of_a_link_in_the_requested_format(self):
        transcript = self.client.transcribe(ZOO)
        self.assertEqual((transcript["platform"], transcript["format"]), ("youtube", "json"))
        self.assertTrue(transcript["segments"])
        self.assertEqual(link_at(transcript, 3.9), f"{ZOO}&t=3s")
        self.assertRegex(self.client.transcribe(ZOO, format="srt")["content"], r"^1\n00:00:00,000 --> ")

    def test_uploads_a_file_waits_for_its_job_and_tells_how_far_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "quiet.wav")
            path.write_bytes(silence(2))
            told = []
            transcript = self.client.transcribe(path, format="text", on_progress=told.append, timeout=120)
        self.assertEqual((transcript["content"], transcript["title"]), ("", "quiet"))
        self.assertEqual([one.share for one in told if one.stage == "uploading"][-1], 1)
        self.assertEqual((told[-1].stage, told[-1].job["status"]), ("transcribing", "done"))

    def test_takes_bytes_and_open_files(self):
        from_bytes = self.client.transcribe(silence(1), name="one.wav")
        from_file = self.client.transcribe(io.BytesIO(silence(1)), name="two.wav")
        self.assertEqual((from_bytes["title"], from_file["title"]), ("one", "two"))

    def test_sends_a_large_file_in_slices(self):
        shares = []
        upload = self.client.upload(silence(300), name="long.wav", on_progress=shares.append)
        self.assertRegex(upload, r"/long\.wav$")
        self.assertGreater(len({share for share in shares if 0 < share < 1}), 0)
        self.assertEqual(self.client.transcribe(upload=upload)["duration_seconds"], 300)

    def test_a_string_is_never_a_file(self):
        with self.assertRaises(InvalidRequestError) as caught:
            self.client.transcribe(__file__)
        self.assertIn(caught.exception.code, ("invalid_url", "unsupported_source"))

    def test_raises_a_job_error_and_a_timeout(self):
        upload = self.client.upload(silence(900), name="long.wav")
        started = self.client.call("createTranscript", body={"upload": upload})
        with self.assertRaises(WaitTimeout) as late:
            self.client.wait_for_job(started["job_id"], timeout=0)
        self.assertEqual(late.exception.job_id, started["job_id"])
        self.client.call("cancelJob", params={"job_id": started["job_id"]})
        with self.assertRaises(JobError) as failed:
            self.client.wait_for_job(started["job_id"])
        self.assertEqual((failed.exception.code, failed.exception.retryable), ("cancelled", False))


class TestErrors(unittest.TestCase):
    def test_have_the_code_of_the_response_and_a_class_by_status(self):
        client = Verbatim()
        with self.assertRaises(NotFoundError) as missing:
            client.transcribe(ZOO, lang="de", strict_lang=True)
        self.assertEqual((missing.exception.code, missing.exception.status), ("language_unavailable", 404))
        self.assertTrue(missing.exception.request_id)
        with self.assertRaises(InvalidRequestError) as invalid:
            client.transcribe(ZOO, max_lines=99)
        self.assertEqual(invalid.exception.fields[0]["loc"], ["body", "max_lines"])
        with self.assertRaises(AuthenticationError):
            Verbatim(api_key="vbt_none").transcribe(ZOO)


class TestAccount(unittest.TestCase):
    def test_tells_what_is_left_of_the_minutes(self):
        self.assertGreater(Verbatim().me()["usage"]["remaining_seconds"], 0)


class TestVerbs(unittest.TestCase):
    def setUp(self):
        self.client = Verbatim()
        self.addCleanup(self.client.close)

    def test_the_list_of_transcripts_goes_through_all_pages(self):
        ids = [f"paged{index:06d}" for index in range(102)]
        for video_id in ids:
            self.client.transcribe(f"https://www.youtube.com/watch?v={video_id}")
        listed = [entry["video_id"] for entry in self.client.transcripts.list(q="paged", order="asc")]
        self.assertEqual(listed, ids)

    def test_a_transcript_is_read_renamed_published_deleted_and_restored(self):
        verbs = self.client.transcripts
        transcript_id = self.client.transcribe(TALK)["id"]
        self.assertRegex(verbs.get(transcript_id, format="vtt")["content"], "^WEBVTT")
        self.assertEqual(verbs.update(transcript_id, title="Talk", tags=["long"])["title"], "Talk")
        self.assertEqual(verbs.tags(), [{"name": "long", "transcriptions": 1}])
        slug = verbs.publish(transcript_id)["slug"]
        self.assertEqual(self.client.call("readPublicTranscript", params={"slug": slug})["slug"], slug)
        self.assertIsNone(verbs.unpublish(slug))
        verbs.delete(transcript_id)
        self.assertEqual(list(verbs.list(tag="long")), [])
        verbs.restore(transcript_id)
        self.assertEqual([entry["id"] for entry in verbs.list(tag="long")], [transcript_id])

    def test_a_batch_is_estimated_started_waited_for_and_read(self):
        items = [
            "https://www.youtube.com/watch?v=batched0001",
            {"url": TALK, "format": "srt", "custom_id": "long"},
            "no link",
        ]
        self.assertEqual(len(self.client.batches.estimate(items)["errors"]), 1)
        started = self.client.batches.create(items)
        told = []
        batch = self.client.batches.wait(started["id"], on_progress=told.append, timeout=120)
        self.assertEqual((batch["status"], batch["done"], batch["failed"]), ("done", 2, 1))
        self.assertEqual(told[-1], batch)
        results = list(self.client.batches.results(started["id"]))
        formats = [result["transcript"] and result["transcript"]["format"] for result in results]
        self.assertEqual(formats, ["json", "srt", None])
        self.assertEqual(len(list(self.client.batches.items(started["id"], status="failed"))), 1)
        self.assertIn(started["id"], [one["id"] for one in self.client.batches.list()])

    def test_a_show_is_imported_and_watched(self):
        self.assertTrue(self.client.imports.preview(SHOW, newest=1)["items"])
        import_id = self.client.imports.create(SHOW, newest=1, only_with_captions=True)
        self.assertEqual(self.client.imports.wait(import_id, timeout=120)["total"], 1)
        self.assertEqual(len(list(self.client.imports.items(import_id))), 1)
        opml = f'<opml><outline text="Ours" xmlUrl="{SHOW}"/><outline xmlUrl="no link"/></opml>'
        ours, refused = self.client.imports.create_from_opml(opml=opml, newest=1)["imports"]
        self.assertEqual((ours["title"], ours["error"]), ("Ours", None))
        self.assertEqual(refused["error"]["code"], "invalid_url")
        watch = self.client.watches.create(SHOW, every="12h")
        self.assertRegex(watch["feed_url"], "^http")
        self.assertEqual(self.client.watches.update(watch["id"], paused=True)["status"], "paused")
        self.assertEqual([one["id"] for one in self.client.watches.list()], [watch["id"]])
        self.assertEqual(list(self.client.watches.items(watch["id"])), [])
        self.client.watches.delete(watch["id"])
        self.assertEqual(list(self.client.watches.list()), [])


if __name__ == "__main__":
    unittest.main()
