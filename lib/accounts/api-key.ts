import type { ApiKey } from '@/lib/platform/generated/prisma/client'
import { hashToken, newToken } from '@/lib/platform/tokens'
import type { ApiKeyState } from './contract'

export const API_KEY_PREFIX = 'vbt_'
const SHOWN_CHARACTERS = 12

/** A new key: its plaintext, given out once, and the row that is kept. */
export function makeApiKey(): { key: string; row: Pick<ApiKey, 'hash' | 'prefix'> } {
  const key = newToken(API_KEY_PREFIX)
  return { key, row: { hash: hashToken(key), prefix: `${key.slice(0, SHOWN_CHARACTERS)}…` } }
}

/** The contract's view of a user's key slot. */
export function toApiKeyState(tier: string, row: ApiKey | null, key: string | null = null): ApiKeyState {
  return {
    has_key: row !== null,
    key_prefix: row?.prefix ?? null,
    tier,
    created_at: row?.createdAt.toISOString() ?? null,
    key,
  }
}
