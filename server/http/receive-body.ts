import type http from 'node:http'
import type { BodyRule } from '@/lib/core/http/body-rules'
import { bodyTooLarge } from '@/lib/core/http/read-request-body'
import { Problem } from '@/lib/core/problem/problem'
import { shareOf } from './count-per-address'

/** The most bytes of unfinished bodies in memory, together. */
const MAX_BYTES = 64 * 1024 ** 2

const COME_AGAIN_SECONDS = 2

/** The body, the problem that ended it, or null when its sender has disconnected. */
export type Received = Buffer | Problem | null

type Waiting = { bytes: number; abandon: (problem: Problem) => void }

/** The unfinished bodies of an address, oldest first. */
type Senders = Map<string, Set<Waiting>>

export type BodyReceiver = {
  receive: (request: http.IncomingMessage, rule: BodyRule, address: string) => Promise<Received>
}

function tooManyUnfinished(): Problem {
  return new Problem('rate_limited', {
    detail: 'Your network address has too many unfinished requests. Send this request again in a moment, in one piece.',
    retryAfterSeconds: COME_AGAIN_SECONDS,
  })
}

function tooMuchUnfinished(): Problem {
  return new Problem('service_unavailable', {
    detail: 'This server is receiving too many requests right now. Nothing was charged. Try again in a moment.',
    retryAfterSeconds: COME_AGAIN_SECONDS,
  })
}

const bytesOf = (waiting: Iterable<Waiting>) => Array.from(waiting).reduce((sum, { bytes }) => sum + bytes, 0)

/** The oldest body of the address that is sending the most. */
function largestSender(senders: Senders): Waiting | undefined {
  const all = [...senders.values()].map((waiting) => ({ waiting, bytes: bytesOf(waiting) }))
  const [most] = all.sort((one, other) => other.bytes - one.bytes)
  return most?.waiting.values().next().value
}

/**
 * Receives the bodies of requests into memory, each within the limits of its kind. The number of bodies per address and
 * the memory of all together are limited: beyond that the oldest body of the address with the most is dropped, because
 * an ordinary body arrives within moments, and one that trickles is always the oldest.
 */
export function bodyReceiver(perAddress: number, mostBytes = MAX_BYTES): BodyReceiver {
  const senders: Senders = new Map()
  let totalBytes = 0

  function enter(address: string, one: Waiting): void {
    const waiting = senders.get(address) ?? new Set()
    senders.set(address, waiting.add(one))
    const [oldest] = waiting
    if (waiting.size > shareOf(address, perAddress)) oldest?.abandon(tooManyUnfinished())
  }

  function leave(address: string, one: Waiting): void {
    const waiting = senders.get(address)
    waiting?.delete(one)
    if (waiting?.size === 0) senders.delete(address)
    totalBytes -= one.bytes
  }

  function grow(one: Waiting, bytes: number): void {
    one.bytes += bytes
    totalBytes += bytes
    while (totalBytes > mostBytes) largestSender(senders)?.abandon(tooMuchUnfinished())
  }

  function receive(request: http.IncomingMessage, rule: BodyRule, address: string): Promise<Received> {
    if (Number(request.headers['content-length'] ?? 0) > rule.maxBytes) return Promise.resolve(bodyTooLarge(rule))
    return new Promise((resolve) => {
      const parts: Buffer[] = []
      const finish = (received: Received) => {
        clearTimeout(timer)
        request.off('data', take).off('end', end).off('close', lose).off('error', lose)
        // A request that is aborted later is no error.
        request.on('error', () => undefined)
        leave(address, one)
        resolve(received)
      }
      const one: Waiting = { bytes: 0, abandon: finish }
      const take = (part: Buffer) => {
        if (one.bytes + part.byteLength > rule.maxBytes) return finish(bodyTooLarge(rule))
        parts.push(part)
        grow(one, part.byteLength)
      }
      const end = () => finish(Buffer.concat(parts))
      const lose = () => finish(null)
      const timer = setTimeout(() => finish(new Problem('body_too_slow')), rule.limitMs)
      enter(address, one)
      request.on('data', take).once('end', end).once('close', lose).once('error', lose)
    })
  }

  return { receive }
}
