import { Problem } from '@/lib/platform/problem'
import { billingMode } from '../billing-mode'

/** Throws `not_found` unless the sandbox takes the money: elsewhere its pages and operations are not there. */
export function requireSandbox(): void {
  if (billingMode() !== 'sandbox') throw new Problem('not_found')
}
