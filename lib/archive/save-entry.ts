import type { Db } from '@/lib/platform/db'
import type { Entry } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'

export type EntryKey = { userId: string; mediaId: string; requestedLang: string }

/** A user's line of history for a recording and language, made or brought up to date with what it leads to. */
export async function saveEntry(
  tx: Db,
  key: EntryKey,
  to: { jobId?: string; transcriptId?: string | null; coveredMs?: number | null },
): Promise<Entry> {
  return tx.entry.upsert({
    where: { userId_mediaId_requestedLang: key },
    create: { id: newId(), ...key, ...to },
    update: to,
  })
}
