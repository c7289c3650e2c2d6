import type { ImportBatch } from '@/lib/core/generated/prisma/client'
import { problemSchema } from '@/lib/core/problem/problem-schema'

type Skipped = { unaffordable: number; known: number; captionless: number }
type Noted = Pick<ImportBatch, 'status' | 'error' | 'total' | 'missingIds' | 'finishedAt' | 'platform' | 'choice'>

/** The words for the items and the list of an import. */
function wordsFor(platform: string | null) {
  const [item, list] = platform === null || platform === 'podcast' ? ['episode', 'show'] : ['video', 'list']
  return { item, list, items: (count: number) => (count === 1 ? `1 ${item}` : `${count} ${item}s`) }
}

function emptyNote({ platform, choice }: Noted): string {
  const { item, list } = wordsFor(platform)
  if (choice !== null) return `No ${item} of this ${list} fits your choice.`
  return item === 'episode' ? 'There is no episode with a recording in this feed.' : 'There is no video in this list.'
}

/** The sentence about items that a choice names and the list does not have; null where it has them all. */
export function missingNote(platform: string | null, missingIds: number): string | null {
  if (missingIds === 0) return null
  const { list, items } = wordsFor(platform)
  return `${items(missingIds)} that you chose ${missingIds === 1 ? 'is' : 'are'} no longer in this ${list}.`
}

function skippedNote(batch: Noted, { unaffordable, known, captionless }: Skipped): string | null {
  const { total, missingIds, finishedAt, platform } = batch
  const { item, list, items } = wordsFor(platform)
  if (unaffordable > 0) {
    return `Your allowance for this month did not reach for ${items(unaffordable)}. Import the ${list} again after the reset, or upgrade.`
  }
  if (finishedAt === null) return null
  if (total === 0) return missingIds > 0 ? null : emptyNote(batch)
  if (captionless > 0) return `Without captions, and so skipped as you chose: ${items(captionless)}.`
  return known === total ? `Nothing is new: you have every ${item} already.` : null
}

/** An explanation of the result of an import, in a sentence or two; null: none. */
export function importNote(batch: Noted, skipped: Skipped): string | null {
  const { status, error, missingIds, platform } = batch
  if (status === 'error') return problemSchema.parse(error).detail
  if (status === 'cancelled') return 'This import was cancelled. What was done before stays.'
  const sentences = [missingNote(platform, missingIds), skippedNote(batch, skipped)].filter((note) => note !== null)
  return sentences.length > 0 ? sentences.join(' ') : null
}
