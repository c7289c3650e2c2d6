'use client'

import { formatDay, planName } from '@/components/plan-picker/words'
import { createClient } from '@/lib/api/client'
import { createPortal, dropChange, resumeSubscription } from '@/lib/billing/contract'
import type { BillingView } from './view'
import { WorkButton } from './work-button'

async function openPortal() {
  const { body } = await createClient()(createPortal, {})
  return { url: body.url }
}

async function resume() {
  await createClient()(resumeSubscription, {})
  return { said: 'The subscription goes on' }
}

async function keep() {
  await createClient()(dropChange, {})
  return { said: 'The plan stays as it is' }
}

function sentence({ subscription, isSubscribed, mode }: BillingView): string {
  const { tier, current_period_end: end, cancel_at_period_end: cancels, pending_tier: next } = subscription
  const name = planName(tier)
  if (mode === 'off') return 'Nobody counts minutes on this server.'
  if (!isSubscribed)
    return tier === 'free' ? 'You are on the free plan.' : `You are on ${name}, without a subscription.`
  if (!end) return `You are on ${name}.`
  if (cancels) return `${name} until ${formatDay(end)}, then the free plan.`
  return next ? `${name} until ${formatDay(end)}, then ${planName(next)}.` : `${name}, renews on ${formatDay(end)}.`
}

/** The plan in a sentence, what changes and when, and how to take that back. */
export function PlanState({ view }: { view: BillingView }) {
  const { subscription, hasAccount } = view
  const { cancel_at_period_end: cancels, pending_tier: next, tier } = subscription
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="font-medium">{sentence(view)}</p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {cancels && (
          <WorkButton look="primary" work={resume}>
            Resume {planName(tier)}
          </WorkButton>
        )}
        {next && !cancels && (
          <WorkButton look="primary" work={keep}>
            Keep {planName(tier)}
          </WorkButton>
        )}
        {hasAccount && <WorkButton work={openPortal}>Cards and invoices</WorkButton>}
      </div>
    </div>
  )
}
