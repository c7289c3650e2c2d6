import type { Spelling } from '@/lib/captions/edit/suggest-spellings'
import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'

/** Spellings as they are stored: pairs of what is wanted and what it replaces. */
export function packSpellings(spellings: readonly Spelling[]): Prisma.InputJsonValue {
  return spellings.map(({ to, from }) => [to, from]) as Prisma.InputJsonValue
}

/** The names and terms of a user's vocabulary, in the user's order. */
export async function loadVocabulary(userId: string): Promise<Spelling[]> {
  const row = await db().vocabulary.findUnique({ where: { userId } })
  const stored = (row?.spellings ?? []) as unknown as [to: string, from: string | null][]
  return stored.map(([to, from]) => ({ from, to }))
}

/**
 * The names and terms of a user, for an engine that takes a list of them. Only for recordings that are the user's alone: the text of
 * others is the same for every user who has it.
 */
export async function vocabularyTerms(userId: string): Promise<string[]> {
  return [...new Set((await loadVocabulary(userId)).map(({ to }) => to))]
}
