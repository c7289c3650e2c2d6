import { cache } from 'react'
import type { ShownAccount } from '@/components/site/account-menu'
import { findShownAccount } from '@/lib/accounts/shown-account'
import { pageActor } from './page-actor'

/** The signed-in account, for the header of a page; null without a session. */
export const pageAccount = cache(async (): Promise<ShownAccount | null> => findShownAccount(await pageActor()))
