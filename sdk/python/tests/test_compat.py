import dataclasses
import inspect
import json
import unittest

import requests
import youtube_transcript_api
from requests.adapters import BaseAdapter
from youtube_transcript_api import formatters as their_formatters
from youtube_transcript_api import proxies as their_proxies

from verbatim import compat
from verbatim.compat import YouTubeTranscriptApi, formatters, proxies

ZOO = "jNQXAC9IVRw"


def parameters(function):
    return [
        (one.name, one.default, one.kind)
        for one in inspect.signature(function).parameters.values()
        if one.kind is not inspect.Parameter.KEYWORD_ONLY
    ]


def to_theirs(transcript):
    snippets = [
        youtube_transcript_api.FetchedTranscriptSnippet(**dataclasses.asdict(snippet)) for snippet in transcript
    ]
    fields = {name: getattr(transcript, name) for name in ("video_id", "language", "language_code", "is_generated")}
    return youtube_transcript_api.FetchedTranscript(snippets=snippets, **fields)


PLAYER = {
    "playabilityStatus": {"status": "OK"},
    "captions": {
        "playerCaptionsTracklistRenderer": {
            "captionTracks": [
                {
                    "baseUrl": "https://www.youtube.com/api/timedtext?v=x",
                    "name": {"runs": [{"text": "English"}]},
                    "languageCode": "en",
                    "kind": "asr",
                }
            ]
        }
    },
}


class YouTubeAnswers(BaseAdapter):
    """Answers the requests of the other library, with the text that the service has."""

    def __init__(self, text):
        super().__init__()
        caption = f'<transcript><text start="0" dur="6.4">{text}</text></transcript>'
        self._answers = {"/watch": '"INNERTUBE_API_KEY": "key"', "/youtubei": json.dumps(PLAYER), "/api": caption}

    def send(self, request, **_):
        response = requests.Response()
        response.status_code = 200
        response.url = request.url
        found = [answer for start, answer in self._answers.items() if request.path_url.startswith(start)]
        response._content = found[0].encode()
        return response

    def close(self):
        pass


def both_apis():
    ours = YouTubeTranscriptApi()
    session = requests.Session()
    session.mount("https://", YouTubeAnswers(" ".join(snippet.text for snippet in ours.fetch(ZOO))))
    return [ours, youtube_transcript_api.YouTubeTranscriptApi(http_client=session)]


class TestBothLibraries(unittest.TestCase):
    """The examples of their README, with both."""

    def test_give_the_same_of_a_video(self):
        def example(api):
            transcript = api.fetch(ZOO, languages=["de", "en"])
            listed = api.list(ZOO)
            found = listed.find_transcript(["de", "en"])
            return {
                "text": " ".join(snippet.text for snippet in transcript),
                "last": transcript[-1].start >= transcript[0].start,
                "raw": [sorted(entry) for entry in transcript.to_raw_data()][0],
                "about": (transcript.video_id, transcript.language, transcript.language_code, transcript.is_generated),
                "listed": [(one.video_id, one.language, one.language_code, one.is_generated) for one in listed],
                "found": (found.language_code, found.is_translatable, found.translation_languages, str(found)),
                "generated": listed.find_generated_transcript(["en"]).language_code,
                "list": str(listed),
            }

        ours, theirs = (example(api) for api in both_apis())
        self.assertEqual(ours, theirs)

    def test_refuse_the_same(self):
        for name, refused in {
            "NoTranscriptFound": lambda api: api.fetch(ZOO, languages=["xx"]),
            "NotTranslatable": lambda api: api.list(ZOO).find_transcript(["en"]).translate("de"),
        }.items():
            for api, library in zip(both_apis(), (compat, youtube_transcript_api)):
                with self.assertRaises(getattr(library, name)):
                    refused(api)


class TestExamples(unittest.TestCase):
    """The examples of their README, over the service."""

    def test_fetch_returns_a_sequence_of_snippets(self):
        transcript = YouTubeTranscriptApi().fetch(ZOO)
        self.assertEqual((transcript.video_id, transcript.language, transcript.language_code), (ZOO, "English", "en"))
        self.assertTrue(all(snippet.text for snippet in transcript))
        self.assertEqual(transcript[-1], list(transcript)[-1])
        self.assertEqual(len(transcript), len(transcript.to_raw_data()))
        self.assertEqual(set(transcript.to_raw_data()[0]), {"text", "start", "duration"})

    def test_the_first_language_that_there_is_is_taken(self):
        transcript = YouTubeTranscriptApi().fetch(ZOO, languages=["de", "en"], preserve_formatting=True)
        self.assertEqual(transcript.language_code, "en")

    def test_the_list_can_be_iterated_and_filtered(self):
        transcripts = YouTubeTranscriptApi().list(ZOO)
        for transcript in transcripts:
            self.assertEqual(transcript.video_id, ZOO)
            self.assertFalse(transcript.is_translatable)
            self.assertEqual(transcript.translation_languages, [])
            self.assertEqual(transcript.fetch().is_generated, transcript.is_generated)
            with self.assertRaises(compat.NotTranslatable):
                transcript.translate("de")
        found = transcripts.find_transcript(["de", "en"])
        self.assertEqual(str(found), 'en ("English")')
        same_kind = (
            transcripts.find_generated_transcript
            if found.is_generated
            else transcripts.find_manually_created_transcript
        )
        self.assertIs(same_kind(["en"]), found)
        with self.assertRaises(compat.NoTranscriptFound) as caught:
            transcripts.find_transcript(["xx"])
        self.assertIn('en ("English")', str(caught.exception))


class TestErrors(unittest.TestCase):
    def test_a_url_is_no_video_id(self):
        with self.assertRaises(compat.InvalidVideoId):
            YouTubeTranscriptApi().fetch(f"https://www.youtube.com/watch?v={ZOO}")

    def test_of_the_service_have_the_classes_of_the_other_library(self):
        with self.assertRaises(compat.CouldNotRetrieveTranscript) as caught:
            YouTubeTranscriptApi().fetch("not an id")
        self.assertEqual(caught.exception.video_id, "not an id")

    def test_every_public_name_is_there(self):
        self.assertEqual(set(youtube_transcript_api.__all__) - set(compat.__all__), set())
        for theirs, ours in ((their_formatters, formatters), (their_proxies, proxies)):
            named = {name for name, value in vars(theirs).items() if inspect.isclass(value) and name[0] != "_"}
            self.assertEqual({name for name in named if not hasattr(ours, name)} - {"Iterable", "List", "ABC"}, set())

    def test_have_the_same_ancestors(self):
        for name in compat.__all__:
            ours, theirs = getattr(compat, name), getattr(youtube_transcript_api, name)
            if issubclass(ours, Exception):
                names = [one.__name__ for one in theirs.__mro__]
                self.assertEqual([one.__name__ for one in ours.__mro__], names)


class TestInterface(unittest.TestCase):
    def test_methods_take_the_same_parameters(self):
        pairs = [
            (YouTubeTranscriptApi.__init__, youtube_transcript_api.YouTubeTranscriptApi.__init__),
            (YouTubeTranscriptApi.fetch, youtube_transcript_api.YouTubeTranscriptApi.fetch),
            (YouTubeTranscriptApi.list, youtube_transcript_api.YouTubeTranscriptApi.list),
            (compat.Transcript.fetch, youtube_transcript_api.Transcript.fetch),
            (compat.Transcript.translate, youtube_transcript_api.Transcript.translate),
        ]
        pairs += [
            (getattr(compat.TranscriptList, name), getattr(youtube_transcript_api.TranscriptList, name))
            for name in ("find_transcript", "find_generated_transcript", "find_manually_created_transcript")
        ]
        for ours, theirs in pairs:
            self.assertEqual(parameters(ours), parameters(theirs))

    def test_data_has_the_same_fields(self):
        for name in ("FetchedTranscript", "FetchedTranscriptSnippet"):
            ours = [one.name for one in dataclasses.fields(getattr(compat, name))]
            theirs = [one.name for one in dataclasses.fields(getattr(youtube_transcript_api, name))]
            self.assertEqual(ours, theirs)


class TestFormatters(unittest.TestCase):
    def setUp(self):
        transcript = YouTubeTranscriptApi().fetch(ZOO)
        overlapping = compat.FetchedTranscript(
            [
                compat.FetchedTranscriptSnippet("one & <two>", 0.0, 5.5),
                compat.FetchedTranscriptSnippet("drei\nvier", 3.2, 2.0),
                compat.FetchedTranscriptSnippet("späť", 3661.999, 1.2345),
            ],
            ZOO,
            "English",
            "en",
            False,
        )
        self.transcripts = [transcript, overlapping]

    def test_write_what_those_of_the_other_library_write(self):
        self.assertEqual(list(formatters.FormatterLoader.TYPES), list(their_formatters.FormatterLoader.TYPES))
        for name in formatters.FormatterLoader.TYPES:
            ours, theirs = formatters.FormatterLoader().load(name), their_formatters.FormatterLoader().load(name)
            for transcript in self.transcripts:
                self.assertEqual(ours.format_transcript(transcript), theirs.format_transcript(to_theirs(transcript)))
            their_transcripts = [to_theirs(transcript) for transcript in self.transcripts]
            self.assertEqual(ours.format_transcripts(self.transcripts), theirs.format_transcripts(their_transcripts))

    def test_pass_their_options_on(self):
        written = formatters.JSONFormatter().format_transcript(self.transcripts[1], indent=2)
        self.assertEqual(
            written, their_formatters.JSONFormatter().format_transcript(to_theirs(self.transcripts[1]), indent=2)
        )

    def test_of_an_unknown_name_do_not_exist(self):
        with self.assertRaises(formatters.FormatterLoader.UnknownFormatterType):
            formatters.FormatterLoader().load("docx")


if __name__ == "__main__":
    unittest.main()
