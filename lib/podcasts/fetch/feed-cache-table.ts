import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { singleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import { isSealed } from '@/lib/net/link-credentials'
import { registrableDomain } from '@/lib/net/registrable-domain'
import { MAX_FEED_BYTES } from '../feed'

/** The validators of a conditional request. */
export type Validators = { etag: string | null; lastModified: string | null }

export type CachedFeed = Validators & { contentType: string; readBody: () => Promise<Uint8Array> }

const MIB = 1024 * 1024
const KEPT_OF_SITE_BYTES = 32 * MIB
const KEPT_BYTES = 512 * MIB
/** After so many bytes the feeds of all sites are counted again. */
const COUNT_EVERY_BYTES = 16 * MIB
/** The size of a row without the body. */
const ROW_BYTES = 4096

// PostgreSQL's limit for an indexed value is some 2,700 bytes.
const MAX_URL_CHARACTERS = 2000

const compress = promisify(gzip)
const decompress = promisify(gunzip)

export async function loadCachedFeed(url: string): Promise<CachedFeed | null> {
  if (isSealed(url)) return null
  const row = await db().feedCache.findUnique({ where: { url } })
  if (row === null) return null
  const { etag, lastModified, contentType, body } = row
  return { etag, lastModified, contentType, readBody: () => decompress(body, { maxOutputLength: MAX_FEED_BYTES }) }
}

/** Keeps an unchanged feed for longer. */
export async function touchCachedFeed(url: string): Promise<void> {
  await db().feedCache.updateMany({ where: { url }, data: { fetchedAt: new Date() } })
}

/** Deletes the feeds beyond the total size, those first that were requested least recently. Returns how many. */
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
 * Caches the body of a feed that supports conditional requests; any other body could not be reused. The cache is shared
 * and public operations write to it, so each site has a limited share and cannot fill it. A feed that opens by credentials is not kept.
 */
export async function saveCachedFeed(
  url: string,
  { etag, lastModified, contentType, body }: Validators & { contentType: string; body: Uint8Array },
): Promise<void> {
  if ((etag === null && lastModified === null) || url.length > MAX_URL_CHARACTERS || isSealed(url)) return
  const compressed = new Uint8Array(await compress(body))
  const host = new URL(url).hostname
  const site = registrableDomain(host) ?? host
  const sizeBytes = ROW_BYTES + compressed.byteLength
  const row = { etag, lastModified, contentType, body: compressed, site, sizeBytes, fetchedAt: new Date() }
  await db().feedCache.upsert({ where: { url }, create: { url, ...row }, update: row })
  await evictFeedsOf(site, sizeBytes)
}

/** The body of a feed is deleted when it was not requested for so long. */
const KEPT_DAYS = 30

/** Deletes the cached feeds that were not requested lately. Returns how many. */
export async function purgeExpiredFeeds(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000)
  return (await purgeRows('feed_cache', 'fetched_at < $1', [before])) + (await evictFeeds())
}
