import { formatLongDay } from '@/components/format/format-day'
import { planName } from '@/components/plan-picker/plan-words'
import { createClient } from '@/lib/api/client'
import { createPortal, dropChange, resumeSubscription } from '@/lib/billing/contract'
import type { BillingView } from '@/lib/billing/view/contract'
import { words } from './words'
import { WorkButton } from './work-button'

const { state } = words

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

/** The coming changes of a subscription. */
function subscriptionSentence({ subscription, grantedTier }: BillingView): string {
  const { tier, paid_tier: paid, current_period_end: end } = subscription
  const { cancel_at_period_end: cancels, pending_tier: next } = subscription
  const name = planName(paid ?? tier)
  if (!end) return state.on(name)
  const day = formatLongDay(end)
  if (cancels) return state.ends(name, day, grantedTier === 'free' ? state.freePlan : planName(grantedTier))
  return next ? state.changes(name, day, planName(next)) : state.renews(name, day)
}

function sentence(view: BillingView): string {
  const { subscription, isSubscribed } = view
  const { tier, paid_tier: paid } = subscription
  if (!isSubscribed) return tier === 'free' ? state.free : state.on(planName(tier))
  const reported = subscriptionSentence(view)
  return paid === null || paid === tier ? reported : state.beside(planName(tier), reported)
}

/** The plan in a sentence, what changes and when, and how to take that back. */
export function PlanState({ view }: { view: BillingView }) {
  const { subscription, hasAccount } = view
  const { cancel_at_period_end: cancels, pending_tier: next, paid_tier: paid, tier } = subscription
  const name = planName(paid ?? tier)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="font-medium">{sentence(view)}</p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {cancels && (
          <WorkButton variant="primary" work={resume}>
            {words.resume(name)}
          </WorkButton>
        )}
        {next && !cancels && (
          <WorkButton variant="primary" work={keep}>
            {words.keep(name)}
          </WorkButton>
        )}
        {hasAccount && <WorkButton work={openPortal}>{words.portal}</WorkButton>}
      </div>
    </div>
  )
}
