from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Union

from .errors import WaitTimeout
from .flows import Connection, Flow, OnProgress, Progress, call, wait_for_job
from .upload import File, upload

if TYPE_CHECKING:
    from .schema import Transcript

Source = Union[str, File]
"""A link as a string; or a file: a path (``pathlib.Path``), an open file, or bytes."""

# How a transcript is rendered: what a request for the job takes as well.
RENDERING = ("format", "words", "max_line_length", "max_lines", "max_seconds", "repair")


def transcribe(
    connection: Connection,
    source: Optional[Source],
    request: Mapping[str, Any],
    *,
    name: Optional[str] = None,
    on_progress: OnProgress = None,
    idempotency_key: Optional[str] = None,
) -> Flow[Transcript]:
    """The transcript of a source, waited for where a job makes it."""

    def on_share(share: float) -> None:
        if on_progress:
            on_progress(Progress("uploading", share))

    body: Dict[str, Any] = dict(request)
    try:
        if isinstance(source, str):
            body["url"] = source
        elif source is not None:
            body["upload"] = yield from upload(connection, source, name, on_share)
        answer = yield from call(connection, "createTranscript", body=body, idempotency_key=idempotency_key)
    except TimeoutError:
        raise WaitTimeout() from None
    if "job_id" not in answer:
        transcript: Transcript = answer
        return transcript
    query = {name: body[name] for name in RENDERING if name in body}
    return (yield from wait_for_job(connection, answer["job_id"], query, on_progress))
