import { singleton } from '@/lib/platform/singleton'

const MAX_REMEMBERED = 10_000

function bearers(): Map<string, string> {
  return singleton('known-bearers', () => new Map<string, string>())
}

function nameOf(keyHash: Uint8Array): string {
  return Buffer.from(keyHash).toString('latin1')
}

/** Remembers whose key it is, by its hash: for counting their calls. Whether the key still holds is never taken from here. */
export function rememberBearer(keyHash: Uint8Array, userId: string): void {
  if (bearers().size >= MAX_REMEMBERED) bearers().clear()
  bearers().set(nameOf(keyHash), userId)
}

/** Whose key it is or was, if this process has seen it. */
export function knownBearer(keyHash: Uint8Array): string | null {
  return bearers().get(nameOf(keyHash)) ?? null
}
