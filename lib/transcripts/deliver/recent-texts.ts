import { LRUCache } from 'lru-cache'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { isRendered } from '@/lib/archive/render/rendered-texts'
import type { StoredTranscript } from '@/lib/archive/transcripts/stored-transcript'
import type { RenderOptions } from '@/lib/captions/transcript'
import { singleton } from '@/lib/core/concurrency/singleton'

type Version = Pick<StoredTranscript, 'id' | 'changedAt'>

const MAX_LINKS = 5_000

function cache(): LRUCache<string, Version> {
  return singleton('recent-texts', () => new LRUCache<string, Version>({ max: MAX_LINKS }))
}

function keyOf({ platform, videoId, accessKey, ownerId }: MediaRef, requestedLang: string): string {
  return JSON.stringify([platform, videoId, accessKey, ownerId, requestedLang])
}

/** Notes the version of the text that a recording and language lead to now. */
export function noteRecentText(ref: MediaRef, requestedLang: string, { id, changedAt }: Version): void {
  cache().set(keyOf(ref, requestedLang), { id, changedAt })
}

/**
 * The version that they led to last, if its text is still rendered and need not be loaded; else null. Whether they lead to it for a
 * caller, and still do, only the database can say.
 */
export function recentText(ref: MediaRef, requestedLang: string, options: RenderOptions): Version | null {
  const version = cache().get(keyOf(ref, requestedLang))
  return version && isRendered(version, options) ? version : null
}
