import { type Actor, credentialEnd } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { ApiKey } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { hashToken, newToken } from '@/lib/core/secrets/tokens'
import type { ApiKeyState } from '../contract'

/*
 * The default key: the one slot of the contract, which is created and regenerated. Named keys stand beside it.
 */

/** The caller's tier and the masked prefix of the caller's key, if there is one. */
export async function getApiKey(actor: Actor): Promise<ApiKeyState> {
  const row = await db().apiKey.findUnique({ where: { defaultOf: actor.userId } })
  return toApiKeyState(actor.tier, row)
}

/** When the caller's key was last used; null: never, or there is none. It is noted once a minute. */
export async function findKeyUse({ userId }: Actor): Promise<Date | null> {
  const row = await db().apiKey.findUnique({ where: { defaultOf: userId }, select: { lastUsedAt: true } })
  return row?.lastUsedAt ?? null
}

/**
 * Creates the caller's key if there is none. The plaintext is in the response only when this very call created it: one of several
 * concurrent calls inserts the row, and the others read it. Throws `insufficient_scope` for a credential that expires.
 */
export async function ensureApiKey(actor: Actor): Promise<ApiKeyState> {
  requireLasting(actor)
  const { key, row } = makeApiKey()
  const data = [{ ...slotOf(actor), ...row }]
  const made = await db().apiKey.createManyAndReturn({ data, skipDuplicates: true })
  if (made[0]) return toApiKeyState(actor.tier, made[0], key)
  const existing = await db().apiKey.findUnique({ where: { defaultOf: actor.userId } })
  return toApiKeyState(actor.tier, existing)
}

/**
 * Replaces the caller's key. The old one is refused from the moment this returns; the new plaintext is given once. Throws
 * `insufficient_scope` for a credential that expires.
 */
export async function regenerateApiKey(actor: Actor): Promise<ApiKeyState> {
  requireLasting(actor)
  const { key, row } = makeApiKey()
  const fresh = { ...row, createdAt: new Date(), lastUsedAt: null }
  const saved = await db().apiKey.upsert({
    where: { defaultOf: actor.userId },
    create: { ...slotOf(actor), ...fresh },
    update: fresh,
  })
  return toApiKeyState(actor.tier, saved, key)
}

/** The default key does not expire, so only a credential that does not expire creates it. */
function requireLasting(actor: Actor): void {
  if (credentialEnd(actor) === null) return
  throw new Problem('insufficient_scope', {
    detail: "This API key expires, so it can't create a key that doesn't. Use your default key, or sign in.",
  })
}

export const API_KEY_PREFIX = 'vbt_'
const SHOWN_CHARACTERS = 12

const slotOf = ({ userId }: Actor) => ({ id: newId(), userId, defaultOf: userId })

/** A new key: its plaintext, given out once, and the row that is kept. */
export function makeApiKey(): { key: string; row: Pick<ApiKey, 'hash' | 'prefix'> } {
  const key = newToken(API_KEY_PREFIX)
  return { key, row: { hash: hashToken(key), prefix: `${key.slice(0, SHOWN_CHARACTERS)}…` } }
}

/** The contract's view of a user's key slot. */
function toApiKeyState(tier: string, row: ApiKey | null, key: string | null = null): ApiKeyState {
  return {
    has_key: row !== null,
    key_prefix: row?.prefix ?? null,
    tier,
    created_at: row?.createdAt.toISOString() ?? null,
    key,
  }
}
