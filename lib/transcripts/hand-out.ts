import { renderTranscript } from '@/lib/archive/render-transcript'
import { saveEntry } from '@/lib/archive/save-entry'
import type { Format, Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { chargeSeconds } from '@/lib/usage/charge-seconds'
import { billableSeconds, UNKNOWN_LANG } from '@/lib/usage/period'
import type { Stored } from './find-stored'

type Wish = { format: Format; cached: boolean; allowPartial: boolean }

/**
 * Gives a stored transcript to a caller, or as much of it as the allowance reaches to where that will do: charged once per
 * user, media and language, nothing for silence, with the line of history. `cached` says that it was there before this
 * call. Throws `allowance_exceeded`.
 */
export async function handOut(
  actor: Actor,
  stored: Stored,
  { format, cached, allowPartial }: Wish,
): Promise<Transcript> {
  const { mediaId, requestedLang } = stored
  const silent = Array.isArray(stored.segments) && stored.segments.length === 0
  const seconds = silent ? 0 : billableSeconds(stored.coveredMs)
  const entry = await db().$transaction(async (tx) => {
    const lang = stored.lang ?? UNKNOWN_LANG
    const own = await chargeSeconds(tx, actor, { mediaId, lang, seconds, partial: allowPartial })
    const coveredMs = own < seconds ? own * 1000 : null
    return saveEntry(tx, { userId: actor.userId, mediaId, requestedLang }, { transcriptId: stored.id, coveredMs })
  })
  return renderTranscript(stored, stored.media, { entryId: entry.id, format, cached, coveredMs: entry.coveredMs })
}
