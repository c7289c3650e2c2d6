import { cache } from 'react'
import type { ShownAccount } from '@/components/site/account-menu'
import { findEmail } from '@/lib/accounts/find-email'
import { pageActor } from './page-actor'

/** Whose a page is, for its header; null: nobody's. */
export const pageAccount = cache(async (): Promise<ShownAccount | null> => {
  const actor = await pageActor()
  return actor && { email: await findEmail(actor), isLocal: actor.kind === 'local' }
})
