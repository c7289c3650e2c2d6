import { singleton } from '@/lib/core/concurrency/singleton'

/** Whose key it is, and which one. */
export type KnownBearer = { userId: string; keyId: string }

const MAX_REMEMBERED = 10_000

function bearers(): Map<string, KnownBearer> {
  return singleton('known-bearers', () => new Map<string, KnownBearer>())
}

function nameOf(keyHash: Uint8Array): string {
  return Buffer.from(keyHash).toString('latin1')
}

/** Remembers whose key it is, by its hash: for counting their calls. Whether the key still holds is never taken from here. */
export function rememberBearer(keyHash: Uint8Array, bearer: KnownBearer): void {
  if (bearers().size >= MAX_REMEMBERED) bearers().clear()
  bearers().set(nameOf(keyHash), bearer)
}

/** Whose key it is or was, if this process has seen it. */
export function knownBearer(keyHash: Uint8Array): KnownBearer | null {
  return bearers().get(nameOf(keyHash)) ?? null
}
