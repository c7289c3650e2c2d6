import asyncio
import unittest

from recording import TALK, ZOO, silence

from verbatim import AsyncVerbatim, NotFoundError


class TestAsyncClient(unittest.IsolatedAsyncioTestCase):
    async def test_transcribes_several_at_once(self):
        async with AsyncVerbatim() as client:
            told = []
            captions, speech = await asyncio.gather(
                client.transcribe(ZOO), client.transcribe(silence(2), name="quiet.wav", on_progress=told.append)
            )
        self.assertTrue(captions["segments"])
        self.assertEqual((speech["title"], told[-1].share), ("quiet", 1))

    async def test_lists_changes_and_deletes_transcripts(self):
        async with AsyncVerbatim() as client:
            transcript_id = (await client.transcribe(TALK))["id"]
            await client.transcripts.update(transcript_id, tags=["async"])
            listed = [entry["id"] async for entry in client.transcripts.list(tag="async")]
            self.assertEqual(listed, [transcript_id])
            self.assertEqual(len(await client.transcripts.tags()), 1)
            await client.transcripts.delete(transcript_id, permanently=True)
            with self.assertRaises(NotFoundError):
                await client.transcripts.get(transcript_id)

    async def test_runs_a_batch(self):
        async with AsyncVerbatim() as client:
            started = await client.batches.create([ZOO])
            self.assertEqual((await client.batches.wait(started["id"]))["done"], 1)
            results = [result async for result in client.batches.results(started["id"])]
            self.assertEqual(results[0]["transcript"]["platform"], "youtube")
            items = [item async for item in client.batches.items(started["id"])]
            self.assertEqual(len(items), 1)

    async def test_stops_when_its_task_is_cancelled(self):
        async with AsyncVerbatim() as client:
            task = asyncio.ensure_future(
                client.transcribe(silence(900), name="long.wav", on_progress=lambda _: task.cancel())
            )
            with self.assertRaises(asyncio.CancelledError):
                await task


if __name__ == "__main__":
    unittest.main()
