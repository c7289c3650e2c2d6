import type { CachedPage } from './cached-page'

const MAX_BYTES = 64 * 1024 ** 2

type Known = { slug: string; page: CachedPage }

/** The pages that were asked for lately, in memory, up to 64 MiB of them. */
export type PageCache = {
  get: (key: string) => CachedPage | null
  set: (key: string, slug: string, page: CachedPage) => void
  /** Forgets all that is kept of a slug; null: everything. */
  delete: (slug: string | null) => void
}

/** An empty cache. What was not asked for the longest goes first. */
export function makePageCache(): PageCache {
  const known = new Map<string, Known>()
  let bytes = 0
  function drop(key: string): void {
    bytes -= known.get(key)?.page.sizeBytes ?? 0
    known.delete(key)
  }
  return {
    get: (key) => {
      const found = known.get(key)
      if (!found) return null
      known.delete(key)
      known.set(key, found)
      return found.page
    },
    set: (key, slug, page) => {
      drop(key)
      known.set(key, { slug, page })
      bytes += page.sizeBytes
      for (const oldest of known.keys()) {
        if (bytes <= MAX_BYTES) break
        drop(oldest)
      }
    },
    delete: (slug) => {
      for (const [key, one] of known) if (slug === null || one.slug === slug) drop(key)
    },
  }
}
