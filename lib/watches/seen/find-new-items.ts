import type { Steps } from '@/lib/captions/parsing/steps'
import type { ItemKeys } from './item-keys'

/** The most keys that are kept of an item, the latest of them. */
const MAX_KEYS = 24

/** The items that were seen before: of each, by its place, the keys it has had. */
export type SeenItems = ReadonlyMap<number, readonly string[]>

/** The difference between a list and what was seen of it: new items, and the present keys of seen items. */
export type Found<T> = {
  fresh: { item: T; keys: string[] }[]
  /** Seen items with keys that were not known of them, with all of their keys. */
  changed: Map<number, string[]>
  /** Seen items as the list has them now, by their places. */
  listed: Map<number, T>
}

type Keyed<T> = { item: T; keys: ItemKeys }

/** How many recordings of a list have each weak key. */
function* countRecordings(listing: readonly Keyed<unknown>[]): Steps<Map<string, Set<string>>> {
  const recordings = new Map<string, Set<string>>()
  for (const { keys } of listing) {
    yield
    for (const key of keys.weak) {
      const known = recordings.get(key)
      if (known) known.add(keys.strong)
      else recordings.set(key, new Set([keys.strong]))
    }
  }
  return recordings
}

/** Which seen item has each key; null where several do. */
function* indexSeen(seen: SeenItems): Steps<Map<string, number | null>> {
  const owners = new Map<string, number | null>()
  for (const [place, keys] of seen) {
    yield
    for (const key of new Set(keys)) owners.set(key, owners.has(key) ? null : place)
  }
  return owners
}

/**
 * Separates the items of a list that were never seen from the known ones, whatever has changed about these: ids, order,
 * titles, dates or links, as long as one key is still known. Items with the same recording are one item. Does not
 * change `seen`.
 */
export function* findNewItems<T>(seen: SeenItems, listing: readonly Keyed<T>[]): Steps<Found<T>> {
  const recordings = yield* countRecordings(listing)
  const owners = yield* indexSeen(seen)
  const fresh = new Map<string, { item: T; keys: string[] }>()
  const changed = new Map<number, string[]>()
  const listed = new Map<number, T>()
  for (const { item, keys } of listing) {
    yield
    const unambiguous = keys.weak.filter((key) => recordings.get(key)?.size === 1)
    const place = [keys.strong, ...unambiguous].map((key) => owners.get(key)).find((owner) => owner !== undefined)
    const all = [keys.strong, ...unambiguous]
    if (place === undefined) {
      const same = fresh.get(keys.strong)
      if (same) same.keys = [...new Set([...same.keys, ...all])].slice(-MAX_KEYS)
      else fresh.set(keys.strong, { item, keys: all })
      continue
    }
    // Several seen items have this key: it is none of them in particular, and nothing new.
    if (place === null) continue
    listed.set(place, item)
    const known = changed.get(place) ?? seen.get(place) ?? []
    const added = all.filter((key) => !known.includes(key) && owners.get(key) === undefined)
    if (added.length > 0) changed.set(place, [...known, ...added].slice(-MAX_KEYS))
  }
  return { fresh: [...fresh.values()], changed, listed }
}
