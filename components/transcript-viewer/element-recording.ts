import type { Recording, RecordingState } from './recording'

const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'seeking', 'loadedmetadata', 'durationchange', 'error']

function look(media: HTMLMediaElement): RecordingState {
  return {
    playing: !media.paused && !media.ended,
    seconds: media.currentTime,
    totalSeconds: Number.isFinite(media.duration) ? media.duration : 0,
    failed: media.error !== null,
  }
}

/** The recording of an audio or video element. */
export function elementRecording(media: HTMLMediaElement): Recording {
  return {
    state: () => look(media),
    subscribe: (listener) => {
      const controller = new AbortController()
      for (const name of EVENTS) media.addEventListener(name, listener, { signal: controller.signal })
      return () => controller.abort()
    },
    // A browser may refuse to play (nothing decodable, not allowed): the player shows that, and the text has moved.
    play: () => void media.play().catch(() => undefined),
    pause: () => media.pause(),
    seek: (seconds) => {
      media.currentTime = seconds
    },
    setRate: (rate) => {
      media.playbackRate = rate
    },
  }
}
