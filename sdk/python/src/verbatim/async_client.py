from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Union

import httpx

from . import flows
from .async_verbs import AsyncBatches, AsyncImports, AsyncTranscripts, AsyncWatches
from .flows import Connection, Flow, OnProgress, Pause, Send, T, connection_of
from .transcribe import Source, transcribe
from .upload import File, upload

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import schema


class AsyncVerbatim:
    """An asynchronous client of a Verbatim server.

    ``api_key`` and ``base_url`` default to the environment variables ``VERBATIM_API_KEY`` and ``VERBATIM_URL``. A request that
    may succeed later is repeated up to ``max_retries`` times, if the wait is not longer than ``max_retry_seconds``.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        max_retries: int = 3,
        max_retry_seconds: float = 30,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._connection: Connection = connection_of(base_url, api_key, max_retries, max_retry_seconds)
        self._http = http_client or httpx.AsyncClient(timeout=60)
        self.transcripts = AsyncTranscripts(self)
        self.batches = AsyncBatches(self)
        self.imports = AsyncImports(self)
        self.watches = AsyncWatches(self)

    async def __aenter__(self) -> AsyncVerbatim:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def _perform(self, effect: Union[Send, Pause], seconds_left: float) -> Optional[httpx.Response]:
        if isinstance(effect, Pause):
            await asyncio.sleep(effect.seconds)
            return None
        method, url, headers, content, is_stream = effect
        limit = flows.limited(self._http.timeout, seconds_left)
        request = self._http.build_request(method, url, headers=headers, content=content, timeout=limit)
        response = await self._http.send(request, stream=is_stream)
        if is_stream and not response.is_success:
            await response.aread()
        return response

    async def run(self, flow: Flow[T], timeout: Optional[float] = None) -> T:
        """Does what a flow asks for, to its end. After ``timeout`` seconds the flow gets a ``TimeoutError``."""
        deadline = flows.Deadline(timeout)
        try:
            effect = next(flow)
            while True:
                try:
                    outcome = await self._perform(effect, deadline.seconds_left())
                except httpx.TransportError as error:
                    effect = flow.throw(error)
                else:
                    effect = flow.send(outcome)
                if deadline.is_before(effect):
                    effect = flow.throw(TimeoutError())
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            flow.close()

    async def call(
        self,
        operation_id: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
    ) -> Any:
        """Calls an operation of ``verbatim.operations`` by its id in the API reference, and returns the JSON of its response.

        For a file or a stream it returns the ``httpx.Response``: read it with ``aread`` or ``aiter_bytes``, then ``aclose`` it.
        """
        options = {"params": params, "query": query, "body": body}
        flow = flows.call(self._connection, operation_id, **options, idempotency_key=idempotency_key, if_match=if_match)
        return await self.run(flow)

    async def me(self) -> schema.Me:
        """Your account: what the API key may do, and your remaining minutes."""
        result: schema.Me = await self.call("getMe")
        return result

    async def transcribe(
        self,
        source: Optional[Source] = None,
        *,
        name: Optional[str] = None,
        on_progress: OnProgress = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
        **request: Unpack[schema.TranscriptRequest],
    ) -> schema.Transcript:
        """The transcript of a link (a string) or a file (a ``Path``, an open file, or bytes).

        Uploads the file first, and waits for the job if the source has no captions. ``name`` is that of the file. Raises
        ``VerbatimError``, ``JobError`` if the job fails, and ``WaitTimeout`` after ``timeout`` seconds, also if the server
        does not respond; a job continues.
        """
        flow = transcribe(
            self._connection,
            source,
            request,
            name=name,
            on_progress=on_progress,
            idempotency_key=idempotency_key,
        )
        return await self.run(flow, timeout)

    async def upload(
        self, file: File, *, name: Optional[str] = None, on_progress: Optional[Callable[[float], None]] = None
    ) -> str:
        """Uploads a file and returns its object path, for ``upload=``. ``on_progress`` is called with 0 to 1."""
        return await self.run(upload(self._connection, file, name, on_progress or (lambda _: None)))

    async def wait_for_job(
        self,
        job_id: str,
        *,
        on_progress: OnProgress = None,
        timeout: Optional[float] = None,
        **query: Unpack[schema.GetJobQuery],
    ) -> schema.Transcript:
        """The transcript of a job, which is waited for."""
        return await self.run(flows.wait_for_job(self._connection, job_id, query, on_progress), timeout)
