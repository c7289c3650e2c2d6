"""A reader for LlamaIndex, with the extra ``llamaindex``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from .client import Verbatim
from .documents import pieces_of

if TYPE_CHECKING:
    from .transcribe import Source


class VerbatimReader(BaseReader):
    """Reads transcripts of links and files.

    One document for each, or with ``chunk_seconds`` one for about so many seconds, with ``start_seconds`` and a ``url`` that leads
    to the time.
    """

    def __init__(self, *, chunk_seconds: Optional[float] = None, client: Optional[Verbatim] = None) -> None:
        self._chunk_seconds = chunk_seconds
        self._client = client

    def lazy_load_data(self, sources: Sequence[Source], **request: Any) -> Iterable[Document]:
        """``sources``: links and files. Further arguments are those of ``transcribe``, such as ``lang``."""
        client = self._client or Verbatim()
        for source in sources:
            for piece in pieces_of(client.transcribe(source, **request), self._chunk_seconds):
                yield Document(id_=piece.id, text=piece.text, metadata=piece.metadata)
