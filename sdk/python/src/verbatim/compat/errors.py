from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Optional

from ..errors import VerbatimError

if TYPE_CHECKING:
    from .transcripts import TranscriptList


class YouTubeTranscriptApiException(Exception):
    pass


class CookieError(YouTubeTranscriptApiException):
    pass


class CookiePathInvalid(CookieError):
    pass


class CookieInvalid(CookieError):
    pass


class CouldNotRetrieveTranscript(YouTubeTranscriptApiException):
    """A transcript could not be retrieved. ``cause`` says why."""

    CAUSE = ""

    def __init__(self, video_id: str, cause: Optional[str] = None) -> None:
        self.video_id = video_id
        self.cause = cause or self.CAUSE
        super().__init__(f"Could not retrieve a transcript for the video {video_id}. {self.cause}".strip())


class YouTubeDataUnparsable(CouldNotRetrieveTranscript):
    CAUSE = "YouTube's data is not understood."


class YouTubeRequestFailed(CouldNotRetrieveTranscript):
    CAUSE = "The request failed."


class VideoUnplayable(CouldNotRetrieveTranscript):
    CAUSE = "The video can't be played."


class VideoUnavailable(CouldNotRetrieveTranscript):
    CAUSE = "The video is no longer available."


class InvalidVideoId(CouldNotRetrieveTranscript):
    CAUSE = "Pass the ID of the video, not its URL."


class RequestBlocked(CouldNotRetrieveTranscript):
    CAUSE = "YouTube refuses requests from the server."


class IpBlocked(RequestBlocked):
    pass


class FailedToCreateConsentCookie(CouldNotRetrieveTranscript):
    CAUSE = "YouTube asks for consent."


class PoTokenRequired(CouldNotRetrieveTranscript):
    CAUSE = "YouTube asks for a proof of origin."


class TranscriptsDisabled(CouldNotRetrieveTranscript):
    CAUSE = "The video has no captions."


class AgeRestricted(CouldNotRetrieveTranscript):
    CAUSE = "The video is age-restricted."


class NotTranslatable(CouldNotRetrieveTranscript):
    CAUSE = "Verbatim does not translate captions."


class TranslationLanguageNotAvailable(CouldNotRetrieveTranscript):
    CAUSE = "The requested translation language is not available."


class NoTranscriptFound(CouldNotRetrieveTranscript):
    def __init__(self, video_id: str, requested_language_codes: Iterable[str], transcript_data: TranscriptList) -> None:
        codes = list(requested_language_codes)
        super().__init__(video_id, f"No transcripts were found for any of the languages {codes}.\n\n{transcript_data}")


_BY_CODE = {
    "source_not_found": VideoUnavailable,
    "source_private": VideoUnplayable,
    "source_members_only": VideoUnplayable,
    "source_login_required": VideoUnplayable,
    "source_geo_blocked": VideoUnplayable,
    "source_drm_protected": VideoUnplayable,
    "source_live": VideoUnplayable,
    "source_not_started": VideoUnplayable,
    "source_age_restricted": AgeRestricted,
    "upstream_blocked": RequestBlocked,
    "upstream_changed": YouTubeDataUnparsable,
    "invalid_url": InvalidVideoId,
    "unsupported_source": InvalidVideoId,
}


def compat_error(video_id: str, error: VerbatimError) -> CouldNotRetrieveTranscript:
    """The exception that the other library would raise."""
    kind = _BY_CODE.get(error.code, YouTubeRequestFailed)
    return kind(video_id) if kind is InvalidVideoId else kind(video_id, error.detail)
