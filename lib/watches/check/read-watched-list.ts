import type { Watch } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { findImportSource, type ImportSource, sourceOfPodcast } from '@/lib/imports/source/find-import-source'
import type { FeedHub } from '@/lib/podcasts/feed'
import { fetchChangedFeed } from '@/lib/podcasts/fetch/fetch-content'

/** How long a list may take to be read; the lease of a check is longer. */
const READ_BUDGET_MS = 4 * 60_000
/** The most entries of a list with the newest first that the first check reads, and later ones. */
const FIRST_READ = 500
const LATER_READ = 100

/** The result of a check; `source` null: nothing has changed. */
export type ReadList = {
  source: ImportSource | null
  etag: string | null
  lastModified: string | null
  /** The hub that announces changes; absent where the list names none. */
  hub?: FeedHub | undefined
}

function notAList(): Problem {
  return new Problem('unsupported_source', {
    detail: 'This link leads to one recording, which does not change. Watch a show, a channel or a playlist.',
    context: { field: 'url' },
  })
}

async function readWhole({ sourceUrl, firstReadAt }: Watch, signal: AbortSignal): Promise<ReadList> {
  const newest = firstReadAt === null ? FIRST_READ : LATER_READ
  const source = await findImportSource(sourceUrl, { newest }, { signal, budgetMs: READ_BUDGET_MS })
  if (source.kind !== 'show' && source.kind !== 'list') throw notAList()
  return { source, etag: null, lastModified: null }
}

/** The first page of a known feed, which holds the new items. Null when the feed must be searched for again. */
async function readFeed(watch: Watch, feedUrl: string, signal: AbortSignal): Promise<ReadList | null> {
  const { etag, lastModified } = watch
  try {
    const found = await fetchChangedFeed(feedUrl, { etag, lastModified }, signal)
    if (found === null) return { source: null, etag, lastModified }
    if (found.kind === 'other' || found.feed.items.length === 0) return null
    const source = { url: feedUrl, servedBy: found.servedBy, listed: false }
    return {
      source: await sourceOfPodcast({ kind: 'show', feed: found.feed, source }),
      etag: found.etag,
      lastModified: found.lastModified,
      hub: found.feed.hub,
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'source_not_found' && feedUrl !== watch.sourceUrl) return null
    throw error
  }
}

/**
 * Reads the list of a watch as it is now: all of it at first, and of a feed later only if it has changed. Throws
 * `unsupported_source` for a link that leads to no list, and what `findImportSource` throws.
 */
export async function readWatchedList(watch: Watch, signal: AbortSignal): Promise<ReadList> {
  const isFeed = watch.firstReadAt !== null && watch.platform === 'podcast' && watch.feedUrl !== null
  const read = isFeed && watch.feedUrl ? await readFeed(watch, watch.feedUrl, signal) : null
  return read ?? readWhole(watch, signal)
}
