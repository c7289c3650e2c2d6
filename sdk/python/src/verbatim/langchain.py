"""A document loader for LangChain, with the extra ``langchain``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, AsyncIterator, Iterator, List, Optional, Sequence, Union

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from .async_client import AsyncVerbatim
from .client import Verbatim
from .documents import Piece, pieces_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .schema import TranscriptRequest
    from .transcribe import Source


def _to_document(piece: Piece) -> Document:
    return Document(id=piece.id, page_content=piece.text, metadata=piece.metadata)


class VerbatimLoader(BaseLoader):
    """Loads transcripts of links and files.

    One document for each, or with ``chunk_seconds`` one for about so many seconds, with ``start_seconds`` and a ``url`` that leads
    to the time. Further arguments are those of ``transcribe``, such as ``lang``.
    """

    def __init__(
        self,
        sources: Union[Source, Sequence[Source]],
        *,
        chunk_seconds: Optional[float] = None,
        client: Optional[Verbatim] = None,
        async_client: Optional[AsyncVerbatim] = None,
        **request: Unpack[TranscriptRequest],
    ) -> None:
        is_one = isinstance(sources, (str, bytes, os.PathLike)) or hasattr(sources, "read")
        self._sources: List[Source] = [sources] if is_one else list(sources)  # type: ignore[list-item, arg-type]
        self._chunk_seconds = chunk_seconds
        self._client = client
        self._async_client = async_client
        self._request = request

    def lazy_load(self) -> Iterator[Document]:
        client = self._client or Verbatim()
        for source in self._sources:
            for piece in pieces_of(client.transcribe(source, **self._request), self._chunk_seconds):
                yield _to_document(piece)

    async def alazy_load(self) -> AsyncIterator[Document]:
        client = self._async_client or AsyncVerbatim()
        for source in self._sources:
            for piece in pieces_of(await client.transcribe(source, **self._request), self._chunk_seconds):
                yield _to_document(piece)
