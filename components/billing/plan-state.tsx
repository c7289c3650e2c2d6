import { formatLongDay } from '@/components/format-day'
import { planName } from '@/components/plan-picker/plan-words'
import { createClient } from '@/lib/api/client'
import { createPortal, dropChange, resumeSubscription } from '@/lib/billing/contract'
import type { BillingView } from '@/lib/billing/view-contract'
import { words } from './words'
import { WorkButton } from './work-button'

async function openPortal() {
  const { body } = await createClient()(createPortal, {})
  return { url: body.url }
}

async function resume() {
  await createClient()(resumeSubscription, {})
  return { said: words.saidResumed }
}

async function keep() {
  await createClient()(dropChange, {})
  return { said: words.saidKept }
}

function sentence({ subscription, isSubscribed, mode }: BillingView): string {
  const { tier, current_period_end: end, cancel_at_period_end: cancels, pending_tier: next } = subscription
  const name = planName(tier)
  const { state } = words
  if (mode === 'off') return state.uncounted
  if (!isSubscribed) return tier === 'free' ? state.free : state.granted(name)
  if (!end) return state.on(name)
  const day = formatLongDay(end)
  if (cancels) return state.ends(name, day)
  return next ? state.changes(name, day, planName(next)) : state.renews(name, day)
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
            {words.resume(planName(tier))}
          </WorkButton>
        )}
        {next && !cancels && (
          <WorkButton look="primary" work={keep}>
            {words.keep(planName(tier))}
          </WorkButton>
        )}
        {hasAccount && <WorkButton work={openPortal}>{words.portal}</WorkButton>}
      </div>
    </div>
  )
}
