"""The interface of youtube-transcript-api 1.x over a Verbatim server.

Replace ``from youtube_transcript_api import …`` with ``from verbatim.compat import …``.
"""

from .api import YouTubeTranscriptApi
from .errors import (
    AgeRestricted,
    CookieError,
    CookieInvalid,
    CookiePathInvalid,
    CouldNotRetrieveTranscript,
    FailedToCreateConsentCookie,
    InvalidVideoId,
    IpBlocked,
    NoTranscriptFound,
    NotTranslatable,
    PoTokenRequired,
    RequestBlocked,
    TranscriptsDisabled,
    TranslationLanguageNotAvailable,
    VideoUnavailable,
    VideoUnplayable,
    YouTubeDataUnparsable,
    YouTubeRequestFailed,
    YouTubeTranscriptApiException,
)
from .transcripts import FetchedTranscript, FetchedTranscriptSnippet, Transcript, TranscriptList

__all__ = [
    "AgeRestricted",
    "CookieError",
    "CookieInvalid",
    "CookiePathInvalid",
    "CouldNotRetrieveTranscript",
    "FailedToCreateConsentCookie",
    "FetchedTranscript",
    "FetchedTranscriptSnippet",
    "InvalidVideoId",
    "IpBlocked",
    "NoTranscriptFound",
    "NotTranslatable",
    "PoTokenRequired",
    "RequestBlocked",
    "Transcript",
    "TranscriptList",
    "TranscriptsDisabled",
    "TranslationLanguageNotAvailable",
    "VideoUnavailable",
    "VideoUnplayable",
    "YouTubeDataUnparsable",
    "YouTubeRequestFailed",
    "YouTubeTranscriptApi",
    "YouTubeTranscriptApiException",
]
