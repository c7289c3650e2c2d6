import type { Scope } from './operation'

/**
 * Who calls a verb. An API key, a session, the command line on a device and the local account may do everything for their
 * user; a connector only what its scopes say.
 */
export type Actor = { userId: string; tier: string } & (
  | { kind: 'api_key' | 'device' }
  | { kind: 'local'; sessionId?: string }
  | { kind: 'session'; sessionId: string }
  | { kind: 'connector'; scopes: readonly Scope[] }
)
