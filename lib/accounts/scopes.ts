import type { Scope } from '@/lib/core/operations/operation'

/** Everything its user may do: the scope of Verbatim's own command line, which no client is given. */
export const ACCOUNT_SCOPE = 'account'

/** The scopes of connected clients and API keys. They never include the account's keys, its bill, or connecting others. */
export const LIMITED_SCOPES = [
  'transcripts:read',
  'transcripts:write',
  'publish',
  'imports',
] as const satisfies readonly Scope[]
