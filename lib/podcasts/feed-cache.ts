import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { registrableDomain } from '@/lib/net/registrable-domain'
import { db } from '@/lib/platform/db'
import { singleton } from '@/lib/platform/singleton'
import { MAX_FEED_BYTES } from './feed'

/** What a feed can be asked for again with. */
type Validators = { etag: string | null; lastModified: string | null }

export type CachedFeed = Validators & { contentType: string; readBody: () => Promise<Uint8Array> }

const MIB = 1024 * 1024
/** What is kept of the feeds of one site, and of all. */
const KEPT_OF_SITE_BYTES = 32 * MIB
const KEPT_BYTES = 512 * MIB
/** After so much the feeds of all sites are counted again. */
const COUNT_EVERY_BYTES = 16 * MIB
/** What a feed takes beside its body. */
const ROW_BYTES = 4096

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
export async function touchCachedFeed(url: string): Promise<void> {
  await db().feedCache.updateMany({ where: { url }, data: { fetchedAt: new Date() } })
}

/** Forgets the feeds beyond what is kept in total, those first that nobody has asked for lately. Gives how many. */
export async function evictFeeds(mostBytes = KEPT_BYTES): Promise<number> {
  return db().$executeRaw`
    delete from feed_cache where url in (
      select url from (select url, sum(size_bytes) over (order by fetched_at desc, url) as newer_bytes from feed_cache) kept
      where newer_bytes > ${mostBytes})`
}

async function evictFeedsOf(site: string, addedBytes: number): Promise<void> {
  await db().$executeRaw`
    delete from feed_cache where url in (
      select url from (
        select url, sum(size_bytes) over (order by fetched_at desc, url) as newer_bytes from feed_cache
        where site = ${site}
      ) kept where newer_bytes > ${KEPT_OF_SITE_BYTES})`
  const added = singleton('feeds-added', () => ({ bytes: 0 }))
  added.bytes += addedBytes
  if (added.bytes < COUNT_EVERY_BYTES) return
  added.bytes = 0
  await evictFeeds()
}

/**
 * Keeps the body of a feed that can be asked for again conditionally; any other would be of no use. The cache is everybody's,
 * and written by public operations too: each site has a share of it, so that nobody fills it with feeds of their own.
 */
export async function saveCachedFeed(
  url: string,
  { etag, lastModified, contentType, body }: Validators & { contentType: string; body: Uint8Array },
): Promise<void> {
  if ((etag === null && lastModified === null) || url.length > MAX_URL_CHARACTERS) return
  const compressed = new Uint8Array(await compress(body))
  const host = new URL(url).hostname
  const site = registrableDomain(host) ?? host
  const sizeBytes = ROW_BYTES + compressed.byteLength
  const row = { etag, lastModified, contentType, body: compressed, site, sizeBytes, fetchedAt: new Date() }
  await db().feedCache.upsert({ where: { url }, create: { url, ...row }, update: row })
  await evictFeedsOf(site, sizeBytes)
}
