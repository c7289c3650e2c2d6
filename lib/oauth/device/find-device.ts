import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { DeviceCodeState } from '@/lib/core/generated/prisma/enums'
import { Problem } from '@/lib/core/problem/problem'
import { clientHost } from '@/lib/oauth/clients/client-document'
import { scopeNames } from '@/lib/oauth/parameters'
import { countMiss, uncountMiss } from './device-table'
import { formatUserCode, parseUserCode } from './user-code'

/** A device that waits for the user's decision. `isClient`: a registered app; else a command line. */
export type WaitingDevice = {
  userCode: string
  name: string
  /** The host that proves the name; null: the name is unproven. */
  host: string | null
  isClient: boolean
  scopes: string[]
  /** The network address that asked; null where it is not known. */
  address: string | null
  askedAt: Date
}

/** No device waits under what was typed. */
export function noSuchDevice(): Problem {
  return new Problem('not_found', {
    detail: 'No device uses this code. Check it, or get a new code on the device. Codes are valid for 15 minutes.',
  })
}

/** The device that waits under a user code. Throws `not_found`, and `rate_limited` after five misses in ten minutes. */
export async function findDevice(actor: Actor, typed: string): Promise<WaitingDevice> {
  const userCode = parseUserCode(typed)
  const where = { state: DeviceCodeState.pending, expiresAt: { gt: new Date() } }
  const row =
    userCode && (await limitGuesses(actor.userId, () => db().deviceCode.findFirst({ where: { ...where, userCode } })))
  if (!row) throw noSuchDevice()
  return {
    userCode: formatUserCode(row.userCode),
    name: row.name,
    host: clientHost(row.clientId),
    isClient: row.clientId !== null,
    address: row.address,
    scopes: scopeNames(row.scope),
    askedAt: row.createdAt,
  }
}

const MAX_MISSES = 5
const WINDOW_SECONDS = 10 * 60

/**
 * Calls `find` for a user code, and counts a guess against the user when nothing is found: after five in ten minutes
 * nothing is looked up any more (RFC 8628 §5.1). The guess is counted first, so that concurrent guesses are no more than
 * five. Throws `rate_limited`.
 */
export async function limitGuesses<T>(userId: string, find: () => Promise<T | null>): Promise<T | null> {
  const guess = await countMiss(userId, WINDOW_SECONDS)
  if (guess && guess.misses > MAX_MISSES) {
    throw new Problem('rate_limited', {
      detail: 'Too many wrong codes. Wait a few minutes, then enter the code shown on the device.',
      retryAfterSeconds: guess.secondsLeft,
    })
  }
  const found = await find()
  if (found !== null) await uncountMiss(userId)
  return found
}
