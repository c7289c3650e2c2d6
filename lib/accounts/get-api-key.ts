import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { toApiKeyState } from './api-key'
import type { ApiKeyState } from './contract'

/** The caller's tier and the masked prefix of the caller's key, if there is one. */
export async function getApiKey(actor: Actor): Promise<ApiKeyState> {
  const row = await db().apiKey.findUnique({ where: { userId: actor.userId } })
  return toApiKeyState(actor.tier, row)
}
