"""The interface of youtube-transcript-api 1.x over a Verbatim server.

Replace ``from youtube_transcript_api import …`` with ``from verbatim.compat import …``.
"""

from .api import YouTubeTranscriptApi
from .errors import (
    AgeRestricted,
    CouldNotRetrieveTranscript,
    InvalidVideoId,
    IpBlocked,
    NoTranscriptFound,
    NotTranslatable,
    RequestBlocked,
    TranscriptsDisabled,
    TranslationLanguageNotAvailable,
    VideoUnavailable,
    VideoUnplayable,
    YouTubeRequestFailed,
    YouTubeTranscriptApiException,
)
from .transcripts import FetchedTranscript, FetchedTranscriptSnippet, Transcript, TranscriptList

__all__ = [
    "AgeRestricted",
    "CouldNotRetrieveTranscript",
    "FetchedTranscript",
    "FetchedTranscriptSnippet",
    "InvalidVideoId",
    "IpBlocked",
    "NoTranscriptFound",
    "NotTranslatable",
    "RequestBlocked",
    "Transcript",
    "TranscriptList",
    "TranscriptsDisabled",
    "TranslationLanguageNotAvailable",
    "VideoUnavailable",
    "VideoUnplayable",
    "YouTubeRequestFailed",
    "YouTubeTranscriptApi",
    "YouTubeTranscriptApiException",
]
