import { findTextOfOrigin } from '@/lib/archive/find-stored-text'
import type { Db } from '@/lib/platform/db'
import type { Job } from '@/lib/platform/generated/prisma/client'
import { paidSeconds } from '@/lib/usage/paid-seconds'

/** How many seconds of a job's recording a user has already paid for, in the requested language or the one it is in. */
export async function secondsPaidEarlier(
  tx: Db,
  userId: string,
  { mediaId, requestedLang }: Pick<Job, 'mediaId' | 'requestedLang'>,
): Promise<number> {
  const stored = await findTextOfOrigin(tx, mediaId, requestedLang)
  const langs = [requestedLang, ...(stored?.lang ? [stored.lang] : [])]
  return paidSeconds(tx, { userId, mediaId, langs })
}
