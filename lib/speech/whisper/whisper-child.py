"""
The process in which CTranslate2 runs a Whisper model: a fault in it ends this process, never the server. Its argument is the
folder of the packages of faster-whisper.

With `probe` as a second argument it loads the libraries, writes the GPUs that they can use as JSON and ends. Else it serves
requests (serve_requests.py):

  {"load": {"folder": "…", "device": "cpu", "threads": 2}}
  {"samples": N, "language": "ja", "prompt": "…", "hotwords": "…"}

`language` is null where the model finds out. `transcribed` is {"language": {"code": "ja", "probability": 0.98}, "segments": […]}, each
segment with its times in seconds, its words, and what the model thinks of it.

  {"samples": N, "identify": true}

finds only the language: `guesses` has the most probable ones, and there are no segments.
"""

import ctypes
import json
import os
import sys
import types

# Isolated mode leaves these folders out, and the program's folder may be read-only.
sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "recognisers"), sys.argv[1]]

from serve_requests import only_replies, serve  # noqa: E402

# faster-whisper imports a decoder of sound and a downloader with itself. The server is both, so neither is installed.
for name in ("av", "huggingface_hub"):
    sys.modules[name] = types.ModuleType(name)

import ctranslate2  # noqa: E402
import numpy  # noqa: E402
from faster_whisper import WhisperModel  # noqa: E402

# faster-whisper's own default.
BEAMS = 5
# The rest of the hundred languages have next to nothing.
GUESSES = 5


class Whisper:
    def __init__(self, options):
        device, index = (options["device"].split(":") + ["0"])[:2]
        self.model = WhisperModel(
            options["folder"],
            device=device,
            device_index=int(index),
            # On a GPU the fastest that it has.
            compute_type="int8" if device == "cpu" else "auto",
            cpu_threads=options["threads"],
            local_files_only=True,
        )

    def recognise(self, data, request):
        samples = numpy.frombuffer(data, numpy.float32)
        if request.get("identify"):
            code, probability, guesses = self.model.detect_language(samples)
            return {
                "language": {"code": code, "probability": probability},
                "guesses": [{"code": code, "probability": probability} for code, probability in guesses[:GUESSES]],
                "segments": [],
            }
        segments, info = self.model.transcribe(
            samples,
            language=request.get("language"),
            initial_prompt=request.get("prompt"),
            hotwords=request.get("hotwords"),
            beam_size=BEAMS,
            # A loop would continue in the next window.
            condition_on_previous_text=False,
            word_timestamps=True,
        )
        return {
            "language": {"code": info.language, "probability": info.language_probability},
            "segments": [describe(segment) for segment in segments],
        }


def usable_gpus():
    """A driver alone is not enough: CTranslate2 looks for these libraries when it first needs them."""
    count = ctranslate2.get_cuda_device_count()
    if count > 0 and sys.platform == "linux":
        try:
            for library in ("libcublas.so.12", "libcudnn.so.9"):
                ctypes.CDLL(library)
        except OSError as error:
            print(f"No GPU can be used: {error}", file=sys.stderr)
            return 0
    return count


def describe(segment):
    return {
        "start": segment.start,
        "end": segment.end,
        "text": segment.text,
        "avg_logprob": segment.avg_logprob,
        "no_speech_prob": segment.no_speech_prob,
        "tokens": len(segment.tokens),
        "words": [{"word": word.word, "start": word.start, "end": word.end} for word in segment.words or []],
    }


if sys.argv[2:] == ["probe"]:
    replies = only_replies()
    replies.write(json.dumps({"version": ctranslate2.__version__, "gpus": usable_gpus()}))
    replies.flush()
else:
    serve(Whisper)
