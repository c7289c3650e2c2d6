import { followPlayback } from '@/components/transcript-viewer/follow-playback'
import { handlePlayerKey } from '@/components/transcript-viewer/handle-player-key'
import { parseSeconds } from '@/components/transcript-viewer/parse-seconds'
import type { Recording } from '@/components/transcript-viewer/recording'
import { resolveClick } from '@/components/transcript-viewer/resolve-click'
import type { Line } from '@/components/transcript-viewer/viewer-item'
import { attachPlayer } from './attach-player'

/** Keeps text and recording together. `show` is told the line being said. It begins at the time of the page's link. */
export function readAlong(
  text: HTMLElement,
  lines: readonly Pick<Line, 'start'>[],
  show: (activeLine: number) => void,
): void {
  const wanted = { current: 0 }
  const follower = followPlayback(lines, wanted, show)
  let recording: Recording | null = null
  const linked = parseSeconds(new URLSearchParams(window.location.search).get('t') ?? undefined)
  if (linked !== null) follower.seek(linked, null)
  text.addEventListener('click', (event) => {
    const seconds = resolveClick(event, lines, true)
    if (seconds !== null) follower.seek(seconds, recording)
  })
  window.addEventListener('keydown', (event) => recording && handlePlayerKey(event, recording))
  const section = document.querySelector<HTMLElement>('[data-player]')
  if (!section) return
  attachPlayer(
    section,
    () => wanted.current,
    (attached) => {
      recording = attached
      follower.follow(attached)
    },
  )
}
