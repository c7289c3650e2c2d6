/** The state of a recording. Times are seconds; `totalSeconds` is 0 while it is not known. */
export type RecordingState = {
  playing: boolean
  seconds: number
  totalSeconds: number
  failed: boolean
  /** 1 is the recorded speed. */
  rate: number
  /** 0 to 1; null where the player of a platform has its own control. */
  volume: number | null
  muted: boolean
}

export const AT_REST: RecordingState = {
  playing: false,
  seconds: 0,
  totalSeconds: 0,
  failed: false,
  rate: 1,
  volume: null,
  muted: false,
}

/** A recording that can be played, whether this page plays it itself or a platform's player in a frame does. */
export type Recording = {
  state: () => RecordingState
  /** Calls the listener whenever the state may have changed; returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  /** 1 is the recorded speed. */
  setRate: (rate: number) => void
  /** Sets the volume, 0 to 1, and whether it is muted. Absent where the player of a platform has its own control. */
  setSound?: (volume: number, muted: boolean) => void
}

/** Skips by a number of seconds, back if it is negative, within the recording. */
export function skip(recording: Recording, bySeconds: number): void {
  const { seconds, totalSeconds } = recording.state()
  const end = totalSeconds > 0 ? totalSeconds : Number.POSITIVE_INFINITY
  recording.seek(Math.max(0, Math.min(end, seconds + bySeconds)))
}

const EVENTS = [
  'play',
  'pause',
  'ended',
  'timeupdate',
  'seeking',
  'loadedmetadata',
  'durationchange',
  'ratechange',
  'volumechange',
  'error',
]

function stateOf(media: HTMLMediaElement): RecordingState {
  return {
    playing: !media.paused && !media.ended,
    seconds: media.currentTime,
    totalSeconds: Number.isFinite(media.duration) ? media.duration : 0,
    failed: media.error !== null,
    rate: media.playbackRate,
    volume: media.volume,
    muted: media.muted,
  }
}

/** The recording that an audio or video element plays. */
export function elementRecording(media: HTMLMediaElement): Recording {
  return {
    state: () => stateOf(media),
    subscribe: (listener) => {
      const controller = new AbortController()
      for (const name of EVENTS) media.addEventListener(name, listener, { signal: controller.signal })
      return () => controller.abort()
    },
    // A browser may refuse to play (not decodable, not allowed). The player shows that; the text has moved all the same.
    play: () => void media.play().catch(() => undefined),
    pause: () => media.pause(),
    seek: (seconds) => {
      media.currentTime = seconds
    },
    setRate: (rate) => {
      media.playbackRate = rate
    },
    setSound: (volume, muted) => {
      media.volume = volume
      media.muted = muted
    },
  }
}
