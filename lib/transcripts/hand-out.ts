import { renderTranscript } from '@/lib/archive/render-transcript'
import { saveEntry } from '@/lib/archive/save-entry'
import type { Format, Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { chargeSeconds } from '@/lib/usage/charge-seconds'
import { billableSeconds, UNKNOWN_LANG } from '@/lib/usage/period'
import type { Stored } from './find-stored'

/**
 * Gives a stored transcript to a caller: charged once per user, media and language, nothing for silence, with the line of
 * history. `cached` says that it was there before this call. Throws `allowance_exceeded`.
 */
export async function handOut(
  actor: Actor,
  stored: Stored,
  { format, cached }: { format: Format; cached: boolean },
): Promise<Transcript> {
  const { mediaId, requestedLang } = stored
  const silent = Array.isArray(stored.segments) && stored.segments.length === 0
  const seconds = silent ? 0 : billableSeconds(stored.coveredMs)
  const entry = await db().$transaction(async (tx) => {
    await chargeSeconds(tx, actor, { mediaId, lang: stored.lang ?? UNKNOWN_LANG, seconds })
    return saveEntry(tx, { userId: actor.userId, mediaId, requestedLang }, { transcriptId: stored.id })
  })
  return renderTranscript(stored, stored.media, { entryId: entry.id, format, cached })
}
