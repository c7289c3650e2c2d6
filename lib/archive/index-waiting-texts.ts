import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { indexPart, indexTranscript } from './index-transcript'
import { unpackSegments } from './stored-segments'

/** What is left by then is the next time's. */
const LIMIT_MS = 40_000

type Waiting = { id: string; mediaId: string; segments: Prisma.JsonValue }

/** The next text that waits, with its row locked, so that nobody stores another one meanwhile; null when there is none. */
async function nextWaiting(tx: Prisma.TransactionClient): Promise<Waiting | null> {
  const [next] = await tx.$queryRaw<Waiting[]>`
    select t.id, t.media_id as "mediaId", t.segments from unindexed_text u join transcript t on t.id = u.transcript_id
    order by t.id limit 1 for update skip locked`
  return next ?? null
}

async function indexNext(tx: Prisma.TransactionClient): Promise<boolean> {
  const waiting = await nextWaiting(tx)
  if (!waiting) return false
  const { id, mediaId } = waiting
  const segments = unpackSegments(waiting.segments)
  await indexTranscript(tx, { id, mediaId }, segments)
  const parts = await tx.entry.findMany({ where: { transcriptId: id, coveredMs: { not: null } } })
  for (const part of parts) {
    await indexPart(tx, { id: part.id, mediaId, coveredMs: part.coveredMs ?? 0 }, segments)
  }
  await tx.unindexedText.deleteMany({ where: { transcriptId: id } })
  return true
}

/**
 * Writes down the words of texts that were stored before searching was possible, one after the other, for up to 40 s. Gives how
 * many those were. Several at once share them.
 */
export async function indexWaitingTexts(): Promise<number> {
  const deadline = performance.now() + LIMIT_MS
  let indexed = 0
  while (performance.now() < deadline && (await db().$transaction(indexNext))) indexed++
  return indexed
}
