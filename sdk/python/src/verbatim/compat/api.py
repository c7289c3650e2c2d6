from __future__ import annotations

from typing import Any, Iterable, Optional

from ..client import Verbatim
from .errors import InvalidVideoId
from .proxies import ProxyConfig
from .transcripts import FetchedTranscript, TranscriptList, list_transcripts


class YouTubeTranscriptApi:
    """The class of youtube-transcript-api, served by a Verbatim server.

    ``proxy_config`` and ``http_client`` are accepted and change nothing: the server reaches YouTube. ``client`` is the one to use
    (default: ``Verbatim()``, set up by the environment). With ``speech_to_text`` a video without captions is transcribed, which
    uses your minutes.
    """

    def __init__(
        self,
        proxy_config: Optional[ProxyConfig] = None,
        http_client: Any = None,
        *,
        client: Optional[Verbatim] = None,
        speech_to_text: bool = False,
    ) -> None:
        self._client = client or Verbatim()
        self._speech_to_text = speech_to_text

    def fetch(
        self, video_id: str, languages: Iterable[str] = ("en",), preserve_formatting: bool = False
    ) -> FetchedTranscript:
        """The transcript in the first of these languages that there is."""
        return self.list(video_id).find_transcript(languages).fetch(preserve_formatting=preserve_formatting)

    def list(self, video_id: str) -> TranscriptList:
        """The transcripts of a video."""
        if video_id.startswith(("http://", "https://")):
            raise InvalidVideoId(video_id)
        return list_transcripts(self._client, video_id, self._speech_to_text)
