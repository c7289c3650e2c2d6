import { Problem } from '@/lib/core/problem/problem'
import { offeredLangs } from '../language/choose-track'
import { dialogueTracks } from './dialogue-tracks'
import type { NamedTrack } from './track-coverage'
import { parseTrackId, withIds } from './track-ids'

const NO_TRACKS = 'This recording has no caption tracks. Omit track to get a transcript of its speech.'
const NO_SUCH_TRACK = 'This recording has no caption track with that ID. Choose one of available_tracks, or omit track.'
const NO_TEXT =
  'This caption track has no text that can be read. Choose another one of available_tracks, or omit track.'

function trackProblem(detail: string, tracks: readonly NamedTrack[]): Problem {
  const named = withIds(dialogueTracks(tracks))
  const context = { available_tracks: named.map(({ id }) => id), available_langs: offeredLangs(named) }
  return new Problem('language_unavailable', { detail, context })
}

/** The problem of a recording without the requested track; names the tracks it has. */
export function trackUnavailable(tracks: readonly NamedTrack[]): Problem {
  return trackProblem(tracks.length > 0 ? NO_SUCH_TRACK : NO_TRACKS, tracks)
}

/** The problem of a requested track without text that can be read. */
export function emptyTrack(tracks: readonly NamedTrack[]): Problem {
  return trackProblem(NO_TEXT, tracks)
}

/** The track that a request names by its ID; null for a request that names none. Throws `language_unavailable`. */
export function requestedTrack<T extends NamedTrack>(requestedLang: string, tracks: readonly T[]): T | null {
  const trackId = parseTrackId(requestedLang)
  if (trackId === null) return null
  const dialogue = dialogueTracks(tracks)
  const track = dialogue[withIds(dialogue).findIndex(({ id }) => id === trackId)]
  if (!track) throw trackUnavailable(dialogue)
  return track
}
