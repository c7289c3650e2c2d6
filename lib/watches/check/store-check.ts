import { mapSteps, runInSlices, type Steps } from '@/lib/captions/parsing/steps'
import { db } from '@/lib/core/db/db'
import { Prisma, type Watch } from '@/lib/core/generated/prisma/client'
import { chooseItems } from '@/lib/imports/choice/choose-items'
import type { ImportSource, SourceItem } from '@/lib/imports/source/find-import-source'
import { toChoosable } from '@/lib/imports/source/list-items'
import { knownPlatform } from '@/lib/platforms/platforms'
import { nextCheckAt } from '../next-check-at'
import { findNewItems } from '../seen/find-new-items'
import { itemKeys } from '../seen/item-keys'
import {
  deleteOldestSeen,
  insertSeen,
  listTooEarly,
  loadSeen,
  MAX_WAITING,
  type NewWatchItem,
  updateKeys,
} from '../seen/seen-table'
import { lockClaimed } from '../watch-table'
import type { ReadList } from './read-watched-list'
import { countRoom, listWaiting, startBatch, type TakenFrom, type Waiting } from './take-items'

const LONG_TRANSACTION = { maxWait: 60_000, timeout: 300_000 }
const MAX_TITLE_CHARACTERS = 500
const MAX_VALIDATOR_CHARACTERS = 1000

type Tx = Prisma.TransactionClient
type Fresh = { item: SourceItem; keys: string[] }

function keyed(item: SourceItem, { platform }: ImportSource) {
  return { item, keys: itemKeys({ ...item, isEpisode: platform === 'podcast' }) }
}

/** The new items that are wanted: at the first check only the newest, as many as the watch says. */
function chooseWanted({ firstReadAt, backfill }: Watch, fresh: readonly Fresh[]): Set<SourceItem> {
  if (firstReadAt !== null) return new Set(fresh.map(({ item }) => item))
  if (backfill === 0) return new Set()
  const choosable = fresh.map(({ item }, position) => toChoosable(item, position))
  return new Set(chooseItems(choosable, { newest: backfill }).map(({ item }) => item))
}

/** The waiting form of an item, without the derived fields. */
function toWaiting({ videoId: _, accessKey: __, refusal: ___, ...facts }: SourceItem): object {
  return facts
}

type Plan = { wanted: ReadonlySet<SourceItem>; room: number; next: number; places: ReadonlyMap<SourceItem, number> }

function* toSeenRows(fresh: readonly Fresh[], batchId: string | null, plan: Plan): Steps<NewWatchItem[]> {
  const now = new Date()
  let waiting = 0
  const rows: NewWatchItem[] = []
  // Lists begin with what is new, so that the last one is the oldest.
  for (const [index, { item, keys }] of fresh.toReversed().entries()) {
    yield
    const batchPosition = plan.places.get(item) ?? null
    const isTaken = batchPosition !== null
    const waits = !isTaken && plan.wanted.has(item) && waiting++ < MAX_WAITING
    rows.push({
      position: plan.next + index,
      title: item.title.slice(0, MAX_TITLE_CHARACTERS),
      publishedAt: item.publishedAt,
      keys,
      state: isTaken ? 'taken' : waits ? 'waiting' : 'seen',
      source: waits ? toWaiting(item) : null,
      takenAt: isTaken ? now : null,
      batchId: isTaken ? batchId : null,
      batchPosition,
    })
  }
  return rows
}

/** Remembers what is new in a list, and starts a batch with what may be taken of it today. */
async function takeNew(tx: Tx, watch: Watch, source: ImportSource): Promise<void> {
  const { seen, next } = await loadSeen(tx, watch.id)
  const { fresh, changed, listed } = await runInSlices(
    findNewItems(seen, await runInSlices(mapSteps(source.items, (item) => keyed(item, source)))),
  )
  await updateKeys(tx, watch.id, changed)
  await takeAgain(tx, watch, source, listed)
  if (fresh.length === 0) return
  const wanted = chooseWanted(watch, fresh)
  const room = await countRoom(tx, watch)
  const taken = [...wanted].slice(0, Math.min(wanted.size, room))
  const batchId = taken.length > 0 ? await startBatch(tx, watch, source, taken) : null
  const places = new Map(taken.map((item, place) => [item, place]))
  const rows = await runInSlices(toSeenRows(fresh, batchId, { wanted, room, next, places }))
  await insertSeen(tx, watch, rows)
  await deleteOldestSeen(tx, watch.id, next + fresh.length)
}

/** Starts a batch with what could not be transcribed yet when it was taken, and is still in the list. */
async function takeAgain(
  tx: Tx,
  watch: Watch,
  source: ImportSource,
  listed: ReadonlyMap<number, SourceItem>,
): Promise<void> {
  const early = (await listTooEarly(tx, watch.id)).flatMap((position) => {
    const item = listed.get(position)
    return item ? [{ position, item }] : []
  })
  await takeSeen(tx, watch, source, early)
}

/** Starts a batch with items that were seen before. */
async function takeSeen(tx: Tx, watch: Watch, from: TakenFrom, seen: readonly Waiting[]): Promise<void> {
  if (seen.length === 0) return
  const { id: watchId, userId } = watch
  const items = seen.map(({ item }) => item)
  const batchId = await startBatch(tx, watch, from, items)
  for (const [batchPosition, { position }] of seen.entries()) {
    await tx.watchItem.update({
      where: { watchId_position: { watchId, position }, userId },
      data: { state: 'taken', source: Prisma.DbNull, takenAt: new Date(), batchId, batchPosition },
    })
  }
}

/** Starts a batch with what has waited, as far as the day allows. */
async function takeWaiting(tx: Tx, watch: Watch): Promise<void> {
  const { id: watchId, feedUrl, title } = watch
  if (watch.platform === null || feedUrl === null) return
  const platform = knownPlatform(watch.platform)
  const waiting = await listWaiting(tx, watchId, platform, await countRoom(tx, watch))
  await takeSeen(tx, watch, { platform, url: feedUrl, title }, waiting)
}

const bounded = (text: string | null) => (text !== null && text.length <= MAX_VALIDATOR_CHARACTERS ? text : null)

/**
 * Stores what a claimed check has read, and starts a batch with the new items, in one transaction: each item is taken
 * once, whatever ends the process. A check whose claim has passed to another, or whose watch was paused, changes nothing.
 */
export async function storeCheck(claimed: Watch, { source, etag, lastModified }: ReadList): Promise<void> {
  await db().$transaction(async (tx) => {
    const watch = await lockClaimed(tx, claimed)
    if (!watch) return
    await takeWaiting(tx, watch)
    if (source !== null) await takeNew(tx, watch, source)
    const now = new Date()
    const title = source?.title?.slice(0, MAX_TITLE_CHARACTERS) ?? watch.title
    await tx.watch.update({
      where: { id: watch.id, userId: watch.userId },
      data: {
        ...(source ? { platform: source.platform, feedUrl: source.url, title } : {}),
        etag: bounded(etag),
        lastModified: bounded(lastModified),
        firstReadAt: watch.firstReadAt ?? now,
        lastCheckedAt: now,
        leaseUntil: null,
        failures: 0,
        failingSince: null,
        error: Prisma.DbNull,
        nextCheckAt: nextCheckAt(watch, 0, now),
      },
    })
  }, LONG_TRANSACTION)
}
