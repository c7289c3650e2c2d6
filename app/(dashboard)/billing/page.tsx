import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { BillingScreen } from '@/components/billing/billing-screen'
import { UsageHistory } from '@/components/billing/usage-history'
import { words } from '@/components/billing/words'
import { PageHeading } from '@/components/site/page-heading'
import { reconcileSubscription } from '@/lib/billing/subscription/reconcile'
import { getBillingView } from '@/lib/billing/view/billing-view'
import type { Actor } from '@/lib/core/actor'
import { log } from '@/lib/core/log'
import { findUsageHistory } from '@/lib/usage/find-usage-history'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

type Props = { searchParams: SearchParams }

/** Reconciles the subscription of a user who returns from the provider's pages. If that fails, the provider's event follows. */
async function reconcileOnReturn(actor: Actor): Promise<void> {
  try {
    await reconcileSubscription(actor)
  } catch (error) {
    log.warn('the subscription could not be reconciled on the way back', { error })
  }
}

/** The account's plan: what has been used, what it costs, and how to change it. */
export default async function BillingPage({ searchParams }: Props) {
  const actor = await pageActor()
  if (!actor) return null
  const { from } = await parseSearchParams(pageParameters['(dashboard)/billing/page.tsx'], searchParams)
  if (from !== undefined) await reconcileOnReturn(actor)
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <BillingScreen view={await getBillingView(actor)} />
      <UsageHistory history={await findUsageHistory(actor, { from: null, to: null })} />
    </>
  )
}
