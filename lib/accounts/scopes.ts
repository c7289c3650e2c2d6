import type { Scope } from '@/lib/platform/operation'

/** Everything its user may do: the scope of Verbatim's own command line, which no client is given. */
export const ACCOUNT_SCOPE = 'account'

/** What a connected client may be allowed: never the account's key, its bill, or leave to connect others. */
export const CONNECTOR_SCOPES = [
  'transcripts:read',
  'transcripts:write',
  'publish',
  'imports',
] as const satisfies readonly Scope[]
