import { type Actor, credentialEnd } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { ApiKey } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { hashToken, newToken } from '@/lib/core/secrets/tokens'
import type { ApiKeyState } from '../contract'
import { lockKeyOwner } from '../credential-table'

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
 * Replaces the caller's key, and deletes their named ones where that is wanted. What is replaced or deleted is refused from
 * the moment this returns; the new plaintext is given once. Throws `insufficient_scope` for a named key, and for a credential that expires.
 */
export async function regenerateApiKey(actor: Actor, { deleteNamed }: { deleteNamed: boolean }): Promise<ApiKeyState> {
  requireLasting(actor)
  await requireUnnamed(actor)
  const { userId } = actor
  const { key, row } = makeApiKey()
  const fresh = { ...row, createdAt: new Date(), lastUsedAt: null }
  const saved = await db().$transaction(async (tx) => {
    await lockKeyOwner(tx, userId)
    const named = { userId, defaultOf: null, deletedAt: null }
    if (deleteNamed) await tx.apiKey.updateMany({ where: named, data: { deletedAt: new Date() } })
    const where = { defaultOf: userId }
    return tx.apiKey.upsert({ where, create: { ...slotOf(actor), ...fresh }, update: fresh })
  })
  return toApiKeyState(actor.tier, saved, key)
}

/** A stolen named key must not shut its owner out. Throws `insufficient_scope` for one. */
export async function requireUnnamed(actor: Actor): Promise<void> {
  if (actor.kind !== 'api_key' || actor.keyId === undefined) return
  const where = { id: actor.keyId, defaultOf: actor.userId }
  if ((await db().apiKey.count({ where })) > 0) return
  throw new Problem('insufficient_scope', {
    detail: "A named API key can't replace or delete the default key. Use the default key, or sign in.",
  })
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
