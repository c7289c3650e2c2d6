import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Line } from './entry'
import { lineAt } from './line-at'

export type Playback = {
  /** To be given to the audio or video element, where there is one. */
  mediaRef: RefObject<HTMLMediaElement | null>
  /** The index of the line being said, -1 before the first and while nothing has been chosen. */
  activeLine: number
  /** Goes to a time in seconds, and plays from there where there is something to play. */
  seek: (seconds: number) => void
}

/**
 * Keeps text and media together: which line is being said, and how to go to another. It begins at `initialSeconds`
 * (of a link with a time) without playing.
 */
export function usePlayback(lines: readonly Line[], initialSeconds: number | null): Playback {
  const mediaRef = useRef<HTMLMediaElement | null>(null)
  const [activeLine, setActiveLine] = useState(() => (initialSeconds === null ? -1 : lineAt(lines, initialSeconds)))
  useEffect(() => {
    const media = mediaRef.current
    if (!media) return
    const controller = new AbortController()
    const { signal } = controller
    const follow = () => setActiveLine(lineAt(lines, media.currentTime))
    for (const name of ['timeupdate', 'seeking', 'playing']) media.addEventListener(name, follow, { signal })
    if (initialSeconds !== null) media.currentTime = initialSeconds
    return () => controller.abort()
  }, [lines, initialSeconds])
  const seek = useCallback(
    (seconds: number) => {
      setActiveLine(lineAt(lines, seconds))
      const media = mediaRef.current
      if (!media) return
      media.currentTime = seconds
      // A browser may refuse to play (nothing decodable, not allowed): the player shows that, and the text has moved.
      media.play().catch(() => undefined)
    },
    [lines],
  )
  return { mediaRef, activeLine, seek }
}
