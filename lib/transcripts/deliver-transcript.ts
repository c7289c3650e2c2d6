import { describedMedia, type EpisodeDescription } from '@/lib/archive/describe-library-item'
import { indexStoredPart } from '@/lib/archive/index-transcript'
import { renderTranscript } from '@/lib/archive/render-transcript'
import { saveLibraryItem } from '@/lib/archive/save-library-item'
import { isSilent } from '@/lib/archive/stored-transcript'
import { holdTranscript } from '@/lib/archive/transcript-table'
import type { Format, RenderOptions, Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db/db'
import { Problem } from '@/lib/platform/problem/problem'
import { chargeSeconds } from '@/lib/usage/charge-seconds'
import { billableSeconds, UNKNOWN_LANG } from '@/lib/usage/period'
import type { Stored } from './find-stored'

type DeliveryRequest = {
  requestedLang: string
  format: Format
  options: RenderOptions
  cached: boolean
  allowPartial: boolean
  /** The description of the feed by which the caller came. */
  description: EpisodeDescription | null
}

/**
 * Delivers a stored transcript to a caller, or as much of it as the allowance covers where a part is accepted: charged
 * once per user, media and language, nothing for silence, and stored as a library item. `cached`: it was stored before
 * this call. Throws `allowance_exceeded`.
 */
export async function deliverTranscript(
  actor: Actor,
  stored: Stored,
  { requestedLang, format, options, cached, allowPartial, description }: DeliveryRequest,
): Promise<Transcript> {
  const { mediaId } = stored
  const seconds = isSilent(stored) ? 0 : billableSeconds(stored.coveredMs)
  const libraryItem = await db().$transaction(async (tx) => {
    if (!(await holdTranscript(tx, stored.id))) throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
    const lang = stored.lang ?? UNKNOWN_LANG
    const own = await chargeSeconds(tx, actor, { mediaId, lang, seconds, partial: allowPartial })
    const coveredMs = own < seconds ? own * 1000 : null
    const key = { userId: actor.userId, mediaId, requestedLang }
    const saved = await saveLibraryItem(tx, key, { transcriptId: stored.id, coveredMs }, description)
    if (coveredMs !== null) await indexStoredPart(tx, stored, { libraryItemId: saved.id, coveredMs })
    return saved
  })
  const { coveredMs } = libraryItem
  const rendering = { format, options, reader: actor.userId }
  const view = { libraryItemId: libraryItem.id, requestedLang, cached, coveredMs, ...rendering }
  return renderTranscript(stored, describedMedia(stored.media, libraryItem), view)
}
