import { chooseTrack } from './choose-track'
import type { Captions } from './page-facts'
import { captionTracksOf, listPlayers } from './read-page'
import { isWebVtt, toWebVtt } from './to-webvtt'

function elementOf(player: HTMLMediaElement, track: TextTrack): HTMLTrackElement | null {
  return [...player.querySelectorAll('track')].find((element) => element.track === track) ?? null
}

/** How long a page is waited for to give its captions. */
const LOAD_MS = 10_000

/** The file of a `<track>`, as the page itself may read it. */
async function fetchFile({ src }: HTMLTrackElement): Promise<Captions | null> {
  try {
    const response = await fetch(src, { signal: AbortSignal.timeout(LOAD_MS) })
    const text = response.ok ? await response.text() : ''
    return isWebVtt(text) ? { text, extension: 'vtt' } : null
  } catch {
    return null
  }
}

/** Has the browser load a track that is off, without showing it. */
async function load(element: HTMLTrackElement): Promise<void> {
  if (element.track.mode !== 'disabled') return
  const ended = new Promise<void>((resolve) => {
    for (const event of ['load', 'error']) element.addEventListener(event, () => resolve(), { once: true })
    setTimeout(resolve, LOAD_MS)
  })
  element.track.mode = 'hidden'
  if (element.readyState < HTMLTrackElement.LOADED) await ended
}

function cuesOf(track: TextTrack): Captions | null {
  const cues = [...(track.cues ?? [])].flatMap((cue) =>
    cue instanceof VTTCue ? [{ startSeconds: cue.startTime, endSeconds: cue.endTime, text: cue.text }] : [],
  )
  return cues.length === 0 ? null : { text: toWebVtt(cues), extension: 'vtt' }
}

/** The captions that the page gives its player at a place; null if there are none, or none can be read. */
export async function takeCaptions(index: number): Promise<Captions | null> {
  const player = listPlayers()[index]
  if (!player) return null
  const tracks = captionTracksOf(player)
  const chosen = chooseTrack(
    tracks.map((track) => ({
      kind: track.kind,
      isShowing: track.mode === 'showing',
      isDefault: elementOf(player, track)?.default ?? false,
    })),
  )
  const track = chosen === null ? undefined : tracks[chosen]
  if (!track) return null
  const element = elementOf(player, track)
  if (!element) return cuesOf(track)
  const file = await fetchFile(element)
  if (file) return file
  await load(element)
  return cuesOf(track)
}
