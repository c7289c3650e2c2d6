import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { db } from '@/lib/platform/db'
import { MAX_FEED_BYTES } from './feed'

/** What a feed can be asked for again with. */
type Validators = { etag: string | null; lastModified: string | null }

export type CachedFeed = Validators & { contentType: string; readBody: () => Promise<Uint8Array> }

// PostgreSQL's limit for an indexed value is some 2,700 bytes.
const MAX_URL_CHARACTERS = 2000

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** The last body of a feed that was kept. */
export async function loadCachedFeed(url: string): Promise<CachedFeed | null> {
  const row = await db().feedCache.findUnique({ where: { url } })
  if (row === null) return null
  const { etag, lastModified, contentType, body } = row
  return { etag, lastModified, contentType, readBody: () => decompress(body, { maxOutputLength: MAX_FEED_BYTES }) }
}

/** Keeps a feed for longer, which is still as it was. */
export async function keepCachedFeed(url: string): Promise<void> {
  await db().feedCache.updateMany({ where: { url }, data: { fetchedAt: new Date() } })
}

/** Keeps the body of a feed that can be asked for again conditionally; any other would be of no use. */
export async function saveCachedFeed(
  url: string,
  { etag, lastModified, contentType, body }: Validators & { contentType: string; body: Uint8Array },
): Promise<void> {
  if ((etag === null && lastModified === null) || url.length > MAX_URL_CHARACTERS) return
  const compressed = new Uint8Array(await compress(body))
  const row = { etag, lastModified, contentType, body: compressed, fetchedAt: new Date() }
  await db().feedCache.upsert({ where: { url }, create: { url, ...row }, update: row })
}
