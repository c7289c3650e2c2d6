import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { BillingScreen } from '@/components/billing/billing-screen'
import { SandboxNote } from '@/components/billing/sandbox/sandbox-note'
import { UsageHistory } from '@/components/billing/usage-history'
import { words } from '@/components/billing/words'
import { PageHeading } from '@/components/site/page-heading'
import { reconcileSubscription } from '@/lib/billing/subscription/reconcile'
import { getBillingView } from '@/lib/billing/view/billing-view'
import type { Actor } from '@/lib/core/actor'
import { log } from '@/lib/core/log'
import { findUsageHistory } from '@/lib/usage/find-usage-history'

export const metadata: Metadata = { title: words.usage, robots: { index: false } }

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
  const { from } = await parseSearchParams(pageParameters['(dashboard)/settings/usage/page.tsx'], searchParams)
  if (from !== undefined) await reconcileOnReturn(actor)
  const [view, history] = await Promise.all([getBillingView(actor), findUsageHistory(actor, { from: null, to: null })])
  return (
    <>
      <PageHeading title={view.isUnlimited ? words.usage : words.title} />
      <BillingScreen view={view} />
      <UsageHistory history={history} />
      {view.mode === 'sandbox' && <SandboxNote view={view} />}
    </>
  )
}
