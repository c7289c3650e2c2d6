import { describedMedia, type EpisodeDescription } from '@/lib/archive/library-items/describe-library-item'
import { saveLibraryItem } from '@/lib/archive/library-items/save-library-item'
import { renderTranscript } from '@/lib/archive/render/render-transcript'
import { indexStoredPart } from '@/lib/archive/search-index/index-transcript'
import { isSilent, type StoredTranscript, textMs, WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import { holdTranscript } from '@/lib/archive/transcripts/transcript-table'
import type { Format, RenderOptions, Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { type Db, db } from '@/lib/core/db/db'
import type { LibraryItem } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { billableSeconds, chargeSeconds, UNKNOWN_LANG } from '@/lib/usage/charge-seconds'
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

/** The text that a library item leads to: the stored one, or the caller's corrected copy of it. */
async function findOwnText(tx: Db, stored: Stored, { transcriptId }: LibraryItem): Promise<StoredTranscript> {
  if (transcriptId === null || transcriptId === stored.id) return stored
  return tx.transcript.findUniqueOrThrow({ where: { id: transcriptId }, omit: WITHOUT_TEXT })
}

/**
 * Delivers a stored transcript to a caller, or as much of it as the allowance covers where a part is accepted: charged
 * once per user, media and language, nothing for silence, and stored as a library item. Who has corrected the text gets
 * the corrected one. `cached`: it was stored before
 * this call. Throws `allowance_exceeded`.
 */
export async function deliverTranscript(
  actor: Actor,
  stored: Stored,
  { requestedLang, format, options, cached, allowPartial, description }: DeliveryRequest,
): Promise<Transcript> {
  const { mediaId } = stored
  const seconds = isSilent(stored) ? 0 : billableSeconds(textMs(stored))
  const { libraryItem, text } = await db().$transaction(async (tx) => {
    if (!(await holdTranscript(tx, stored.id))) throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
    const lang = stored.lang ?? UNKNOWN_LANG
    const paid = await chargeSeconds(tx, actor, { mediaId, lang, seconds, partial: allowPartial })
    const coveredMs = paid < seconds ? paid * 1000 : null
    const key = { userId: actor.userId, mediaId, requestedLang }
    const saved = await saveLibraryItem(tx, key, { transcriptId: stored.id, coveredMs }, description)
    const own = await findOwnText(tx, stored, saved)
    if (coveredMs !== null) await indexStoredPart(tx, own, { libraryItemId: saved.id, coveredMs })
    return { libraryItem: saved, text: own }
  })
  const { coveredMs } = libraryItem
  const rendering = { format, options, reader: actor.userId }
  const view = { libraryItemId: libraryItem.id, requestedLang, cached, coveredMs, ...rendering }
  return renderTranscript(text, describedMedia(stored.media, libraryItem), view)
}
