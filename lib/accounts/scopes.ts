import type { Scope } from '@/lib/platform/operations/operation'

/** Everything its user may do: the scope of Verbatim's own command line, which no client is given. */
export const ACCOUNT_SCOPE = 'account'

/** What a connected client or an API key can be limited to: never the account's keys, its bill, or connecting others. */
export const LIMITED_SCOPES = [
  'transcripts:read',
  'transcripts:write',
  'publish',
  'imports',
] as const satisfies readonly Scope[]
