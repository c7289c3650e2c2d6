/** What a recording is doing. Times are seconds; `totalSeconds` is 0 while it is not known. */
export type RecordingState = { playing: boolean; seconds: number; totalSeconds: number; failed: boolean }

export const AT_REST: RecordingState = { playing: false, seconds: 0, totalSeconds: 0, failed: false }

/** A recording that can be played, whether this page plays it itself or a platform's player in a frame does. */
export type Recording = {
  state: () => RecordingState
  /** Calls the listener whenever the state may have changed; gives what ends that. */
  subscribe: (listener: () => void) => () => void
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  /** 1 is as it was recorded. */
  setRate: (rate: number) => void
}
