import { db } from '@/lib/platform/db'
import { indexTranscript } from './index-transcript'
import { unpackSegments } from './stored-segments'

const AT_A_TIME = 50

/**
 * Notes the words of texts that were stored before they could be searched for, so many at a time. Gives how many it did:
 * none, once all are.
 */
export async function indexOlderTexts(): Promise<number> {
  const found = await db().$queryRaw<{ id: string }[]>`
    select id from transcript where tokens is null order by id limit ${AT_A_TIME}`
  for (const { id } of found) {
    await db().$transaction(async (tx) => {
      // Whoever replaces or removes the text meanwhile is waited for.
      await tx.$executeRaw`select from transcript where id = ${id}::uuid for update`
      const stored = await tx.transcript.findUnique({ where: { id } })
      if (stored) await indexTranscript(tx, stored, unpackSegments(stored.segments))
    })
  }
  return found.length
}
