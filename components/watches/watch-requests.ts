import { createClient } from '@/lib/api/client'
import {
  type CreateWatch,
  checkWatch,
  createWatch,
  getWatch,
  listWatches,
  removeWatch,
  renewWatchFeed,
  updateWatch,
  type Watch,
  type WatchList,
  type WatchWithFeed,
} from '@/lib/watches/contract'
import { listWatchItems, type WatchItemList } from '@/lib/watches/items/contract'

const paramsOf = (id: string) => ({ params: { watch_id: id } })

/** Watches a link. `isNew`: it was not watched before. */
export async function requestWatch(
  body: Pick<CreateWatch, 'url' | 'every' | 'backfill'>,
): Promise<{ isNew: boolean; watch: WatchWithFeed }> {
  const { status, body: watch } = await createClient()(createWatch, { body })
  return { isNew: status === 201, watch }
}

export async function requestPause(id: string, paused: boolean): Promise<Watch> {
  return (await createClient()(updateWatch, { ...paramsOf(id), body: { paused } })).body
}

export async function requestCheck(id: string): Promise<Watch> {
  return (await createClient()(checkWatch, paramsOf(id))).body
}

export async function requestRemoval(id: string): Promise<void> {
  await createClient()(removeWatch, paramsOf(id))
}

export async function requestFeedLink(id: string): Promise<string> {
  return (await createClient()(renewWatchFeed, paramsOf(id))).body.feed_url ?? ''
}

export async function fetchWatch(id: string, signal: AbortSignal): Promise<Watch> {
  return (await createClient()(getWatch, paramsOf(id), { signal })).body
}

/** A page of the watches, after a cursor. */
export async function fetchWatches(cursor: string | null, signal?: AbortSignal): Promise<WatchList> {
  const query = { limit: 50, ...(cursor ? { cursor } : {}) }
  return (await createClient()(listWatches, { query }, signal ? { signal } : {})).body
}

/** A page of the items of a watch, after a cursor. */
export async function fetchItems(id: string, cursor: string | null, signal: AbortSignal): Promise<WatchItemList> {
  const query = { limit: 50, ...(cursor ? { cursor } : {}) }
  return (await createClient()(listWatchItems, { ...paramsOf(id), query }, { signal })).body
}
