from __future__ import annotations

import os
from contextlib import contextmanager
from io import SEEK_END, BytesIO
from typing import IO, TYPE_CHECKING, Callable, Dict, Iterator, NamedTuple, Optional, Union
from urllib.parse import urlsplit

import httpx

from .errors import VerbatimError, json_of, no_progress, unreachable
from .flows import Connection, Flow, Pause, Send, call, send

if TYPE_CHECKING:
    from .schema import SignResponse, UploadProgress

File = Union["os.PathLike[str]", IO[bytes], bytes]
"""A path (not as a string: that is a link), an open file, or bytes."""

# The bytes of one request: a broken connection loses no more.
SLICE_BYTES = 8 * 1024 * 1024
# The number of attempts in a row that may bring nothing.
MAX_FRUITLESS = 10


class Opened(NamedTuple):
    file: IO[bytes]
    name: str
    size: int


def _size_of(file: IO[bytes]) -> int:
    return file.seek(0, SEEK_END)


def _name_of(file: IO[bytes]) -> str:
    name = getattr(file, "name", "")
    return os.path.basename(name) if isinstance(name, str) else ""


@contextmanager
def open_source(source: File, name: Optional[str]) -> Iterator[Opened]:
    if isinstance(source, os.PathLike):
        with open(source, "rb") as opened:
            yield Opened(opened, name or os.path.basename(source), _size_of(opened))
    else:
        file = BytesIO(source) if isinstance(source, bytes) else source
        yield Opened(file, name or _name_of(file) or "recording", _size_of(file))


class _Target(NamedTuple):
    connection: Connection
    address: str
    file: IO[bytes]
    on_share: Callable[[float], None]


def _read_progress(target: _Target) -> Flow[UploadProgress]:
    response = yield from send(target.connection, Send("GET", target.address, {"accept": "application/json"}), True)
    progress: UploadProgress = json_of(response)
    return progress


def _put(target: _Target, method: str, url: str, content: bytes, headers: Dict[str, str]) -> Flow[None]:
    """Sends bytes in one attempt: after a failure the server is asked what has arrived."""
    yield from send(target.connection._replace(max_retries=0), Send(method, url, headers, content), False)


def _read(file: IO[bytes], offset: int, length: int) -> bytes:
    file.seek(offset)
    content = b""
    while len(content) < length:
        more = file.read(length - len(content))
        if not more:
            raise ValueError("The file is shorter than when its upload began. Upload it again.")
        content += more
    return content


def _send_rest(target: _Target, progress: UploadProgress) -> Flow[None]:
    size = progress["size_bytes"]
    received = progress["received_bytes"]
    if progress["protocol"] == "offset":
        while received < size:
            content = _read(target.file, received, min(SLICE_BYTES, size - received))
            headers = {
                "content-type": "application/offset+octet-stream",
                "tus-resumable": "1.0.0",
                "upload-offset": str(received),
            }
            yield from _put(target, "PATCH", target.address, content, headers)
            received += len(content)
            target.on_share(received / size)
        return
    for part in progress["parts"]:
        content = _read(target.file, part["offset"], part["size_bytes"])
        yield from _put(target, "PUT", part["url"], content, {})
        received += len(content)
        target.on_share(received / size)


def _may_pass(error: VerbatimError) -> bool:
    """Whether another attempt may help: no connection, a busy server or store, another offset than expected."""
    return error.status in (0, 429) or error.status >= 500 or error.code == "upload_incomplete"


def _seconds_until_next(connection: Connection, error: Optional[VerbatimError], fruitless: int) -> Optional[float]:
    """How long to wait before the server is asked again what it has; None: it is given up."""
    if fruitless >= MAX_FRUITLESS:
        return None
    if error is None or error.retry_after is None:
        return min(10.0, 0.5 * 2.0**fruitless)
    return error.retry_after if error.retry_after <= connection.max_retry_seconds else None


def _send_until_complete(target: _Target) -> Flow[str]:
    fruitless = 0
    reached = -1
    while True:
        error: Optional[VerbatimError] = None
        are_parts_sent = False
        try:
            progress = yield from _read_progress(target)
            received = progress["received_bytes"]
            if received > reached:
                fruitless = 0
                reached = received
            target.on_share(received / progress["size_bytes"])
            if progress["complete"]:
                return progress["object_path"]
            are_parts_sent = progress["protocol"] == "parts"
            yield from _send_rest(target, progress)
        except VerbatimError as caught:
            # The signed address of a part expires, whatever a store then answers. The server has new ones.
            if not (are_parts_sent or _may_pass(caught)):
                raise
            error = caught
        if error is not None or fruitless > 0:
            seconds = _seconds_until_next(target.connection, error, fruitless)
            if seconds is None:
                raise error or no_progress()
            yield Pause(seconds)
        fruitless += 1


def upload(connection: Connection, source: File, name: Optional[str], on_share: Callable[[float], None]) -> Flow[str]:
    """Uploads a file in slices, continuing where a broken connection stopped, and returns its object path."""
    with open_source(source, name) as opened:
        body = {
            "filename": opened.name,
            "content_type": "application/octet-stream",
            "size_bytes": opened.size or None,
        }
        signed: SignResponse = yield from call(connection, "signUpload", body=body)
        if signed["resumable_url"] is None:
            # An empty file. What is wrong with it the server says when its transcript is requested.
            try:
                yield Send("PUT", signed["upload_url"], signed["upload_headers"], b"")
            except httpx.TransportError as cause:
                raise unreachable() from cause
            return signed["object_path"]
        # The server may have been reached by another address than the one it knows itself by.
        url = urlsplit(signed["resumable_url"])
        address = f"{connection.base_url}{url.path}?{url.query}"
        return (yield from _send_until_complete(_Target(connection, address, opened.file, on_share)))
