"""Flows: sequences of requests, without sending them.

A flow is a generator. It yields what is to be done (``Send``, ``Pause``) and gets the outcome, so that the synchronous and the
asynchronous client share it.
"""

from __future__ import annotations

import json
import math
import os
import random
import re
import time
import uuid
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, Mapping, NamedTuple, Optional, TypeVar, Union
from urllib.parse import urlsplit

import httpx

from .address import address_of, operation_of
from .errors import JobError, VerbatimError, WaitTimeout, error_of, json_of, unreachable

if TYPE_CHECKING:
    from .schema import Job, Problem, Transcript


class Send(NamedTuple):
    """Send a request, in one attempt. The outcome is a response, or an ``httpx.TransportError``."""

    method: str
    url: str
    headers: Dict[str, str]
    content: Optional[bytes] = None
    is_stream: bool = False


class Pause(NamedTuple):
    """Wait so many seconds."""

    seconds: float


# The first request is sent even if there is no time to wait.
SHORTEST_REQUEST_SECONDS = 1.0


class Deadline:
    """When a flow has to end: after so many seconds, or never."""

    def __init__(self, timeout: Optional[float]) -> None:
        self._ends_at = math.inf if timeout is None else time.monotonic() + timeout

    def seconds_left(self) -> float:
        return self._ends_at - time.monotonic()

    def is_before(self, effect: Union[Send, Pause]) -> bool:
        """Whether an effect can't be done in time."""
        left = self.seconds_left()
        return left <= 0 or (isinstance(effect, Pause) and effect.seconds > left)


def limited(timeout: httpx.Timeout, seconds: float) -> httpx.Timeout:
    """The timeouts of a request, none longer than so many seconds, but at least one."""
    if seconds == math.inf:
        return timeout
    seconds = max(seconds, SHORTEST_REQUEST_SECONDS)
    return httpx.Timeout(**{name: min(value or math.inf, seconds) for name, value in timeout.as_dict().items()})


T = TypeVar("T")
Flow = Generator[Union[Send, Pause], Any, T]


class Progress(NamedTuple):
    """How far a transcription is."""

    stage: str
    """``uploading`` or ``transcribing``."""
    share: float
    """0 to 1."""
    job: Optional[Job] = None


OnProgress = Optional[Callable[[Progress], None]]


class Connection(NamedTuple):
    """How the server is reached."""

    base_url: str
    api_key: Optional[str]
    max_retries: int
    max_retry_seconds: float


def connection_of(
    base_url: Optional[str], api_key: Optional[str], max_retries: int, max_retry_seconds: float
) -> Connection:
    url = base_url or os.environ.get("VERBATIM_URL") or "http://localhost:3000"
    key = os.environ.get("VERBATIM_API_KEY") if api_key is None else api_key
    if key and not re.fullmatch(r"[!-~]+", key):
        raise ValueError("The API key has a character that no key has. Check api_key or VERBATIM_API_KEY.")
    if urlsplit(url).scheme not in ("http", "https"):
        raise ValueError(f"{url!r} is not the URL of a server. Write it like http://localhost:3000.")
    return Connection(url.rstrip("/"), key or None, max_retries, max_retry_seconds)


FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 8.0
AWAY_PAUSE_SECONDS = 2.0
BATCH_PAUSE_SECONDS = 3.0
# A server that restarts is waited for so long.
MAX_ABSENCE_SECONDS = 120.0


def _seconds_before_retry(
    connection: Connection, error: VerbatimError, attempt: int, is_repeatable: bool
) -> Optional[float]:
    if attempt >= connection.max_retries or not (error.retryable or error.status == 429):
        return None
    # Only a 429 has certainly done nothing. A 503 may come after the work, if its outcome could not be read.
    if not is_repeatable and error.status != 429:
        return None
    usual = min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2**attempt) * random.uniform(0.75, 1.25)
    seconds = usual if error.retry_after is None else error.retry_after
    return seconds if seconds <= connection.max_retry_seconds else None


def send(connection: Connection, request: Send, is_repeatable: bool) -> Flow[httpx.Response]:
    """Sends a request, and again as long as it may succeed later: after what ``Retry-After`` says, or a growing pause."""
    attempt = 0
    may_be_done = False
    while True:
        try:
            response: httpx.Response = yield request
            if response.is_success:
                return response
            if request.method == "DELETE" and response.status_code == 404 and may_be_done:
                # An earlier attempt has removed it, and only its response did not arrive.
                return httpx.Response(204)
            error = error_of(response)
        except httpx.TransportError as cause:
            error = unreachable()
            error.__cause__ = cause
        seconds = _seconds_before_retry(connection, error, attempt, is_repeatable)
        if seconds is None:
            raise error
        attempt += 1
        may_be_done = may_be_done or error.status != 429
        yield Pause(seconds)


def request(
    connection: Connection,
    operation_id: str,
    *,
    params: Optional[Mapping[str, Any]] = None,
    query: Optional[Mapping[str, Any]] = None,
    body: Any = None,
    idempotency_key: Optional[str] = None,
    if_match: Optional[str] = None,
) -> Flow[httpx.Response]:
    """Calls an operation of the API. Returns its response; of a file, before its content is read."""
    operation = operation_of(operation_id)
    address = address_of(operation, params or {}, query or {})
    headers = {"accept": "*/*" if operation.is_file else "application/json"}
    if connection.api_key:
        headers["authorization"] = f"Bearer {connection.api_key}"
    if body is not None:
        headers["content-type"] = "application/json"
    if if_match is not None:
        headers["if-match"] = if_match
    if operation.takes_key:
        # The same for every attempt: a request that arrived, though its response did not, is not done twice.
        headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
    for name, text in headers.items():
        if not re.fullmatch(r"[ -~]*", text):
            raise ValueError(f"{name} has a character that no header can hold: {text!r}.")
    content = None if body is None else json.dumps(body).encode()
    is_repeatable = operation.takes_key or operation.method in ("GET", "PUT", "DELETE")
    sent = Send(operation.method, connection.base_url + address, headers, content, operation.is_file)
    return (yield from send(connection, sent, is_repeatable))


def call(connection: Connection, operation_id: str, **options: Any) -> Flow[Any]:
    """Calls an operation of the API. Returns the JSON of its response, None where it has no body, the response for a file."""
    response = yield from request(connection, operation_id, **options)
    if operation_of(operation_id).is_file:
        return response
    return json_of(response) if response.content else None


def read_until(read: Callable[[], Flow[T]], seconds_until_next: Callable[[T], Optional[float]]) -> Flow[T]:
    """Reads something until it has ended. A server that is away for a moment continues with the work when it is back."""
    last_seen = time.monotonic()
    while True:
        seconds: float = AWAY_PAUSE_SECONDS
        try:
            state = yield from read()
            last_seen = time.monotonic()
            following = seconds_until_next(state)
            if following is None:
                return state
            seconds = following
        except VerbatimError as error:
            if not error.retryable or time.monotonic() - last_seen > MAX_ABSENCE_SECONDS:
                raise
            seconds = max(AWAY_PAUSE_SECONDS, error.retry_after or 0)
        yield Pause(seconds)


def _no_transcript(job_id: str) -> Problem:
    detail = f"Job {job_id} has no transcript."
    return {
        "type": "about:blank",
        "title": "No transcript",
        "status": 500,
        "detail": detail,
        "code": "internal_error",
        "retryable": False,
        "retry_after": None,
        "request_id": None,
        "context": {},
    }


def wait_for_job(
    connection: Connection,
    job_id: str,
    query: Mapping[str, Any],
    on_progress: OnProgress = None,
) -> Flow[Transcript]:
    """Waits until a job has ended, and returns its transcript."""

    def read() -> Flow[Job]:
        job: Job = yield from call(connection, "getJob", params={"job_id": job_id}, query=query)
        if on_progress:
            on_progress(Progress("transcribing", job["progress"], job))
        return job

    def following(job: Job) -> Optional[float]:
        return None if job["status"] in ("done", "error") else float(job["poll_after_seconds"])

    try:
        job = yield from read_until(read, following)
    except TimeoutError:
        raise WaitTimeout(job_id) from None
    transcript = job["transcript"]
    if transcript is None:
        raise JobError(job_id, job["error"] or _no_transcript(job_id))
    return transcript


def wait_for_batch(
    connection: Connection,
    operation_id: str,
    batch_id: str,
    on_progress: Optional[Callable[[Any], None]] = None,
) -> Flow[Any]:
    """Waits until a batch or an import has ended."""

    def read() -> Flow[Any]:
        batch = yield from call(connection, operation_id, params={"batch_id": batch_id})
        if on_progress:
            on_progress(batch)
        return batch

    def following(batch: Any) -> Optional[float]:
        return BATCH_PAUSE_SECONDS if batch["status"] in ("queued", "in_progress") else None

    return (yield from read_until(read, following))
