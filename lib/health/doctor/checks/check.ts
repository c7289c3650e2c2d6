import { raceDeadline } from '@/lib/core/concurrency/start-deadline'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { withoutSecrets } from '@/lib/core/secrets/without-secrets'
import type { MachineCheck } from '../contract'

/** The finding of a check, without the name of the check. */
export type Finding = Omit<MachineCheck, 'name'>

export const ok = (seen: string): Finding => ({ status: 'ok', seen, action: null })
export const warning = (seen: string, action: string): Finding => ({
  status: 'warning',
  seen,
  action: withOurCommands(action),
})
export const failed = (seen: string, action: string): Finding => ({
  status: 'failed',
  seen,
  action: withOurCommands(action),
})

/** The words of an error for an operator, without secrets. */
export function errorWords(error: unknown): string {
  const { message = '', code = '' } = error as { message?: string; code?: string }
  return withoutSecrets(message || code || String(error))
}

const LIMIT_MS = 20_000

/** Runs one check; what throws or takes more than 20 seconds has failed. */
export async function runCheck(name: string, check: () => Promise<Finding>): Promise<MachineCheck> {
  const late = () => new Error('It did not answer within 20 seconds.')
  try {
    return { name, ...(await raceDeadline({ timeoutMs: LIMIT_MS, late }, check())) }
  } catch (error) {
    const action = 'See the log of the service for more, and check the settings.'
    return { name, ...failed(errorWords(error), action) }
  }
}
