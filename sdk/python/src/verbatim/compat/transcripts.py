from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Sequence

from ..errors import VerbatimError
from .errors import NoTranscriptFound, NotTranslatable, TranscriptsDisabled, compat_error

if TYPE_CHECKING:
    from ..client import Verbatim
    from ..schema import LanguageListLanguage

WATCH_URL = "https://www.youtube.com/watch?v="


@dataclass
class FetchedTranscriptSnippet:
    text: str
    start: float
    duration: float


@dataclass
class FetchedTranscript:
    """A transcript with its text, a sequence of snippets."""

    snippets: List[FetchedTranscriptSnippet]
    video_id: str
    language: str
    language_code: str
    is_generated: bool

    def __iter__(self) -> Iterator[FetchedTranscriptSnippet]:
        return iter(self.snippets)

    def __getitem__(self, index: Any) -> Any:
        return self.snippets[index]

    def __len__(self) -> int:
        return len(self.snippets)

    def to_raw_data(self) -> List[Dict[str, Any]]:
        return [asdict(snippet) for snippet in self]


class Transcript:
    """A transcript that can be fetched."""

    def __init__(
        self, client: Verbatim, video_id: str, language: str, language_code: str, is_generated: bool, is_speech: bool
    ) -> None:
        self._client = client
        self._is_speech = is_speech
        self.video_id = video_id
        self.language = language
        self.language_code = language_code
        self.is_generated = is_generated
        self.translation_languages: List[Any] = []

    @property
    def is_translatable(self) -> bool:
        return False

    def fetch(self, preserve_formatting: bool = False) -> FetchedTranscript:
        """Loads the text. Verbatim keeps no formatting of captions: ``preserve_formatting`` changes nothing."""
        request: Dict[str, Any] = {"lang": self.language_code, "strict_lang": not self._is_speech, "words": False}
        try:
            transcript = self._client.transcribe(f"{WATCH_URL}{self.video_id}", **request)
        except VerbatimError as error:
            raise compat_error(self.video_id, error) from error
        snippets = [
            FetchedTranscriptSnippet(segment["text"], segment["start"], segment["duration"])
            for segment in transcript.get("segments", [])
        ]
        code = self.language_code
        if self._is_speech:
            code = transcript["lang"] or code
        is_generated = transcript["source"] != "captions"
        return FetchedTranscript(snippets, self.video_id, self.language, code, is_generated)

    def translate(self, language_code: str) -> Transcript:
        raise NotTranslatable(self.video_id)

    def __str__(self) -> str:
        return f'{self.language_code} ("{self.language}")'


def _described(transcripts: Sequence[Transcript]) -> str:
    return "\n".join(f" - {transcript}" for transcript in transcripts) or "None"


class TranscriptList:
    """The transcripts of a video: the captions that people made, then the automatic ones."""

    def __init__(self, video_id: str, transcripts: Sequence[Transcript]) -> None:
        self.video_id = video_id
        self._manual = [one for one in transcripts if not one.is_generated]
        self._generated = [one for one in transcripts if one.is_generated]

    def __iter__(self) -> Iterator[Transcript]:
        return iter([*self._manual, *self._generated])

    def find_transcript(self, language_codes: Iterable[str]) -> Transcript:
        """The first of these languages that there is; captions that people made come before automatic ones."""
        return self._find(language_codes, [*self._manual, *self._generated])

    def find_generated_transcript(self, language_codes: Iterable[str]) -> Transcript:
        return self._find(language_codes, self._generated)

    def find_manually_created_transcript(self, language_codes: Iterable[str]) -> Transcript:
        return self._find(language_codes, self._manual)

    def _find(self, language_codes: Iterable[str], transcripts: Sequence[Transcript]) -> Transcript:
        codes = list(language_codes)
        for code in codes:
            for transcript in transcripts:
                if transcript.language_code == code:
                    return transcript
        raise NoTranscriptFound(self.video_id, codes, self)

    def __str__(self) -> str:
        return (
            f"For this video ({self.video_id}) transcripts are available in the following languages:\n\n"
            f"(MANUALLY CREATED)\n{_described(self._manual)}\n\n"
            f"(GENERATED)\n{_described(self._generated)}\n\n"
            "(TRANSLATION LANGUAGES)\nNone"
        )


class SpokenTranscriptList(TranscriptList):
    """The speech-to-text of a video without captions, in whichever language is requested first."""

    def __init__(self, client: Verbatim, video_id: str) -> None:
        super().__init__(video_id, [])
        self._client = client

    def __iter__(self) -> Iterator[Transcript]:
        yield self._spoken("auto")

    def _spoken(self, code: str) -> Transcript:
        return Transcript(self._client, self.video_id, "Speech-to-text", code, is_generated=True, is_speech=True)

    def find_transcript(self, language_codes: Iterable[str]) -> Transcript:
        return self._spoken(next(iter(language_codes), "auto"))

    find_generated_transcript = find_transcript


def list_transcripts(client: Verbatim, video_id: str, speech_to_text: bool) -> TranscriptList:
    """The transcripts of a video, by what the server knows of its captions."""
    try:
        answer = client.call("listLanguages", query={"url": f"{WATCH_URL}{video_id}"})
    except VerbatimError as error:
        raise compat_error(video_id, error) from error
    languages: List[LanguageListLanguage] = answer["languages"]
    if not languages and answer["speech_to_text"] and speech_to_text:
        return SpokenTranscriptList(client, video_id)
    if not languages:
        raise TranscriptsDisabled(video_id)
    transcripts = [
        Transcript(client, video_id, one["name"], one["code"], one["source"] == "auto_captions", is_speech=False)
        for one in languages
    ]
    return TranscriptList(video_id, transcripts)
