import { LRUCache } from 'lru-cache'
import { compress, type Encoding } from '@/server/http/accepted-encoding'

/** A page as it is sent to all clients: its bytes in each encoding, and its headers. */
export type CachedPage = {
  headers: Readonly<Record<string, string>>
  bodies: Readonly<Record<Encoding, Buffer>>
  sizeBytes: number
}

/** Headers that belong to one response or to its connection. */
const NOT_KEPT = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'vary',
  'x-request-id',
])

/** The headers of a page that Next has rendered, but for those of that response alone. */
export function lastingHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_KEPT.has(name)))
}

/** Compresses a page that Next has rendered; `headers` are those of Next's response. */
export async function toCachedPage(html: string, headers: Readonly<Record<string, string>>): Promise<CachedPage> {
  const identity = Buffer.from(html)
  const [gzip, br] = await Promise.all([compress(identity, 'gzip'), compress(identity, 'br')])
  return {
    headers: { ...lastingHeaders(headers), vary: 'accept-encoding, cookie' },
    bodies: { identity, gzip, br },
    sizeBytes: identity.byteLength + gzip.byteLength + br.byteLength,
  }
}

/** The pages that were asked for lately, in memory. */
type PageCache<Page> = {
  get: (key: string) => Page | null
  set: (key: string, slug: string, page: Page) => void
  /** Removes all pages of a slug; null: of every slug. */
  delete: (slug: string | null) => void
}

/** An empty cache for so many bytes. The page that was asked for least recently goes first. */
export function makePageCache<Page extends { sizeBytes: number }>(maxBytes: number): PageCache<Page> {
  const pages = new LRUCache<string, { slug: string; page: Page }>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => page.sizeBytes,
  })
  return {
    get: (key) => pages.get(key)?.page ?? null,
    set: (key, slug, page) => {
      pages.set(key, { slug, page })
    },
    delete: (slug) => {
      for (const [key, kept] of pages.entries()) if (slug === null || kept.slug === slug) pages.delete(key)
    },
  }
}
