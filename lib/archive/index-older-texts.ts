import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { indexPart, indexTranscript } from './index-transcript'
import { unpackSegments } from './stored-segments'

const AT_A_TIME = 50

/** Those of which a part was stored are listed too: the part's words are its owner's alone. */
async function findOlder(): Promise<string[]> {
  const found = await db().$queryRaw<{ id: string }[]>`
    (select id from transcript where tokens is null order by id limit ${AT_A_TIME})
    union select transcript_id from unindexed_text order by id limit ${AT_A_TIME}`
  return found.map(({ id }) => id)
}

async function indexOlder(tx: Prisma.TransactionClient, id: string): Promise<void> {
  // Whoever replaces or removes the text meanwhile is waited for.
  await tx.$executeRaw`select from transcript where id = ${id}::uuid for update`
  const stored = await tx.transcript.findUnique({ where: { id } })
  if (!stored) return
  const { mediaId } = stored
  const segments = unpackSegments(stored.segments)
  await indexTranscript(tx, stored, segments)
  const parts = await tx.entry.findMany({ where: { transcriptId: id, coveredMs: { not: null } } })
  for (const part of parts) {
    await indexPart(tx, { id: part.id, mediaId, coveredMs: part.coveredMs ?? 0 }, segments)
  }
  await tx.unindexedText.deleteMany({ where: { transcriptId: id } })
}

/**
 * Notes the words of texts that were stored before they could be searched for, so many at a time. Gives how many it did:
 * none, once all are.
 */
export async function indexOlderTexts(): Promise<number> {
  const older = await findOlder()
  for (const id of older) await db().$transaction((tx) => indexOlder(tx, id))
  return older.length
}
