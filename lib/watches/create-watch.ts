import { createHash } from 'node:crypto'
import type { Actor } from '@/lib/core/actor'
import { db, lockUser } from '@/lib/core/db/db'
import { type EventKind, emit } from '@/lib/core/db/events'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { hashToken, newToken } from '@/lib/core/secrets/tokens'
import { refuseRecording } from '@/lib/imports/show/find-podcast'
import { recogniseStored, toStoredLink } from '@/lib/imports/source/stored-link'
import { parseLang } from '@/lib/transcripts/parse-request'
import { withFieldContext } from '@/lib/transcripts/with-field-context'
import { FREE_TIER } from '@/lib/usage/tiers'
import type { CreateWatch, WatchWithFeed } from './contract'
import { findWatch } from './find-watch'
import { parsePeriod } from './period'

const PREFIX = 'vbw_'

/** A new secret link for the feed of a watch, and the hash of its secret, which alone is stored. */
export function newFeedLink(watchId: string): { url: string; hash: Uint8Array<ArrayBuffer> } {
  const token = newToken(PREFIX)
  return { url: `${env().baseUrl}/v1/watches/${watchId}/feed/${token}`, hash: hashToken(token) }
}

/** A watch is to be checked now. */
export const WATCH_DUE: EventKind<{ watchId: string; userId: string }> = { name: 'watch/due' }

const MAX_WATCHES = 1000
const MAX_FREE_WATCHES = 50

/** Returns the server of a stored link. Refuses the link of one recording, by its text alone. */
function hostOf(link: string): string {
  refuseRecording(link)
  const found = recogniseStored(link)
  return new URL(found.kind === 'recording' ? found.ref.url : found.url).hostname
}

function checkPeriod(every: string): number {
  const seconds = parsePeriod(every)
  if (seconds === null) throw new Error(`no period: ${every}`)
  return seconds
}

/** The unique key of a watch: the user, the link and the language. */
export function sourceKeyOf(userId: string, sourceUrl: string, lang: string | null): string {
  const hash = createHash('sha256').update(sourceUrl).digest('base64url')
  return `${userId}:${lang ?? ''}:${hash}`
}

/**
 * Watches a show, a channel or a playlist. The list is not read in this call: its first check begins immediately
 * afterwards. Returns an existing watch of the same list unchanged. Throws `invalid_url`, `blocked_url`,
 * `unsupported_source`, `invalid_language`, `too_many_watches`.
 */
export async function createWatch(
  actor: Actor,
  { url, lang, every, backfill, max_per_day: maxPerDay }: CreateWatch,
): Promise<{ isNew: boolean; watch: WatchWithFeed }> {
  const { userId, tier } = actor
  const requestedLang = lang === undefined ? null : parseLang(lang)
  const { sourceUrl, host } = await withFieldContext('url', url, async () => {
    const link = await toStoredLink(actor, url)
    return { sourceUrl: link, host: hostOf(link) }
  })
  const sourceKey = sourceKeyOf(userId, sourceUrl, requestedLang)
  const [id, everySeconds] = [newId(), checkPeriod(every)]
  const feed = newFeedLink(id)
  const existing = await db().$transaction(async (tx) => {
    await lockUser(tx, userId)
    const known = await tx.watch.findFirst({ where: { sourceKey, userId }, select: { id: true } })
    if (known) return known
    const limit = tier === FREE_TIER ? MAX_FREE_WATCHES : MAX_WATCHES
    if ((await tx.watch.count({ where: { userId } })) >= limit) {
      throw new Problem('too_many_watches', { context: { limit } })
    }
    const plan = { everySeconds, backfill, maxPerDay, nextCheckAt: new Date() }
    await tx.watch.create({
      data: { id, userId, sourceUrl, sourceKey, lang: requestedLang, host, ...plan, feedHash: feed.hash },
    })
    await emit(tx, WATCH_DUE, { data: { watchId: id, userId } })
    return null
  })
  const watch = await findWatch(actor, existing?.id ?? id)
  return { isNew: existing === null, watch: { ...watch, feed_url: existing ? null : feed.url } }
}
