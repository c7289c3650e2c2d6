import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemBody } from '@/lib/core/problem/problem-schema'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { beginWork } from '@/lib/durable/work'
import { type ItemRow, insertItems } from '../items/item-table'
import { IMPORT_WORK, makeRoom } from '../open-imports'
import type { BatchItemRequest, BatchRequest, BatchStarted, RefusedBatchItem } from './contract'
import { findBatch } from './find-batch'
import { type ParsedItem, parseItems } from './parse-items'

/** The fields that an item of a batch shares with an episode. */
const UNLISTED = { guid: '', title: '', publishedAt: null, durationMs: null, videoId: null }

function toRow({ index, customId, source, lang, format, uploadId, host }: ParsedItem): ItemRow {
  const own = { field: source.field, audioUrl: source.value, lang, format, customId, uploadId, host }
  return { ...UNLISTED, position: index, ...own, state: 'queued' }
}

/** The field of a refused item that is shown with it: the first that has anything, without the credentials that it may be refused for. */
function givenSource({ url, audio, upload }: BatchItemRequest): Pick<ItemRow, 'field' | 'audioUrl'> {
  if (!url && audio) return { field: 'audio', audioUrl: withoutCredentials(audio) }
  if (!url && upload) return { field: 'upload', audioUrl: upload }
  return { field: 'url', audioUrl: withoutCredentials(url ?? '') }
}

/** A refused item has its outcome immediately, and so its place among the results. */
function toRefusedRow(item: BatchItemRequest, position: number, error: ProblemBody): ItemRow {
  const own = { ...givenSource(item), customId: item.custom_id ?? null, host: '' }
  return { ...UNLISTED, position, ...own, state: 'failed', error, finishedAt: new Date() }
}

function toRefusedRows(items: readonly BatchItemRequest[], errors: readonly RefusedBatchItem[]): ItemRow[] {
  return errors.flatMap(({ index, problem }) => {
    const item = items[index]
    return item ? [toRefusedRow(item, index, problem)] : []
  })
}

function nothingValid(errors: readonly RefusedBatchItem[]): Problem {
  const problems = errors.map(({ index, custom_id, problem: { code, detail } }) => ({ index, custom_id, code, detail }))
  return new Problem('invalid_batch', { context: { field: 'items', errors: problems } })
}

/**
 * Starts to transcribe links and uploads. Items that can't be transcribed are refused one by one, and stored as failed
 * with their problem. Throws `invalid_batch` when that is all of them, and `too_many_jobs`.
 */
export async function startBatch(actor: Actor, request: BatchRequest): Promise<BatchStarted> {
  const { userId } = actor
  const { items, errors } = await parseItems(actor, request)
  if (items.length === 0) throw nothingValid(errors)
  const id = newId()
  const { strict_lang: strictLang, allow_partial: allowPartial } = request
  const options = { strictLang, allowPartial, total: request.items.length, runningKey: `batch:${id}` }
  await db().$transaction(async (tx) => {
    await makeRoom(tx, userId)
    await tx.importBatch.create({ data: { id, userId, kind: 'batch', status: 'in_progress', ...options } })
    await insertItems(tx, { id, userId }, [...items.map(toRow), ...toRefusedRows(request.items, errors)])
    await beginWork(tx, IMPORT_WORK, id, { batchId: id, userId })
  })
  return { ...(await findBatch(actor, id)), errors }
}
