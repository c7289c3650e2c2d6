import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { makeApiKey, toApiKeyState } from './api-key'
import type { ApiKeyState } from './contract'

/** Replaces the caller's key. The old one is refused from the moment this returns; the new plaintext is given once. */
export async function regenerateApiKey(actor: Actor): Promise<ApiKeyState> {
  const { key, row } = makeApiKey()
  const fresh = { ...row, createdAt: new Date(), lastUsedAt: null }
  const saved = await db().apiKey.upsert({
    where: { userId: actor.userId },
    create: { userId: actor.userId, ...fresh },
    update: fresh,
  })
  return toApiKeyState(actor.tier, saved, key)
}
