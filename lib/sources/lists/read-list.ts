import { LRUCache } from 'lru-cache'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { singleton } from '@/lib/core/concurrency/singleton'
import { raceDeadline, startDeadline } from '@/lib/core/concurrency/start-deadline'
import { askedFor, withBreaker } from '../breaker'
import { checkSwitchedOn } from '../check-switched-on'
import type { ListLink } from '../recognise/recognised'
import { fetchList } from '../yt-dlp/fetch-list'
import { MAX_LIST_ITEMS, type SourceList } from './source-list'

/** How long a read list is remembered: a list is shown, chosen from and then imported. */
const KEPT_MS = 5 * 60_000
const MOST_KEPT_ITEMS = 50_000

const LONGEST_MS = 10 * 60_000

const kept = () =>
  singleton('source-lists', () => {
    return new LRUCache<string, { list: SourceList; upTo: number }>({
      maxSize: MOST_KEPT_ITEMS,
      sizeCalculation: ({ list }) => list.items.length + 1,
      ttl: KEPT_MS,
    })
  })

async function fetchOnce(list: ListLink, upTo: number): Promise<SourceList> {
  const deadline = startDeadline({ timeoutMs: LONGEST_MS })
  try {
    const asked = askedFor({ ...list, videoId: list.url })
    const found = await withBreaker(asked, () => fetchList(list, upTo, deadline.signal))
    kept().set(list.url, { list: found, upTo })
    return found
  } finally {
    deadline.stop()
  }
}

/**
 * Reads the first items of a list, as many as are wanted, at most 5,000. A result of the last five minutes is taken
 * from memory, and concurrent callers share one reading, which continues when one of them aborts. Throws what
 * `fetchList` throws, `unsupported_source` for a platform that is switched off, and the signal's reason on abort.
 */
export async function readList(list: ListLink, wanted: number, signal: AbortSignal): Promise<SourceList> {
  checkSwitchedOn(list.platform)
  const upTo = Math.min(Math.max(wanted, 1), MAX_LIST_ITEMS)
  const known = kept().get(list.url)
  if (known && (known.list.isWhole || known.upTo >= upTo)) return known.list
  const reading = singleFlight(`list ${upTo} ${list.url}`, () => fetchOnce(list, upTo))
  return raceDeadline({ signals: [signal] }, reading)
}
