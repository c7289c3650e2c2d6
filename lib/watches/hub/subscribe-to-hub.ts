import { db } from '@/lib/core/db/db'
import type { Watch } from '@/lib/core/generated/prisma/client'
import { callbackUrl } from '@/lib/core/http/callback-url'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { judgeUrl } from '@/lib/net/guard/judge-url'
import { postOnce } from '@/lib/net/post-once'
import type { FeedHub } from '@/lib/podcasts/feed'
import { hubSecret } from './hub-secret'

const DAY_MS = 86_400_000
/** The requested lease; hubs may grant less. */
const LEASE_SECONDS = 10 * 86_400
/** A lease that ends sooner is renewed. */
const RENEW_MS = 2 * DAY_MS
/** A hub that has not answered is asked again after this time. */
const ASK_AGAIN_MS = DAY_MS
const MAX_URL_CHARACTERS = 2048
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 1024

/** Whether the hub is to be asked now: it is another one, or its lease ends soon. */
function isDue(watch: Watch, { url, topic }: FeedHub, now: number): boolean {
  if (watch.hubUrl !== url || watch.hubTopic !== topic) return true
  if (watch.hubLeaseUntil !== null && watch.hubLeaseUntil.getTime() > now + RENEW_MS) return false
  return watch.hubAskedAt === null || watch.hubAskedAt.getTime() < now - ASK_AGAIN_MS
}

/**
 * Asks the hub of a watched feed to tell of changes, where the feed names one and hubs can reach this service, and again before that
 * ends (WebSub §5.1). Only then the hub confirms it at the callback. `found`: the hub that the feed has named just now. A hub that can't
 * be asked changes nothing: the watch is checked as before.
 */
export async function subscribeToHub(watch: Watch, found: FeedHub | undefined): Promise<void> {
  const { hubUrl, hubTopic } = watch
  const known = hubUrl !== null && hubTopic !== null ? { url: hubUrl, topic: hubTopic } : undefined
  const hub = found ?? known
  const [callback, secret] = [callbackUrl(`/v1/watches/${watch.id}/hub`), hubSecret(watch.id)]
  if (!hub || callback === null || secret === null || !isDue(watch, hub, Date.now())) return
  // The secret goes by https only (WebSub §5.1).
  if (!hub.url.startsWith('https://') || Math.max(hub.url.length, hub.topic.length) > MAX_URL_CHARACTERS) return
  const isSame = hub.url === hubUrl && hub.topic === hubTopic
  await db().watch.updateMany({
    where: { id: watch.id },
    data: {
      ...{ hubUrl: hub.url, hubTopic: hub.topic, hubAskedAt: new Date() },
      ...(isSame ? {} : { hubLeaseUntil: null }),
    },
  })
  const asked = { mode: 'subscribe', topic: hub.topic, callback, secret, lease_seconds: String(LEASE_SECONDS) }
  const body = new URLSearchParams(Object.entries(asked).map(([name, value]) => [`hub.${name}`, value]))
  try {
    const { status } = await postOnce(judgeUrl(hub.url).href, {
      dispatcher: egressDispatcher(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    })
    if (status >= 300) log.info('a hub refused a subscription', { watch_id: watch.id, status })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    log.info('a hub could not be asked for a subscription', { watch_id: watch.id, code: error.code })
  }
}
