"""The formatters of youtube-transcript-api: the same classes with the same output."""

from __future__ import annotations

import json
import pprint
from typing import Any, ClassVar, Dict, List, Type

from .transcripts import FetchedTranscript
from .transcripts import FetchedTranscriptSnippet as FetchedTranscriptSnippet


class Formatter:
    """The base of formatters."""

    def format_transcript(self, transcript: FetchedTranscript, **kwargs: Any) -> str:
        raise NotImplementedError("A formatter implements format_transcript.")

    def format_transcripts(self, transcripts: List[FetchedTranscript], **kwargs: Any) -> str:
        raise NotImplementedError("A formatter implements format_transcripts.")


class PrettyPrintFormatter(Formatter):
    def format_transcript(self, transcript: FetchedTranscript, **kwargs: Any) -> str:
        return pprint.pformat(transcript.to_raw_data(), **kwargs)

    def format_transcripts(self, transcripts: List[FetchedTranscript], **kwargs: Any) -> str:
        return pprint.pformat([transcript.to_raw_data() for transcript in transcripts], **kwargs)


class JSONFormatter(Formatter):
    def format_transcript(self, transcript: FetchedTranscript, **kwargs: Any) -> str:
        return json.dumps(transcript.to_raw_data(), **kwargs)

    def format_transcripts(self, transcripts: List[FetchedTranscript], **kwargs: Any) -> str:
        return json.dumps([transcript.to_raw_data() for transcript in transcripts], **kwargs)


class TextFormatter(Formatter):
    def format_transcript(self, transcript: FetchedTranscript, **kwargs: Any) -> str:
        return "\n".join(snippet.text for snippet in transcript)

    def format_transcripts(self, transcripts: List[FetchedTranscript], **kwargs: Any) -> str:
        return "\n\n\n".join(self.format_transcript(transcript, **kwargs) for transcript in transcripts)


class _SubtitleFormatter(TextFormatter):
    HEADER = ""
    POINT = "."
    IS_NUMBERED = False

    def _time(self, seconds: float) -> str:
        whole = int(seconds)
        milliseconds = int(round((seconds - whole) * 1000, 2))
        return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}{self.POINT}{milliseconds:03d}"

    def format_transcript(self, transcript: FetchedTranscript, **kwargs: Any) -> str:
        cues = []
        for index, snippet in enumerate(transcript):
            end = snippet.start + snippet.duration
            # A snippet ends where the next one begins.
            if index + 1 < len(transcript):
                end = min(end, transcript[index + 1].start)
            number = f"{index + 1}\n" if self.IS_NUMBERED else ""
            cues.append(f"{number}{self._time(snippet.start)} --> {self._time(end)}\n{snippet.text}")
        return self.HEADER + "\n\n".join(cues) + "\n"


class SRTFormatter(_SubtitleFormatter):
    POINT = ","
    IS_NUMBERED = True


class WebVTTFormatter(_SubtitleFormatter):
    HEADER = "WEBVTT\n\n"


class FormatterLoader:
    TYPES: ClassVar[Dict[str, Type[Formatter]]] = {
        "json": JSONFormatter,
        "pretty": PrettyPrintFormatter,
        "text": TextFormatter,
        "webvtt": WebVTTFormatter,
        "srt": SRTFormatter,
    }

    class UnknownFormatterType(Exception):
        def __init__(self, formatter_type: str) -> None:
            names = ", ".join(FormatterLoader.TYPES)
            super().__init__(f"The format '{formatter_type}' is not supported. Choose one of these: {names}")

    def load(self, formatter_type: str = "pretty") -> Formatter:
        if formatter_type not in self.TYPES:
            raise FormatterLoader.UnknownFormatterType(formatter_type)
        return self.TYPES[formatter_type]()
