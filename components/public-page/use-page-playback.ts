import { useLayoutEffect, useRef } from 'react'
import type { Line } from '@/components/transcript-viewer/entry'
import { parseSeconds } from '@/components/transcript-viewer/parse-seconds'
import { type Playback, usePlayback } from '@/components/transcript-viewer/use-playback'

/**
 * Keeps the text and, where there is one, the player of a public page together. The page is the same for everyone, so the
 * time of a link (`?t=63`) is read here, and not on the server.
 */
export function usePagePlayback(lines: readonly Line[]): Playback {
  const playback = usePlayback(lines, null)
  const { seek } = playback
  const isRead = useRef(false)
  // Before the effects of the player, which begins where this leads. There is none yet, so nothing is played.
  useLayoutEffect(() => {
    if (isRead.current) return
    isRead.current = true
    const linked = parseSeconds(new URLSearchParams(window.location.search).get('t') ?? undefined)
    if (linked !== null) seek(linked)
  }, [seek])
  return playback
}
