import { type Actor, credentialEnd } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { ApiKey, Prisma } from '@/lib/core/generated/prisma/client'
import { isId, newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { lockKeyOwner } from '../credential-table'
import { type ApiKeyView, type CreatedApiKeyView, KEY_SCOPES, type KeyScope, type KeyUseView } from './contract'
import { makeApiKey, requireUnnamed } from './default-key'
import { flushKeyUses } from './key-use'
import { listKeyUses } from './key-use-table'

const MAX_KEYS = 50
/** The deleted keys of an account whose use is still listed. */
const MAX_DELETED_KEYS = 100
const DAY_MS = 24 * 3_600_000

function toView({ id, name, prefix, scope, createdAt, expiresAt, lastUsedAt }: ApiKey): ApiKeyView {
  const names = scope?.split(' ')
  return {
    id,
    name,
    prefix,
    scopes: names ? KEY_SCOPES.filter((one) => names.includes(one)) : null,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

/** The caller's keys: the default key, if there is one, then the named ones, the oldest first. */
export async function listKeys({ userId }: Actor): Promise<ApiKeyView[]> {
  const rows = await db().apiKey.findMany({
    where: { userId, deletedAt: null },
    orderBy: [{ defaultOf: { sort: 'asc', nulls: 'last' } }, { createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toView)
}

type NewKey = { name: string; scopes: readonly KeyScope[] | null; expires_in_days: number | null }

/** The earlier of when a key is to expire and when the credential that creates it does. */
function expiryOf(actor: Actor, days: number | null): Date | null {
  const ends = [credentialEnd(actor), days === null ? null : new Date(Date.now() + days * DAY_MS)]
  return ends.reduce((earliest, end) => (earliest && end && earliest < end ? earliest : (end ?? earliest)))
}

/** Deletes the rows of the account's oldest deleted keys. */
async function forgetDeletedKeys(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const orderBy = [{ deletedAt: 'desc' }, { id: 'desc' }] as const
  const where = { userId, deletedAt: { not: null } }
  const oldest = await tx.apiKey.findMany({
    where,
    orderBy: [...orderBy],
    skip: MAX_DELETED_KEYS,
    select: { id: true },
  })
  if (oldest.length > 0) await tx.apiKey.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } })
}

/**
 * Creates a named key, whose plaintext is returned only here. It expires no later than the credential that creates it. Throws
 * `too_many_api_keys`.
 */
export async function createKey(
  actor: Actor,
  { name, scopes, expires_in_days: days }: NewKey,
): Promise<CreatedApiKeyView> {
  const { userId } = actor
  const { key, row } = makeApiKey()
  const saved = await db().$transaction(async (tx) => {
    await lockKeyOwner(tx, userId)
    if ((await tx.apiKey.count({ where: { userId, deletedAt: null } })) >= MAX_KEYS) {
      throw new Problem('too_many_api_keys', { context: { limit: MAX_KEYS } })
    }
    await forgetDeletedKeys(tx, userId)
    return tx.apiKey.create({
      data: {
        ...row,
        id: newId(),
        userId,
        name: name.trim(),
        scope: scopes && KEY_SCOPES.filter((one) => scopes.includes(one)).join(' '),
        expiresAt: expiryOf(actor, days),
      },
    })
  })
  return { ...toView(saved), key }
}

/**
 * Deletes one of the caller's keys, the default one too: it is refused from the moment this returns. Its row stays for as
 * long as its use is listed. Throws `not_found`, and `insufficient_scope` for a named key that is to delete the default key.
 */
export async function deleteKey(actor: Actor, keyId: string): Promise<void> {
  const { userId } = actor
  if (isId(keyId) && (await db().apiKey.count({ where: { id: keyId, defaultOf: userId } })) > 0)
    await requireUnnamed(actor)
  const where = { id: keyId, userId, deletedAt: null }
  const data = { deletedAt: new Date(), defaultOf: null }
  const { count } = isId(keyId) ? await db().apiKey.updateMany({ where, data }) : { count: 0 }
  if (count === 0)
    throw new Problem('not_found', { detail: 'You have no API key with this id. It may be deleted already.' })
}

/** How often each of the caller's keys was used on each of the last days, the newest day first. */
export async function listUses({ userId }: Actor, days: number): Promise<KeyUseView[]> {
  // The result includes the uses that are still counted in memory.
  await flushKeyUses()
  const rows = await listKeyUses(userId, days)
  return rows.map(({ keyId, day, ...use }) => ({ date: day, key_id: keyId, ...use }))
}
