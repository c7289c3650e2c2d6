import { canonicalLanguage } from '../language/canonical-language'
import type { Track } from '../language/choose-track'

const KINDS = { captions: 'human', auto_captions: 'auto' } as const

/**
 * Tracks with an ID each, a private-use tag such as `en-x-human2`: the language (`und` where unknown), the kind, and the number
 * among tracks that have the same of both, in the order of the source.
 * @see https://www.rfc-editor.org/rfc/rfc5646#section-2.2.7
 */
export function withIds<T extends Track>(tracks: readonly T[]): (T & { id: string })[] {
  const counts = new Map<string, number>()
  return tracks.map((track) => {
    const kind = `${canonicalLanguage(track.lang) ?? 'und'}-x-${KINDS[track.source]}`
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    return { ...track, id: `${kind}${number}` }
  })
}
