import type { NewUser } from '@/lib/accounts/create-user'
import type { SandboxAction } from '../sandbox/contract'

/** The events at a billing provider that a test can cause. */
export type Provider = {
  name: string
  /** Before the user's first checkout, where the provider wants something prepared. */
  prepare: (user: NewUser) => Promise<void>
  /** A person at the checkout page: `authenticate` is asked by the bank first, and confirms. */
  checkOut: (user: NewUser, url: string, how: 'pay' | 'decline' | 'authenticate') => Promise<void>
  /** Time, the bank or the portal. */
  act: (user: NewUser, action: SandboxAction) => Promise<void>
  /** The events there are that have not been delivered, signed, the oldest first. */
  events: () => Promise<{ payload: string; signature: string }[]>
}
