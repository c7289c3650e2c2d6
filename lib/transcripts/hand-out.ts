import { indexPart } from '@/lib/archive/index-transcript'
import { renderTranscript } from '@/lib/archive/render-transcript'
import { saveEntry } from '@/lib/archive/save-entry'
import { unpackSegments } from '@/lib/archive/stored-segments'
import type { Format, Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import { chargeSeconds } from '@/lib/usage/charge-seconds'
import { billableSeconds, UNKNOWN_LANG } from '@/lib/usage/period'
import type { Stored } from './find-stored'

type Wish = { format: Format; cached: boolean; allowPartial: boolean }

/** Keeps a transcript from being removed until the caller has it. */
async function holdTranscript(tx: Prisma.TransactionClient, id: string): Promise<void> {
  const held = await tx.$executeRaw`select 1 from transcript where id = ${id}::uuid for key share`
  if (held === 0) throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
}

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
    await holdTranscript(tx, stored.id)
    const lang = stored.lang ?? UNKNOWN_LANG
    const own = await chargeSeconds(tx, actor, { mediaId, lang, seconds, partial: allowPartial })
    const coveredMs = own < seconds ? own * 1000 : null
    const key = { userId: actor.userId, mediaId, requestedLang }
    const saved = await saveEntry(tx, key, { transcriptId: stored.id, coveredMs })
    if (coveredMs !== null) await indexPart(tx, { id: saved.id, mediaId, coveredMs }, unpackSegments(stored.segments))
    return saved
  })
  return renderTranscript(stored, stored.media, { entryId: entry.id, format, cached, coveredMs: entry.coveredMs })
}
