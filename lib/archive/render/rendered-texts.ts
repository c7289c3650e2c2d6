import { LRUCache } from 'lru-cache'
import { renderJson, type SegmentJson, withoutSpeaker } from '@/lib/captions/formats/json/json'
import type { RenderOptions } from '@/lib/captions/transcript'
import { singleton } from '@/lib/core/concurrency/singleton'
import { loadSegments, type StoredTranscript } from '../transcripts/stored-transcript'

/** The text of a transcript as JSON has it. Many responses share one object, so it must not be changed. */
export type RenderedText = { text: string; segments: SegmentJson[] }

type Kept = { rendered: RenderedText; bytes: number }

/** All of them together in memory. */
const MAX_BYTES = 64 * 1024 ** 2
/** The segments as objects take about three times the memory of their JSON. */
const BYTES_PER_JSON_CHARACTER = 3
/** Repeated requests for one text, as polling clients send, share the rendered text. */
const KEEP_MS = 60_000

function cache(): LRUCache<string, Kept> {
  return singleton(
    'rendered-texts',
    () => new LRUCache({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => bytes, ttl: KEEP_MS, ttlAutopurge: true }),
  )
}

/** A text that is changed is another version. */
function keyOf({ id, changedAt }: Pick<StoredTranscript, 'id' | 'changedAt'>, options: RenderOptions): string {
  return `${id} ${changedAt.getTime()} ${options.words !== false} ${options.speakers !== false}`
}

/** Whether a version of a text need not be loaded to be rendered. */
export function isRendered(version: Pick<StoredTranscript, 'id' | 'changedAt'>, options: RenderOptions): boolean {
  return cache().has(keyOf(version, options))
}

/**
 * The whole text of a transcript that is not large, rendered once for all readers of a minute. Throws `service_unavailable` when
 * it has just been replaced.
 */
export async function renderedText(transcript: StoredTranscript, options: RenderOptions): Promise<RenderedText> {
  const key = keyOf(transcript, options)
  const kept = cache().get(key)
  if (kept) return kept.rendered
  const stored = await loadSegments(transcript)
  const segments = options.speakers === false ? stored.map(withoutSpeaker) : stored
  const rendered = renderJson(segments, { lang: transcript.lang ?? undefined, words: options.words !== false })
  cache().set(key, { rendered, bytes: JSON.stringify(rendered).length * BYTES_PER_JSON_CHARACTER })
  return rendered
}
