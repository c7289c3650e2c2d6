"""Helpers that the tests share."""

import io
import wave


def silence(seconds: int) -> bytes:
    """A WAV file of silence. A job on it needs no speech engine and is soon done."""
    target = io.BytesIO()
    with wave.open(target, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(16_000)
        sound.writeframes(bytes(2 * 16_000 * seconds))
    return target.getvalue()


ZOO = "https://www.youtube.com/watch?v=jNQXAC9IVRw"
TALK = "https://www.youtube.com/watch?v=theLongTalk"
SHOW = "https://conversation.example/feed.xml"
