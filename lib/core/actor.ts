import type { Scope } from './operations/operation'

/**
 * The caller of a verb. A session, the command line on a device, the local account and an API key without scopes may do
 * everything for their user; a connector and an API key with scopes only what these say.
 */
export type Actor = { userId: string; tier: string } & (
  | { kind: 'device' }
  | { kind: 'api_key'; keyId?: string; scopes?: readonly Scope[] | null; expiresAt?: Date | null }
  | { kind: 'local'; sessionId?: string }
  | { kind: 'session'; sessionId: string }
  | { kind: 'connector'; scopes: readonly Scope[] }
)

/** When the credential of an actor ends; null: it does not expire. What it creates does not last longer. */
export function credentialEnd(actor: Actor): Date | null {
  return actor.kind === 'api_key' ? (actor.expiresAt ?? null) : null
}

/** The scopes that an actor is limited to; null: it may do everything for its user. */
export function limitedScopes(actor: Actor): readonly Scope[] | null {
  return actor.kind === 'connector' || actor.kind === 'api_key' ? (actor.scopes ?? null) : null
}
