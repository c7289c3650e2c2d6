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

const ID = /^(.+)-x-(human|auto)([1-9]\d*)$/i

/** The ID of a track in the form that `withIds` gives it; null for a text that is no such ID, such as a language. */
export function parseTrackId(text: string): string | null {
  const [, lang, kind, number] = ID.exec(text.trim()) ?? []
  if (lang === undefined || kind === undefined) return null
  return `${canonicalLanguage(lang) ?? 'und'}-x-${kind.toLowerCase()}${number}`
}

/** The language that a request names, by its track where it names one: `auto` where the track has none. */
export function requestedLanguage(requestedLang: string): string {
  if (parseTrackId(requestedLang) === null) return requestedLang
  return canonicalLanguage(requestedLang.replace(ID, '$1')) ?? 'auto'
}
