import unittest

from langchain_core.document_loaders import BaseLoader
from llama_index.core.readers.base import BaseReader
from recording import TALK, ZOO

from verbatim.langchain import VerbatimLoader
from verbatim.llamaindex import VerbatimReader


class TestLangChain(unittest.IsolatedAsyncioTestCase):
    def test_loads_one_document_for_each_source(self):
        loader = VerbatimLoader([ZOO, TALK])
        self.assertIsInstance(loader, BaseLoader)
        documents = loader.load()
        self.assertEqual([document.metadata["source"] for document in documents], [ZOO, TALK])
        self.assertIn("said", documents[0].page_content)
        self.assertNotIn(None, documents[0].metadata.values())

    def test_loads_chunks_with_their_times_and_links(self):
        documents = VerbatimLoader(TALK, chunk_seconds=60, lang="en").load()
        self.assertEqual(len(documents), 10)
        second = documents[1]
        self.assertEqual((second.metadata["start_seconds"], second.metadata["url"]), (60, f"{TALK}&t=60s"))
        self.assertTrue(second.page_content.startswith("Sentence 15 of a long talk."))
        self.assertEqual(len({document.id for document in documents}), 10)
        self.assertEqual(documents[0].metadata["end_seconds"], second.metadata["start_seconds"])

    async def test_loads_without_blocking(self):
        documents = await VerbatimLoader(TALK, chunk_seconds=300).aload()
        self.assertEqual([document.metadata["start_seconds"] for document in documents], [0, 300])


class TestLlamaIndex(unittest.TestCase):
    def test_reads_one_document_for_each_source(self):
        reader = VerbatimReader()
        self.assertIsInstance(reader, BaseReader)
        documents = reader.load_data([ZOO, TALK])
        self.assertEqual([document.metadata["source"] for document in documents], [ZOO, TALK])
        self.assertEqual(documents[0].id_, documents[0].metadata["transcript_id"])

    def test_reads_chunks_with_their_times_and_links(self):
        documents = VerbatimReader(chunk_seconds=120).load_data([TALK], lang="en")
        starts = [document.metadata["start_seconds"] for document in documents]
        self.assertEqual(starts, [0, 120, 240, 360, 480])
        self.assertEqual(documents[-1].metadata["url"], f"{TALK}&t=480s")
        self.assertTrue(documents[1].text.startswith("Sentence 30 of a long talk."))


if __name__ == "__main__":
    unittest.main()
