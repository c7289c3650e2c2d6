import type * as rows from '@/lib/platform/generated/prisma/client'
import { problemSchema } from '@/lib/platform/problem-schema'

type Skipped = { unaffordable: number; known: number }

const episodes = (count: number) => (count === 1 ? '1 episode' : `${count} episodes`)

/** An explanation of the result of an import, in a sentence or two; null: none. */
export function importNote(
  { status, error, total, finishedAt }: Pick<rows.ImportBatch, 'status' | 'error' | 'total' | 'finishedAt'>,
  { unaffordable, known }: Skipped,
): string | null {
  if (status === 'error') return problemSchema.parse(error).detail
  if (status === 'cancelled') return 'This import was cancelled. What was done before stays.'
  if (unaffordable > 0) {
    return `Your allowance for this month did not reach for ${episodes(unaffordable)}. Import the show again after the reset, or upgrade.`
  }
  if (finishedAt === null) return null
  if (total === 0) return 'There is no episode with a recording in this feed.'
  return known === total ? 'Nothing is new: you have every episode already.' : null
}
