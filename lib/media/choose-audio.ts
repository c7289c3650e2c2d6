import { languageDistance } from '@/lib/captions/language/match'
import { measureVolume } from './measure-volume'
import type { AudioTrack } from './probe-media'

/** A recording reaches this somewhere, however soft; a microphone that is not connected does not. */
const AUDIBLE_DB = -50

/** How far the language of a track is from the requested one; `auto` prefers none. */
function distanceOf({ lang }: AudioTrack, requestedLang: string): number {
  if (lang === null || requestedLang === 'auto') return Number.POSITIVE_INFINITY
  return languageDistance(requestedLang, lang) ?? Number.POSITIVE_INFINITY
}

/** Compares numbers, which may both be infinite. */
const compare = (a: number, b: number) => (a === b ? 0 : a - b)

/** The tracks with the dialogue, the best first: in the requested language, then the default one, then in their order. */
function preferred(tracks: readonly AudioTrack[], requestedLang: string): AudioTrack[] {
  const dialogue = tracks.filter(({ role }) => role === 'dialogue')
  const rated = (dialogue.length > 0 ? dialogue : tracks).map((track) => ({
    track,
    distance: distanceOf(track, requestedLang),
  }))
  return rated
    .toSorted(
      (a, b) => compare(a.distance, b.distance) || compare(Number(b.track.isDefault), Number(a.track.isDefault)),
    )
    .map(({ track }) => track)
}

/**
 * The audio track of a file that is transcribed: in the requested language (BCP 47 or `auto`), else the one flagged default, else the
 * first; no commentary, no audio description, none that is silent. Only files with several tracks are measured. Null without sound.
 */
export async function chooseAudio(
  file: string,
  tracks: readonly AudioTrack[],
  requestedLang: string,
  signal?: AbortSignal,
): Promise<AudioTrack | null> {
  const candidates = preferred(tracks, requestedLang)
  const [best = null] = candidates
  if (candidates.length < 2) return best
  for (const track of candidates) {
    const { maxDb } = await measureVolume(file, track.index, { signal })
    if (maxDb >= AUDIBLE_DB) return track
  }
  return best
}
