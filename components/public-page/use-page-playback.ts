import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Line } from '@/components/transcript-viewer/entry'
import { lineAt } from '@/components/transcript-viewer/line-at'
import { parseSeconds } from '@/components/transcript-viewer/parse-seconds'

type PagePlayback = {
  mediaRef: RefObject<HTMLMediaElement | null>
  /** The index of the line being said or linked to; -1: none. */
  activeLine: number
  seek: (seconds: number) => void
}

/**
 * Keeps the text and, where there is one, the player of a public page together. The page is the same for everyone, so the
 * time of a link (`?t=63`) is read here, and not on the server.
 */
export function usePagePlayback(lines: readonly Line[]): PagePlayback {
  const mediaRef = useRef<HTMLMediaElement | null>(null)
  const [activeLine, setActiveLine] = useState(-1)
  useEffect(() => {
    const linked = parseSeconds(new URLSearchParams(window.location.search).get('t') ?? undefined)
    if (linked !== null) setActiveLine(lineAt(lines, linked))
    const media = mediaRef.current
    if (!media) return
    const controller = new AbortController()
    const follow = () => setActiveLine(lineAt(lines, media.currentTime))
    for (const name of ['timeupdate', 'seeking', 'playing']) {
      media.addEventListener(name, follow, { signal: controller.signal })
    }
    // Nothing is loaded before it is played: then it begins there.
    if (linked !== null) media.currentTime = linked
    return () => controller.abort()
  }, [lines])
  const seek = useCallback(
    (seconds: number) => {
      setActiveLine(lineAt(lines, seconds))
      const media = mediaRef.current
      if (!media) return
      media.currentTime = seconds
      // A browser may refuse to play: its own controls show that, and the text has moved.
      media.play().catch(() => undefined)
    },
    [lines],
  )
  return { mediaRef, activeLine, seek }
}
