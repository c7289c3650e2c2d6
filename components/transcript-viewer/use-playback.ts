import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { followPlayback } from './follow-playback'
import { lineAt } from './line-at'
import type { Recording } from './recording'
import type { Line } from './viewer-item'

export type Playback = {
  /** What plays; null before it is there, and where nothing can be played here. */
  recording: Recording | null
  /** Takes what plays, and null when it is gone. */
  attach: (recording: Recording | null) => void
  /** The index of the line being said, -1 before the first and while nothing has been chosen. */
  activeLine: number
  /** Goes to a time in seconds, and plays from there where there is something to play. */
  seek: (seconds: number) => void
  /** The time in seconds that was last gone to: where a player that comes later begins. */
  wantedSeconds: () => number
}

/**
 * Keeps text and recording together: which line is being said, and how to go to another. It begins at `initialSeconds`
 * (of a link with a time) without playing.
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
