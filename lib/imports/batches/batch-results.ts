import type { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import { fileContent, openJson } from '@/lib/archive/documents/stream-document'
import { addToZip, streamZip } from '@/lib/archive/documents/stream-zip'
import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import { DOCUMENT_FILES } from '@/lib/captions/document-files'
import { canonicalFormat, type Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { fileName } from '@/lib/core/http/content-disposition'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { findLibraryItem } from '@/lib/transcripts/library-item/find-library-item'
import { isImportEnded } from '../states'
import type { BatchResult } from './contract'
import { findBatch } from './find-batch'
import { toResult } from './list-items'

/** Items that are in memory at a time, without their texts. */
const ROWS = 100
/** Numbers of files are as long as that of the last item can be. */
const DIGITS = 4

/** Throws `not_found`, and `batch_not_done` while the batch is running. */
async function requireEnded(actor: Actor, batchId: string): Promise<void> {
  const { status, total, queued, in_progress } = await findBatch(actor, batchId)
  if (isImportEnded(status)) return
  throw new Problem('batch_not_done', { context: { status, total, queued, in_progress } })
}

/** The transcript of a result in the format of its item; null for one that has none, or whose transcript was deleted. */
async function findText(actor: Actor, { transcript_id: id, format }: BatchResult): Promise<Transcript | null> {
  if (id === null) return null
  try {
    return (await findLibraryItem(actor, id, format)).transcript
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

async function* readResults({ userId }: Actor, batchId: string): AsyncGenerator<BatchResult, void> {
  for (let after = -1; ; ) {
    const where = { batchId, userId, position: { gt: after } }
    const rows = await db().importItem.findMany({ where, orderBy: { position: 'asc' }, take: ROWS })
    yield* rows.map(toResult)
    const last = rows.at(-1)
    if (rows.length < ROWS || !last) return
    after = last.position
  }
}

/** A result as a line; a text that is too large for memory is sent in chunks. */
async function* toLine(
  result: BatchResult,
  transcript: Transcript | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const line = `${JSON.stringify({ ...result, transcript })}\n`
  if (!transcript?.document) return yield new TextEncoder().encode(line)
  const opened = await openJson(line, transcript.document, signal)
  try {
    yield* opened.body()
  } finally {
    await opened.close()
  }
}

async function* toLines(actor: Actor, batchId: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  for await (const result of readResults(actor, batchId)) {
    signal.throwIfAborted()
    yield* toLine(result, await findText(actor, result), signal)
  }
}

/**
 * The results of the caller's ended batch as JSON lines, one for each item in the order they were sent, one text in memory
 * at a time. Throws `not_found` and `batch_not_done`.
 */
export async function streamResults(
  actor: Actor,
  batchId: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<Uint8Array, void>> {
  await requireEnded(actor, batchId)
  return toLines(actor, batchId, signal)
}

/** The items of a batch that have a text, with the names of their files. */
async function listFiles({ userId }: Actor, batchId: string) {
  const rows = await db().importItem.findMany({
    where: { batchId, userId, libraryItem: { transcriptId: { not: null } } },
    select: {
      position: true,
      format: true,
      customId: true,
      libraryItemId: true,
      libraryItem: { select: { title: true, customTitle: true, media: { select: { title: true } } } },
    },
    orderBy: { position: 'asc' },
  })
  return rows.map(({ position, customId, libraryItem, libraryItemId, ...row }) => {
    const format = canonicalFormat(row.format ?? 'json') ?? 'json'
    const title = libraryItem && titleOfLibraryItem(libraryItem, libraryItem.media)
    const number = String(position + 1).padStart(DIGITS, '0')
    const name = `${number} ${fileName(customId ?? title ?? 'transcript')}.${DOCUMENT_FILES[format].ending}`
    return { libraryItemId: libraryItemId ?? '', format, name }
  })
}

/**
 * The transcripts of the caller's ended batch in one zip file, streamed, one text at a time: numbered as their items, by
 * their custom ids or titles. A failure breaks the stream, so that an incomplete file never looks whole. Throws
 * `not_found` and `batch_not_done`.
 */
export async function packResults(actor: Actor, batchId: string, gone: AbortSignal): Promise<Readable> {
  await requireEnded(actor, batchId)
  const fill = async (zip: ZipFile, signal: AbortSignal) => {
    for (const { libraryItemId, format, name } of await listFiles(actor, batchId)) {
      addToZip(zip, { name, signal }, async () => {
        const { transcript } = await findLibraryItem(actor, libraryItemId, format)
        if (!transcript) throw new Error('a transcript was removed while it was packed')
        return fileContent(transcript, signal)
      })
    }
  }
  const report = (error: unknown) =>
    log.warn('the results of a batch could not be packed', { batch_id: batchId, error })
  return streamZip(fill, report, gone)
}
