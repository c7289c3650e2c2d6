import { createHash } from 'node:crypto'
import { canonicalUrl } from '@/lib/net/canonical-url'
import { recordingKey } from '@/lib/podcasts/match-episode'

/** The facts of an item of a list that identify it. */
export type Identifiable = {
  guid: string
  title: string
  audioUrl: string
  publishedAt: Date | null
  /** Whether the list is a show's feed; else `guid` is the platform's own id of a video. */
  isEpisode: boolean
}

/**
 * The keys that identify an item. The strong key is enough. A weak key counts only while it names one item of the
 * list: some feeds give several episodes the same guid.
 */
export type ItemKeys = { strong: string; weak: string[] }

const KEY_CHARACTERS = 20

function keyOf(kind: string, ...parts: string[]): string {
  return kind + createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, KEY_CHARACTERS)
}

const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en').replace(/\s+/g, ' ').trim()

function recordingOf(audioUrl: string, withQuery: boolean): string {
  const url = URL.canParse(audioUrl) ? canonicalUrl(new URL(audioUrl)) : audioUrl
  return URL.canParse(url) ? recordingKey(url, withQuery) : url
}

/**
 * The keys of an item: its recording without tracking parameters and the addresses of services that count downloads, its
 * guid, its title with its date, and the path of its recording with its date, since some hosts sign their links anew. Where
 * there is no date, the path with the title.
 */
export function itemKeys({ guid, title, audioUrl, publishedAt, isEpisode }: Identifiable): ItemKeys {
  if (!isEpisode) return { strong: keyOf('v', guid), weak: [] }
  const path = recordingOf(audioUrl, false)
  const name = fold(title)
  const minute = publishedAt && String(Math.floor(publishedAt.getTime() / 60_000))
  return {
    strong: keyOf('u', recordingOf(audioUrl, true)),
    weak: [
      keyOf('g', guid),
      ...(minute === null ? [keyOf('n', path, name)] : [keyOf('t', name, minute), keyOf('d', path, minute)]),
    ],
  }
}
