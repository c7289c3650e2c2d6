import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { makeApiKey, toApiKeyState } from './api-key'
import type { ApiKeyState } from './contract'

/**
 * Gives the caller a key if there is none. The plaintext is in the answer only when this very call made it: of many
 * calls at once one inserts the row, the others find it.
 */
export async function ensureApiKey(actor: Actor): Promise<ApiKeyState> {
  const { key, row } = makeApiKey()
  const made = await db().apiKey.createManyAndReturn({ data: [{ userId: actor.userId, ...row }], skipDuplicates: true })
  if (made[0]) return toApiKeyState(actor.tier, made[0], key)
  const existing = await db().apiKey.findUnique({ where: { userId: actor.userId } })
  return toApiKeyState(actor.tier, existing)
}
