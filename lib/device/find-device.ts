import { clientHost } from '@/lib/oauth/client-document-url'
import { scopeNames } from '@/lib/oauth/parse-scope'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { limitGuesses } from './limit-guesses'
import { formatUserCode, parseUserCode } from './user-code'

/** A device that waits for the user's decision. `isClient`: a registered app; else a command line. */
export type WaitingDevice = {
  userCode: string
  name: string
  /** Who vouches for the name; null: nobody. */
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
    detail:
      'No device waits under this code. Check it, or have the device show a new one: a code holds for 15 minutes.',
  })
}

/** The device that waits under a user code. Throws `not_found`, and `rate_limited` after five misses in ten minutes. */
export async function findDevice(actor: Actor, typed: string): Promise<WaitingDevice> {
  const userCode = parseUserCode(typed)
  const where = { state: 'pending', expiresAt: { gt: new Date() } }
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
