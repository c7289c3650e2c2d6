import { createHmac, timingSafeEqual } from 'node:crypto'
import { db } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import type { Watch } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { WATCH_DUE } from '../create-watch'
import { makeDue } from '../watch-table'
import { hubSecret } from './hub-secret'

/** A confirmation counts for so long after the hub was asked. */
const ASKED_WITHIN_MS = 86_400_000
const MAX_LEASE_SECONDS = 30 * 86_400
/** A watch is checked once in this time, however many changes a hub reports. */
const PING_MS = 60_000
const HASHES = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

export type HubRequest = {
  mode: string
  topic: string
  challenge: string | undefined
  leaseSeconds: number | undefined
}

function noSubscription(): Problem {
  return new Problem('not_found', { detail: 'This service has asked for no such subscription.' })
}

async function findWatched(watchId: string): Promise<Watch> {
  const watch = isId(watchId) ? await db().watch.findUnique({ where: { id: watchId } }) : null
  if (!watch) throw noSubscription()
  return watch
}

/**
 * Confirms to a hub that a watch has requested a subscription, and stores how long it lasts (WebSub §5.3). Returns the
 * challenge to answer with. Throws `not_found` for a subscription that was not requested, and for each request to end
 * one that is wanted.
 */
export async function confirmSubscription(
  watchId: string,
  { mode, topic, challenge, leaseSeconds }: HubRequest,
): Promise<string> {
  const watch = await findWatched(watchId)
  const isAsked = watch.hubAskedAt !== null && watch.hubAskedAt.getTime() > Date.now() - ASKED_WITHIN_MS
  if (mode !== 'subscribe' || challenge === undefined || !isAsked || watch.hubTopic !== topic) throw noSubscription()
  const seconds = Math.min(leaseSeconds ?? MAX_LEASE_SECONDS, MAX_LEASE_SECONDS)
  await db().watch.updateMany({
    where: { id: watchId, hubTopic: topic },
    data: { hubLeaseUntil: new Date(Date.now() + seconds * 1000) },
  })
  return challenge
}

/** Whether a message has the signature of the hub, by the secret that it was given (WebSub §7.1). */
function isSigned(watchId: string, signature: string | null, body: Uint8Array): boolean {
  const [method = '', given = ''] = signature?.split('=') ?? []
  const secret = hubSecret(watchId)
  if (secret === null || !HASHES.has(method)) return false
  const expected = createHmac(method, secret).update(body).digest()
  const received = Buffer.from(given, 'hex')
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/**
 * Receives a hub's message that a feed has changed: the watch is checked now, once a minute at most. The message's
 * content is not read, so that the feed alone decides what is new. A message without the right signature changes
 * nothing, and gets the same response as one with it. Throws `not_found` for a deleted watch.
 */
export async function receivePing(watchId: string, signature: string | null, body: Uint8Array): Promise<void> {
  const watch = await findWatched(watchId)
  if (watch.hubTopic === null || watch.pausedAt !== null || !isSigned(watchId, signature, body)) return
  if (watch.lastCheckedAt !== null && watch.lastCheckedAt.getTime() > Date.now() - PING_MS) return
  await db().$transaction(async (tx) => {
    await makeDue(tx, watchId)
    await emit(tx, WATCH_DUE, { data: { watchId, userId: watch.userId } })
  })
}
