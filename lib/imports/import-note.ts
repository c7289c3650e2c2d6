import type * as rows from '@/lib/platform/generated/prisma/client'
import { problemSchema } from '@/lib/platform/problem/problem-schema'

type Skipped = { unaffordable: number; known: number; captionless: number }
type Ended = Pick<rows.ImportBatch, 'status' | 'error' | 'total' | 'finishedAt' | 'platform' | 'choice'>

/** What an import calls its items. */
function wordsFor({ platform }: Ended) {
  const [item, list] = platform === null || platform === 'podcast' ? ['episode', 'show'] : ['video', 'list']
  return { item, list, items: (count: number) => (count === 1 ? `1 ${item}` : `${count} ${item}s`) }
}

function emptyNote(batch: Ended): string {
  const { item, list } = wordsFor(batch)
  if (batch.choice !== null) return `No ${item} of this ${list} fits your choice.`
  return item === 'episode' ? 'There is no episode with a recording in this feed.' : 'There is no video in this list.'
}

/** An explanation of the result of an import, in a sentence or two; null: none. */
export function importNote(batch: Ended, { unaffordable, known, captionless }: Skipped): string | null {
  const { status, error, total, finishedAt } = batch
  if (status === 'error') return problemSchema.parse(error).detail
  if (status === 'cancelled') return 'This import was cancelled. What was done before stays.'
  const { item, list, items } = wordsFor(batch)
  if (unaffordable > 0) {
    return `Your allowance for this month did not reach for ${items(unaffordable)}. Import the ${list} again after the reset, or upgrade.`
  }
  if (finishedAt === null) return null
  if (total === 0) return emptyNote(batch)
  if (captionless > 0) return `Without captions, and so skipped as you chose: ${items(captionless)}.`
  return known === total ? `Nothing is new: you have every ${item} already.` : null
}
