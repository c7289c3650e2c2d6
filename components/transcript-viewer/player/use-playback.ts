import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Line } from '../line'
import { followPlayback, lineAt } from './follow-playback'
import type { Recording } from './recording'

export type Playback = {
  /** The recording; null until its player is there, and always where there is no player. */
  recording: Recording | null
  /** Called with the recording when its player is there, and with null when the player is removed. */
  attach: (recording: Recording | null) => void
  /** The index of the line being said, -1 before the first and while nothing has been chosen. */
  activeLine: number
  /** Goes to a time in seconds, and plays from there if there is a recording. */
  seek: (seconds: number) => void
  /** The time in seconds of the last seek: a player that is added later begins there. */
  wantedSeconds: () => number
}

/**
 * Keeps text and recording together: which line is spoken, and how to seek to another. Begins at `initialSeconds`, the time in
 * a link, without playing.
 */
export function usePlayback(lines: readonly Line[], initialSeconds: number | null): Playback {
  const [recording, attach] = useState<Recording | null>(null)
  const [activeLine, setActiveLine] = useState(() => (initialSeconds === null ? -1 : lineAt(lines, initialSeconds)))
  const wanted = useRef(initialSeconds ?? 0)
  const follower = useMemo(() => followPlayback(lines, wanted, setActiveLine), [lines])
  useEffect(() => (recording ? follower.follow(recording) : undefined), [recording, follower])
  const seek = useCallback((seconds: number) => follower.seek(seconds, recording), [recording, follower])
  const wantedSeconds = useCallback(() => wanted.current, [])
  return { recording, attach, activeLine, seek, wantedSeconds }
}
