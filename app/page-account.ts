import { cache } from 'react'
import type { ShownAccount } from '@/components/site/account-menu'
import { findEmail } from '@/lib/accounts/find-email'
import { isOperator } from '@/lib/accounts/is-operator'
import { pageActor } from './page-actor'

/** Whose a page is, for its header; null: nobody's. */
export const pageAccount = cache(async (): Promise<ShownAccount | null> => {
  const actor = await pageActor()
  if (!actor) return null
  const [email, may] = await Promise.all([findEmail(actor), isOperator(actor)])
  return { email, isLocal: actor.kind === 'local', isOperator: may }
})
