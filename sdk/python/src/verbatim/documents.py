from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from .platforms import TIME_LINKS

if TYPE_CHECKING:
    from .schema import Transcript, TranscriptSegment


def _with_parameter(url: str, name: str, value: str) -> str:
    parts = urlsplit(url)
    query = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != name]
    return urlunsplit(parts._replace(query=urlencode([*query, (name, value)])))


def link_at(transcript: Transcript, seconds: float) -> str:
    """A link to a time in the recording, in the form of its platform; the plain link where there is none."""
    url = transcript["url"]
    added = TIME_LINKS.get(transcript["platform"], "").format(math.floor(seconds))
    if not added.startswith("?"):
        return url + added
    name, value = added[1:].split("=", 1)
    return _with_parameter(url, name, value)


class Piece(NamedTuple):
    """The content of one document: a whole transcript, or a part of it."""

    id: str
    text: str
    metadata: Dict[str, Any]


def _chunks(segments: List[TranscriptSegment], seconds: float) -> Iterator[List[TranscriptSegment]]:
    chunk: List[TranscriptSegment] = []
    for segment in segments:
        if chunk and segment["start"] >= chunk[0]["start"] + seconds:
            yield chunk
            chunk = []
        chunk.append(segment)
    if chunk:
        yield chunk


def pieces_of(transcript: Transcript, chunk_seconds: Optional[float]) -> Iterator[Piece]:
    """One piece for a transcript; or one for about so many seconds each, with its times and a link to its beginning."""
    about = {
        "source": transcript["url"],
        "transcript_id": transcript["id"],
        "platform": transcript["platform"],
        "title": transcript["title"],
        "author": transcript["author"],
        "language": transcript["lang"],
        "published_at": transcript["published_at"],
        "duration_seconds": transcript["duration_seconds"],
    }
    # Some stores accept no null.
    metadata = {name: value for name, value in about.items() if value is not None}
    if chunk_seconds is None:
        yield Piece(transcript["id"], transcript.get("text", ""), metadata)
        return
    for chunk in _chunks(transcript.get("segments", []), chunk_seconds):
        start, end = chunk[0]["start"], chunk[-1]["end"]
        times = {"start_seconds": start, "end_seconds": end, "url": link_at(transcript, start)}
        text = " ".join(segment["text"] for segment in chunk)
        yield Piece(f"{transcript['id']}:{start:g}", text, {**metadata, **times})
