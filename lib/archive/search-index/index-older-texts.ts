import { isDeepStrictEqual } from 'node:util'
import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { runInSlices } from '@/lib/captions/parsing/steps'
import { type Db, db } from '@/lib/core/db/db'
import { indexTitle } from '../library-items/describe-library-item'
import { savePartWords } from '../library-items/library-item-table'
import { isLarge, loadSegments, type StoredTranscript, versionOf, WITHOUT_TEXT } from '../transcripts/stored-transcript'
import { findUnindexed, lockVersion, saveWords } from '../transcripts/transcript-table'
import { collectWords } from './collect-words'
import { findSearchedTitle } from './index-transcript'

const AT_A_TIME = 50
/** The owner on whose behalf worker processes do it. */
const OWNER = 'the sweep'

function findParts(tx: Db, transcriptId: string): Promise<{ id: string; coveredMs: number | null }[]> {
  const where = { transcriptId, coveredMs: { not: null } }
  return tx.libraryItem.findMany({ where, select: { id: true, coveredMs: true }, orderBy: { id: 'asc' } })
}

async function wordsOf(stored: StoredTranscript, title: string | null, coveredMs: number | null) {
  if (!isLarge(stored)) {
    const segments = await loadSegments(stored)
    const own = coveredMs === null ? segments : segments.filter(({ startMs }) => startMs < coveredMs)
    return runInSlices(collectWords(title, own))
  }
  const options = { owner: OWNER, signal: new AbortController().signal }
  return runTextTask('collectWords', { version: versionOf(stored), coveredMs, title }, options)
}

async function indexOlder(id: string): Promise<void> {
  const stored = await db().transcript.findUnique({ where: { id }, omit: WITHOUT_TEXT })
  if (!stored) return
  const title = await findSearchedTitle(db(), stored.mediaId)
  const parts = await findParts(db(), id)
  const words = await wordsOf(stored, title, null)
  const ownWords: { libraryItemId: string; own: readonly string[] }[] = []
  for (const part of parts) {
    ownWords.push({ libraryItemId: part.id, own: await wordsOf(stored, title, part.coveredMs) })
  }
  await db().$transaction(async (tx) => {
    // A transcript that has changed since its words were collected is left for the next run.
    if (!(await lockVersion(tx, id, stored.changedAt))) return
    // A part that was added in between has the text indexed again.
    if (!isDeepStrictEqual(await findParts(tx, id), parts)) return
    const titled = await tx.libraryItem.findMany({
      where: { transcriptId: id, OR: [{ title: { not: null } }, { customTitle: { not: null } }] },
      select: { id: true, title: true, customTitle: true },
    })
    for (const libraryItem of titled) await indexTitle(tx, libraryItem)
    await saveWords(tx, id, words)
    for (const { libraryItemId, own } of ownWords) await savePartWords(tx, libraryItemId, own)
    await tx.unindexedText.deleteMany({ where: { transcriptId: id } })
  })
}

/**
 * Indexes the words of transcripts that were stored before search existed, a few at a time. Returns how many it
 * indexed: 0 once all are.
 */
export async function indexOlderTexts(): Promise<number> {
  const older = await findUnindexed(AT_A_TIME)
  for (const id of older) await indexOlder(id)
  return older.length
}
