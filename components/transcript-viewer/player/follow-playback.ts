import type { Line } from '../line'
import type { Recording } from './recording'

type PlaybackFollower = {
  /** Goes to a time in seconds, and plays from there if there is a recording. */
  seek: (seconds: number, recording: Recording | null) => void
  /** Follows the position of a recording; returns a function that stops following. */
  follow: (recording: Recording) => () => void
}

/**
 * Keeps track of the line of a text that belongs to the position in its recording. `notify` gets the index of the spoken line (-1
 * before the first); `wanted` holds the time in seconds of the last seek, where a player that is added later begins.
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

/** The index of the line that is spoken at a time in seconds: the last one that has begun, -1 before the first. */
export function lineAt(lines: readonly { start: number }[], seconds: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((lines[middle]?.start ?? Number.POSITIVE_INFINITY) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
