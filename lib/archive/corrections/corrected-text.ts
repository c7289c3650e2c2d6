import { createHash } from 'node:crypto'
import type { Db } from '@/lib/core/db/db'
import type { LibraryItem } from '@/lib/core/generated/prisma/client'
import type { StoredTranscript } from '../transcripts/stored-transcript'

const ORIGIN = 'edit:'
const VERSION_CHARACTERS = 16

/** Whether a text is a user's own corrected copy of another one. */
export function isCorrectedText({ origin }: Pick<StoredTranscript, 'origin'>): boolean {
  return origin.startsWith(ORIGIN)
}

/** The version of a text: another one after each change of it. Edits say by it which text they were made for. */
export function textVersion({ id, changedAt }: Pick<StoredTranscript, 'id' | 'changedAt'>): string {
  const hash = createHash('sha256').update(`${id} ${changedAt.getTime()}`)
  return hash.digest('base64url').slice(0, VERSION_CHARACTERS)
}

/** The library item in which a user has a corrected copy of a text; null where there is none. */
export function findCorrectedItem(
  tx: Db,
  { userId, transcriptId }: { userId: string; transcriptId: string },
): Promise<LibraryItem | null> {
  return tx.libraryItem.findFirst({
    where: { userId, transcript: { correctedFromId: transcriptId } },
    orderBy: { createdAt: 'asc' },
  })
}
