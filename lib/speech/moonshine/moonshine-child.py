"""
The process in which Moonshine's native library runs: a fault in it ends this process, never the server. It needs
nothing but Python's own library. Its argument is the folder in which the package moonshine_voice lies.

With `probe` as a second argument it loads the library, writes its version and ends. With `speech` it reads samples from standard
input, writes the stretches of speech in them as JSON and ends. With `speakers` and a recording (raw
16 kHz mono 16-bit PCM) it writes a line for each stretch of speech, its start and end in seconds and the
speaker's number, and ends. Else it serves requests (serve_requests.py), where `transcribed` is

  [{"text": "…", "speech": [[start, end], …], "confidence": {…}}, …]

`confidence` is the natural logarithm of the probability that the model gives the text, and the number of its tokens, without
those that repeat what is before them; null where it cannot be measured. Times are in seconds.
"""

import array
import ctypes
import json
import os
import subprocess
import sys

# Isolated mode leaves these folders out, and the program's folder may be read-only.
sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "recognisers")]

from serve_requests import only_replies, serve, step_back  # noqa: E402
from token_confidence import TokenConfidence  # noqa: E402

SAMPLE_RATE = 16_000
HEADER_VERSION = 30_000
TINY = 0
# The model hears half a minute at most.
LONGEST_SECONDS = 30
# Speech extends a little before and after the frames in which it is certain.
MARGIN_SECONDS = 0.3
# A shorter sound than any word: a click, or the first moment of a noise.
SHORTEST_SECONDS = 0.35
# Within a longer pause the model would make words up; a shorter one shows it where sentences end.
PAUSE_SECONDS = 3.0
READ_SECONDS = 10
# Half as often takes half as long, and takes similar voices for one; twice as often finds no more.
ANALYZE_EACH_SECONDS = 2
CLUSTER_EACH_SECONDS = 60
# Longer than any recording: a voice is the same one in its first and in its last minute.
CLUSTER_WINDOW_SECONDS = 1_000_000


class SpeakerSpan(ctypes.Structure):
    _fields_ = [
        ("start", ctypes.c_float),
        ("duration", ctypes.c_float),
        ("speaker_id", ctypes.c_uint64),
        ("speaker_index", ctypes.c_uint32),
        ("start_char", ctypes.c_uint64),
        ("end_char", ctypes.c_uint64),
    ]


class Line(ctypes.Structure):
    _fields_ = [
        ("text", ctypes.c_char_p),
        ("audio", ctypes.POINTER(ctypes.c_float)),
        ("audio_length", ctypes.c_size_t),
        ("start", ctypes.c_float),
        ("duration", ctypes.c_float),
        ("id", ctypes.c_uint64),
        ("flags", ctypes.c_int8 * 5),
        ("speaker_spans", ctypes.POINTER(SpeakerSpan)),
        ("speaker_span_count", ctypes.c_uint64),
        ("latency_ms", ctypes.c_uint32),
        ("words", ctypes.c_void_p),
        ("word_count", ctypes.c_uint64),
    ]


class Transcript(ctypes.Structure):
    _fields_ = [("lines", ctypes.POINTER(Line)), ("line_count", ctypes.c_uint64)]


class Option(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


def load_library(folder):
    package = os.path.join(folder, "moonshine_voice")
    names = {"darwin": "libmoonshine.dylib", "win32": "moonshine.dll"}
    path = os.path.join(package, names.get(sys.platform, "libmoonshine.so"))
    library = ctypes.CDLL(path)
    library.moonshine_error_to_string.restype = ctypes.c_char_p
    library.moonshine_load_transcriber_from_files.restype = ctypes.c_int32
    library.moonshine_load_transcriber_from_files.argtypes = [
        ctypes.c_char_p,
        ctypes.c_uint32,
        ctypes.POINTER(Option),
        ctypes.c_uint64,
        ctypes.c_int32,
    ]
    library.moonshine_free_transcriber.restype = None
    library.moonshine_free_transcriber.argtypes = [ctypes.c_int32]
    library.moonshine_transcribe_without_streaming.restype = ctypes.c_int32
    library.moonshine_transcribe_without_streaming.argtypes = [
        ctypes.c_int32,
        ctypes.POINTER(ctypes.c_float),
        ctypes.c_uint64,
        ctypes.c_int32,
        ctypes.c_uint32,
        ctypes.POINTER(ctypes.POINTER(Transcript)),
    ]
    return library


def check(library, code):
    if code < 0:
        raise RuntimeError((library.moonshine_error_to_string(code) or b"unknown error").decode())
    return code


def load_transcriber(library, folder, options):
    model = os.path.join(folder, "moonshine_voice", "assets", "tiny-en")
    array_of_options = (Option * len(options))(*[Option(name.encode(), value.encode()) for name, value in options.items()])
    load = library.moonshine_load_transcriber_from_files
    return check(library, load(model.encode(), TINY, array_of_options, len(options), HEADER_VERSION))


def lines_of(library, handle, samples, first, count):
    found = ctypes.POINTER(Transcript)()
    address = ctypes.cast(ctypes.byref(samples, first * ctypes.sizeof(ctypes.c_float)), ctypes.POINTER(ctypes.c_float))
    transcribe = library.moonshine_transcribe_without_streaming
    check(library, transcribe(handle, address, count, SAMPLE_RATE, 0, ctypes.byref(found)))
    return [found.contents.lines[at] for at in range(found.contents.line_count)] if found else []


def find_speech(folder):
    replies = only_replies()
    data = sys.stdin.buffer.read()
    samples = (ctypes.c_float * (len(data) // 4)).from_buffer_copy(data)
    library = load_library(folder)
    listener = load_transcriber(library, folder, {"skip_transcription": "true", "return_audio_data": "false"})
    lines = lines_of(library, listener, samples, 0, len(samples))
    replies.write(json.dumps([[round(line.start, 3), round(line.start + line.duration, 3)] for line in lines]))
    replies.flush()


def hear(folder, samples):
    """
    Returns the stretches of speech, as pairs of seconds. The library's detector keeps what it heard for as long as its process
    lives, so each chunk has a separate process: its text does not depend on what was transcribed before.
    """
    command = [sys.executable, "-I", os.path.abspath(__file__), folder, "speech"]
    run = subprocess.run(command, input=bytes(samples), stdout=subprocess.PIPE)
    if run.returncode != 0:
        raise RuntimeError(f"the detector of speech ended with exit code {run.returncode}")
    return json.loads(run.stdout)


class Moonshine:
    """The model that writes down what is said where the detector finds speech."""

    def __init__(self, folder):
        self.folder = folder
        self.library = load_library(folder)
        # Without its own cutting: it would cut within sentences, where the model then mishears.
        whole = {"vad_threshold": "0", "vad_max_segment_duration": str(LONGEST_SECONDS + 1), "return_audio_data": "false"}
        self.writer = load_transcriber(self.library, folder, whole)
        try:
            self.confidence = TokenConfidence(self.library, os.path.join(folder, "moonshine_voice"))
        except (OSError, AttributeError, RuntimeError) as error:
            print(f"Confidence is not measured: {error}", file=sys.stderr)
            self.confidence = None

    def write(self, samples, start, end):
        first = max(0, int((start - MARGIN_SECONDS) * SAMPLE_RATE))
        last = min(len(samples), int((end + MARGIN_SECONDS) * SAMPLE_RATE))
        lines = lines_of(self.library, self.writer, samples, first, last - first)
        text = " ".join((line.text or b"").decode("utf-8", "replace").strip() for line in lines).strip()
        return {"text": text, "confidence": self.measure(samples, first, last - first, text)}

    def measure(self, samples, first, count, text):
        """A text whose confidence cannot be measured is a text all the same."""
        if not self.confidence or not text:
            return None
        try:
            return self.confidence.measure(samples, first, count, text)
        except RuntimeError as error:
            print(f"Confidence was not measured: {error}", file=sys.stderr)
            return None

    def recognise(self, data, request):
        samples = (ctypes.c_float * request["samples"]).from_buffer_copy(data)
        stretches = []
        for start, end in hear(self.folder, samples):
            last = stretches[-1] if stretches else None
            if last and start - last[-1][1] < PAUSE_SECONDS and end - last[0][0] < LONGEST_SECONDS:
                last.append([start, end])
            else:
                stretches.append([[start, end]])
        spoken = [speech for speech in stretches if sum(end - start for start, end in speech) >= SHORTEST_SECONDS]
        heard = [{**self.write(samples, speech[0][0], speech[-1][1]), "speech": speech} for speech in spoken]
        return [stretch for stretch in heard if stretch["text"]]


class Diarizer:
    """
    Distinguishes speakers in one stream, so that a recording of any length has one set of speakers and is never in memory
    as a whole.
    """

    def __init__(self, folder):
        self.library = library = load_library(folder)
        stream = [ctypes.c_int32, ctypes.c_int32]
        library.moonshine_create_stream.argtypes = [ctypes.c_int32, ctypes.c_uint32]
        library.moonshine_start_stream.argtypes = stream
        library.moonshine_stop_stream.argtypes = stream
        library.moonshine_transcribe_add_audio_to_stream.argtypes = [
            *stream,
            ctypes.POINTER(ctypes.c_float),
            ctypes.c_uint64,
            ctypes.c_int32,
            ctypes.c_uint32,
        ]
        library.moonshine_transcribe_stream.argtypes = [*stream, ctypes.c_uint32, ctypes.POINTER(ctypes.POINTER(Transcript))]
        options = {
            "identify_speakers": "true",
            "skip_transcription": "true",
            "return_audio_data": "false",
            "diarization_analyze_cadence": str(ANALYZE_EACH_SECONDS),
            "diarization_cluster_cadence": str(CLUSTER_EACH_SECONDS),
            "diarization_cluster_window_sec": str(CLUSTER_WINDOW_SECONDS),
        }
        self.handle = load_transcriber(library, folder, options)
        self.stream = check(library, library.moonshine_create_stream(self.handle, 0))
        check(library, library.moonshine_start_stream(self.handle, self.stream))

    def listen(self, samples):
        add = self.library.moonshine_transcribe_add_audio_to_stream
        check(self.library, add(self.handle, self.stream, samples, len(samples), SAMPLE_RATE, 0))
        return self.lines()

    def lines(self):
        found = ctypes.POINTER(Transcript)()
        transcribe = self.library.moonshine_transcribe_stream
        check(self.library, transcribe(self.handle, self.stream, 0, ctypes.byref(found)))
        return [found.contents.lines[at] for at in range(found.contents.line_count)] if found else []

    def turns(self):
        """Returns start and end in seconds and the speaker's number of each turn, once all has been listened to."""
        check(self.library, self.library.moonshine_stop_stream(self.handle, self.stream))
        for line in self.lines():
            for at in range(line.speaker_span_count):
                span = line.speaker_spans[at]
                yield span.start, span.start + span.duration, span.speaker_index


def read_samples(file):
    """The recording as 32-bit floats, some seconds at a time."""
    while True:
        data = file.read(2 * SAMPLE_RATE * READ_SECONDS)
        samples = array.array("h", data[: len(data) // 2 * 2])
        if not samples:
            return
        yield (ctypes.c_float * len(samples))(*[sample / 32768 for sample in samples])


def find_speakers(folder, path):
    replies = only_replies()
    step_back()
    diarizer = Diarizer(folder)
    with open(path, "rb") as file:
        for samples in read_samples(file):
            diarizer.listen(samples)
    for start, end, speaker in diarizer.turns():
        replies.write(f"{start:.3f} {end:.3f} {speaker}\n")
    replies.flush()


if sys.argv[2:3] == ["speakers"]:
    find_speakers(sys.argv[1], sys.argv[3])
elif sys.argv[2:] == ["speech"]:
    find_speech(sys.argv[1])
elif sys.argv[2:] == ["probe"]:
    print(load_library(sys.argv[1]).moonshine_get_version())
else:
    serve(lambda _: Moonshine(sys.argv[1]))
