import { DOCUMENT_FILES } from '@/lib/captions/document-files'
import { runInSlices, type Steps } from '@/lib/captions/parsing/steps'
import type { Actor } from '@/lib/core/actor'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { fetchFeedBytes } from '@/lib/podcasts/fetch/fetch-content'
import { recordingKey } from '@/lib/podcasts/match-episode'
import { charsetOf } from '@/lib/podcasts/parse/decode-feed'
import { resolveUrl } from '@/lib/podcasts/parse/resolve-url'
import { listPublishedRecordings, type PublishedRecording } from '../publication-table'
import { pageUrl } from '../slug'
import { addTranscripts, type FeedTranscript } from './add-transcripts'

/** The most episodes of a feed. */
const MAX_RECORDINGS = 50_000

/** A feed may have 32 MB, which are in memory several times: as its bytes, as text, and with what is added. */
const FEEDS = { name: 'enriched-feed', slots: 2 }

/** The formats of the Podcasting 2.0 namespace that a page offers. */
const OFFERED = [DOCUMENT_FILES.vtt, DOCUMENT_FILES.srt]

function transcriptsOf({ slug, lang }: PublishedRecording): FeedTranscript[] {
  return OFFERED.map(({ ending, mediaType }) => ({
    url: `${pageUrl(slug)}.${ending}`,
    type: mediaType,
    language: lang,
  }))
}

type ByKey = ReadonlyMap<string, readonly PublishedRecording[]>

function* byKey(recordings: readonly PublishedRecording[], withQuery: boolean): Steps<ByKey> {
  const index = new Map<string, PublishedRecording[]>()
  for (const recording of recordings) {
    const key = recordingKey(recording.url, withQuery)
    const known = index.get(key)
    if (known) known.push(recording)
    else index.set(key, [recording])
    yield
  }
  return index
}

/** Finds the recordings of an episode as links to episodes are matched: by the whole address, else without its query. A step for each recording. */
export function* recordingFinder(
  recordings: readonly PublishedRecording[],
  feedUrl: string,
): Steps<(enclosures: readonly string[]) => readonly PublishedRecording[]> {
  const indexes = [
    { withQuery: true, index: yield* byKey(recordings, true) },
    { withQuery: false, index: yield* byKey(recordings, false) },
  ]
  return (enclosures) => {
    const urls = enclosures.flatMap((address) => resolveUrl(address, feedUrl) ?? [])
    for (const { withQuery, index } of indexes) {
      const found = new Set(urls.flatMap((url) => index.get(recordingKey(url, withQuery)) ?? []))
      if (found.size === 0) continue
      // Some hosts tell their recordings apart by the query alone.
      if (withQuery || new Set([...found].map(({ url }) => url)).size === 1) return [...found]
    }
    return []
  }
}

/**
 * A podcast feed, byte for byte, with links to the caller's published transcripts of its episodes. Transcripts that others have
 * published are not added: what a show offers as its text is up to its publisher. Throws what `fetchFeedBytes` and `addTranscripts`
 * throw.
 */
export async function enrichFeed(
  actor: Actor,
  link: string,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; charset: string | undefined }> {
  return withFairSlot(FEEDS, actor.userId, signal, async () => {
    const { bytes, contentType, url } = await fetchFeedBytes(link, signal)
    const recordings = await listPublishedRecordings(actor, MAX_RECORDINGS)
    const find = await runInSlices(recordingFinder(recordings, url))
    const added = await addTranscripts(bytes, contentType, (enclosures) => find(enclosures).flatMap(transcriptsOf))
    return { bytes: added, charset: charsetOf(contentType) }
  })
}
