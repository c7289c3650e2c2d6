"""Tries the transcription API of a server with OpenAI's own client; prints what it gets as one line of JSON."""

import json
import os
from pathlib import Path

import openai
from openai import OpenAI

speech = Path(os.environ["SPEECH"])
client = OpenAI(base_url=os.environ["OPENAI_URL"], api_key=os.environ["VERBATIM_API_KEY"], max_retries=0)
create = client.audio.transcriptions.create
seen = {}


def failure(**changed):
    try:
        create(**{"file": speech, "model": "whisper-1", **changed})
    except openai.APIError as error:
        return [type(error).__name__, error.code]
    return None


seen["json"] = create(file=speech, model="whisper-1").text
with speech.open("rb") as file:
    seen["text"] = create(file=file, model="whisper-1", response_format="text")
seen["srt"] = create(file=speech, model="whisper-1", response_format="srt")
seen["vtt"] = create(file=speech, model="whisper-1", response_format="vtt")
verbose = create(
    file=speech, model="whisper-1", response_format="verbose_json", timestamp_granularities=["word", "segment"]
)
seen["verbose"] = [type(verbose).__name__, verbose.language, verbose.duration, len(verbose.words), len(verbose.segments)]
diarized = create(file=speech, model="gpt-4o-transcribe-diarize", response_format="diarized_json", chunking_strategy="auto")
seen["diarized"] = [type(diarized).__name__, diarized.segments[0].speaker, diarized.text]
stream = create(file=speech, model="gpt-4o-transcribe", stream=True)
seen["stream"] = [type(event).__name__ for event in stream]
seen["models"] = [model.id for model in client.models.list()]
seen["failures"] = [
    failure(model="gpt-5"),
    failure(language="not a language"),
    failure(file=("page.html", b"<p>", "text/html")),
]
client = OpenAI(base_url=os.environ["OPENAI_URL"], api_key="sk-wrong", max_retries=0)
create = client.audio.transcriptions.create
seen["failures"].append(failure())
print(json.dumps(seen))
