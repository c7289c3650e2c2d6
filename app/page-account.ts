import { cache } from 'react'
import type { ShownAccount } from '@/components/site/account-menu'
import { findShownAccount } from '@/lib/accounts/shown-account'
import { pageActor } from './page-actor'

/** Whose a page is, for its header; null: nobody's. */
export const pageAccount = cache(async (): Promise<ShownAccount | null> => findShownAccount(await pageActor()))
