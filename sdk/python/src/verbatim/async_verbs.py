from __future__ import annotations

from typing import TYPE_CHECKING, Any, AsyncIterator, Awaitable, Callable, Dict, List, Optional

import httpx

from . import flows
from .batch_items import PAGE, items_of, language_of
from .errors import parse_json, unreachable

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import schema
    from .async_client import AsyncVerbatim
    from .batch_items import BatchItems


async def _by_cursor(read: Callable[[Dict[str, Any]], Awaitable[Any]], name: str) -> AsyncIterator[Any]:
    """The items of all pages; each page is requested when its first item is."""
    cursor = None
    while True:
        page = await read({"limit": PAGE, "cursor": cursor})
        for item in page[name]:
            yield item
        cursor = page["next_cursor"]
        if cursor is None:
            return


async def _by_offset(
    read: Callable[[Dict[str, Any]], Awaitable[Any]], name: str, offset: int = 0
) -> AsyncIterator[Any]:
    while True:
        items = (await read({"limit": PAGE, "offset": offset}))[name]
        for item in items:
            yield item
        if not items:
            return
        offset += len(items)


async def _json_lines(response: httpx.Response) -> AsyncIterator[Any]:
    """Only LF ends a line: a text may have other line breaks of Unicode."""
    rest = b""
    try:
        async for chunk in response.aiter_bytes():
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield parse_json(line, 200)
        if rest:
            yield parse_json(rest, 200)
    except httpx.TransportError as error:
        raise unreachable() from error
    finally:
        await response.aclose()


class AsyncTranscripts:
    """The transcripts of your account."""

    def __init__(self, client: AsyncVerbatim) -> None:
        self._call = client.call

    def list(self, **query: Unpack[schema.ListTranscriptionsQuery]) -> AsyncIterator[schema.TranscriptionEntry]:
        """Every transcript and running job from ``offset`` on, newest first unless ``sort`` says otherwise.

        Takes no ``limit``. Collect the list first if you change or delete what it lists: later pages would skip some.
        """
        if "limit" in query:
            raise TypeError("The list goes through all pages and takes no limit. Stop when you have enough.")
        offset = query.get("offset", 0)
        return _by_offset(
            lambda page: self._call("listTranscriptions", query={**query, **page}), "transcriptions", offset
        )

    async def get(self, transcript_id: str, **query: Unpack[schema.ReadTranscriptionQuery]) -> schema.Transcript:
        """A transcript in any format."""
        result: schema.Transcript = await self._call("readTranscription", params={"id": transcript_id}, query=query)
        return result

    async def update(self, transcript_id: str, **body: Unpack[schema.TranscriptionUpdate]) -> schema.TranscriptionEntry:
        """Renames or tags it."""
        result: schema.TranscriptionEntry = await self._call("updateTranscription", params={"id": transcript_id}, body=body)
        return result

    async def delete(self, transcript_id: str, *, permanently: bool = False) -> None:
        """Moves it to the trash, or deletes it permanently."""
        await self._call("removeTranscription", params={"id": transcript_id}, query={"permanently": permanently})

    async def restore(self, transcript_id: str) -> schema.TranscriptionEntry:
        """Restores it from the trash."""
        result: schema.TranscriptionEntry = await self._call("restoreTranscription", params={"id": transcript_id})
        return result

    async def publish(self, transcript_id: str) -> schema.PublishResponse:
        """Publishes it as a page that anyone can read."""
        result: schema.PublishResponse = await self._call("publishTranscription", params={"id": transcript_id})
        return result

    async def unpublish(self, slug: str) -> None:
        """Takes a public page down."""
        await self._call("unpublish", params={"slug": slug})

    async def tags(self) -> List[schema.TagListTag]:
        """Every tag with the number of its transcripts."""
        result: List[schema.TagListTag] = (await self._call("listTags"))["tags"]
        return result


class AsyncBatches:
    """Up to 1,000 links and uploads in one request."""

    def __init__(self, client: AsyncVerbatim) -> None:
        self._client = client
        self._call = client.call

    async def create(
        self,
        items: BatchItems,
        *,
        allow_partial: bool = False,
        strict_lang: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> schema.BatchStarted:
        """Starts a batch. Refused items are in ``errors``; the others are transcribed."""
        body = {"items": items_of(items), "allow_partial": allow_partial, "strict_lang": strict_lang}
        result: schema.BatchStarted = await self._call("startBatch", body=body, idempotency_key=idempotency_key)
        return result

    async def estimate(self, items: BatchItems) -> schema.BatchPreview:
        """Estimates the cost of a batch. Starts nothing."""
        result: schema.BatchPreview = await self._call("startBatch", body={"items": items_of(items), "dry_run": True})
        return result

    async def get(self, batch_id: str) -> schema.Batch:
        result: schema.Batch = await self._call("getBatch", params={"batch_id": batch_id})
        return result

    def list(self) -> AsyncIterator[schema.Batch]:
        """Every batch, newest first."""
        return _by_cursor(lambda page: self._call("listBatches", query=page), "batches")

    def items(self, batch_id: str, *, status: Optional[str] = None) -> AsyncIterator[schema.BatchItem]:
        """Every item, in the order that they were sent."""
        params = {"batch_id": batch_id}
        return _by_cursor(
            lambda page: self._call("listBatchItems", params=params, query={**page, "status": status}), "items"
        )

    async def wait(
        self,
        batch_id: str,
        *,
        on_progress: Optional[Callable[[schema.Batch], None]] = None,
        timeout: Optional[float] = None,
    ) -> schema.Batch:
        """Waits until it has ended. Raises ``TimeoutError`` after ``timeout`` seconds; the batch continues."""
        flow = flows.wait_for_batch(self._client._connection, "getBatch", batch_id, on_progress)
        result: schema.Batch = await self._client.run(flow, timeout)
        return result

    async def results(self, batch_id: str) -> AsyncIterator[Dict[str, Any]]:
        """Each item of a batch that has ended, with its ``transcript``, or None with ``error`` or ``reason``."""
        connection = self._client._connection
        flow = flows.request(connection, "listBatchResults", params={"batch_id": batch_id})
        async for result in _json_lines(await self._client.run(flow)):
            yield result

    async def cancel(self, batch_id: str) -> schema.Batch:
        """Finished transcripts are kept; nothing else is charged."""
        result: schema.Batch = await self._call("cancelBatch", params={"batch_id": batch_id})
        return result


class AsyncImports:
    """Whole podcasts, playlists and channels."""

    def __init__(self, client: AsyncVerbatim) -> None:
        self._client = client
        self._call = client.call

    async def create(
        self,
        url: str,
        *,
        lang: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **choice: Unpack[schema.ImportChoice],
    ) -> str:
        """Transcribes a podcast, a playlist or a channel, except for what you have already. Returns the id."""
        body = {**choice, **language_of(lang), "url": url}
        started: schema.ImportStartResponse = await self._call("startImport", body=body, idempotency_key=idempotency_key)
        return started["batch_id"]

    async def create_from_opml(
        self, *, idempotency_key: Optional[str] = None, **request: Unpack[schema.SubscriptionsRequest]
    ) -> schema.StartedSubscriptions:
        """Imports every podcast of an OPML file, by its text or its link. One that can't be imported has an ``error``."""
        result: schema.StartedSubscriptions = await self._call("importSubscriptions", body=request, idempotency_key=idempotency_key)
        return result

    async def preview(
        self, url: str, *, lang: Optional[str] = None, **choice: Unpack[schema.ImportChoice]
    ) -> schema.ImportPreview:
        """The items and what they would cost. Starts nothing."""
        result: schema.ImportPreview = await self._call("previewImport", body={**choice, **language_of(lang), "url": url})
        return result

    async def get(self, import_id: str) -> schema.ImportBatchOut:
        result: schema.ImportBatchOut = await self._call("getImport", params={"batch_id": import_id})
        return result

    async def list(self) -> List[schema.ImportBatchOut]:
        """The last 200 imports and older ones in progress, newest first."""
        result: List[schema.ImportBatchOut] = await self._call("listImports")
        return result

    def items(self, import_id: str, *, status: Optional[str] = None) -> AsyncIterator[schema.ImportItem]:
        """Every item, in the order of the list."""
        params = {"batch_id": import_id}
        return _by_offset(
            lambda page: self._call("listImportItems", params=params, query={**page, "status": status}), "items"
        )

    async def wait(
        self,
        import_id: str,
        *,
        on_progress: Optional[Callable[[schema.ImportBatchOut], None]] = None,
        timeout: Optional[float] = None,
    ) -> schema.ImportBatchOut:
        """Waits until it has ended. Raises ``TimeoutError`` after ``timeout`` seconds; the import continues."""
        flow = flows.wait_for_batch(self._client._connection, "getImport", import_id, on_progress)
        result: schema.ImportBatchOut = await self._client.run(flow, timeout)
        return result

    async def cancel(self, import_id: str) -> schema.ImportBatchOut:
        """Finished transcripts are kept; nothing else is charged."""
        result: schema.ImportBatchOut = await self._call("cancelImport", params={"batch_id": import_id})
        return result


class AsyncWatches:
    """Podcasts, playlists and channels whose new items are transcribed as they appear."""

    def __init__(self, client: AsyncVerbatim) -> None:
        self._call = client.call

    async def create(
        self,
        url: str,
        *,
        lang: Optional[str] = None,
        every: str = "6h",
        backfill: int = 0,
        max_per_day: Optional[int] = 50,
        idempotency_key: Optional[str] = None,
    ) -> schema.WatchWithFeed:
        """Watches a link. ``feed_url`` is returned this once."""
        body = {"url": url, "every": every, "backfill": backfill, "max_per_day": max_per_day, **language_of(lang)}
        result: schema.WatchWithFeed = await self._call("createWatch", body=body, idempotency_key=idempotency_key)
        return result

    async def get(self, watch_id: str) -> schema.Watch:
        result: schema.Watch = await self._call("getWatch", params={"watch_id": watch_id})
        return result

    def list(self) -> AsyncIterator[schema.Watch]:
        """Every watch, newest first."""
        return _by_cursor(lambda page: self._call("listWatches", query=page), "watches")

    def items(self, watch_id: str, *, include_seen: bool = False) -> AsyncIterator[schema.WatchItem]:
        """Every item with its result, newest first."""
        params = {"watch_id": watch_id}
        return _by_cursor(
            lambda page: self._call("listWatchItems", params=params, query={**page, "include_seen": include_seen}),
            "items",
        )

    async def update(self, watch_id: str, **body: Unpack[schema.WatchUpdate]) -> schema.Watch:
        """Changes, pauses or resumes it."""
        result: schema.Watch = await self._call("updateWatch", params={"watch_id": watch_id}, body=body)
        return result

    async def check(self, watch_id: str) -> schema.Watch:
        """Checks it now."""
        result: schema.Watch = await self._call("checkWatch", params={"watch_id": watch_id})
        return result

    async def delete(self, watch_id: str) -> None:
        """Its transcripts are kept."""
        await self._call("removeWatch", params={"watch_id": watch_id})
