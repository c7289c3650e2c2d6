import { lineAt } from './line-at'
import type { Recording } from './recording'
import type { Line } from './viewer-item'

export type PlaybackFollower = {
  /** Goes to a time in seconds, and plays from there where there is something to play. */
  seek: (seconds: number, recording: Recording | null) => void
  /** Goes along with what is played; gives what ends that. */
  follow: (recording: Recording) => () => void
}

/**
 * The place in a text that goes with the place in its recording. `tell` is told the index of the line being said (-1 before
 * the first), `wanted` holds the time in seconds that was gone to last: a player that comes later begins there.
 */
export function followPlayback(
  lines: readonly Pick<Line, 'start'>[],
  wanted: { current: number },
  notify: (activeLine: number) => void,
): PlaybackFollower {
  const goTo = (seconds: number) => {
    wanted.current = seconds
    notify(lineAt(lines, seconds))
  }
  return {
    seek: (seconds, recording) => {
      goTo(seconds)
      recording?.seek(seconds)
      recording?.play()
    },
    follow: (recording) =>
      recording.subscribe(() => {
        const { playing, seconds } = recording.state()
        if (playing || seconds !== 0) goTo(seconds)
      }),
  }
}
