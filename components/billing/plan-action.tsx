'use client'

import { formatDay, formatMinutes, planName, priceInWords } from '@/components/plan-picker/words'
import { createClient } from '@/lib/api/client'
import { cancelSubscription, changeTier, createCheckout, type Plan } from '@/lib/billing/contract'
import { ConfirmButton } from './confirm-button'
import type { BillingView } from './view'
import { WorkButton } from './work-button'

type Props = { plan: Plan; view: BillingView }

async function buy(tier: string) {
  const { body } = await createClient()(createCheckout, { body: { tier } })
  return { url: body.url }
}

async function cancel() {
  await createClient()(cancelSubscription, {})
  return { said: 'The subscription ends with its period' }
}

async function change(tier: string) {
  const { body } = await createClient()(changeTier, { body: { tier } })
  if (body.tier === tier) return { said: `You are on ${planName(tier)} now` }
  // The page itself says what has to be paid first.
  return body.payment_state === 'action_required' ? {} : { said: `${planName(tier)} begins with the next period` }
}

function costs(plan: Plan): string {
  const price = priceInWords(plan)
  return price ? `, ${price.amount} ${price.every}` : ''
}

function Leave({ view: { subscription, limits }, plan }: Props) {
  const { tier, current_period_end: end } = subscription
  const until = end ? `${planName(tier)} stays until ${formatDay(end)}` : 'The subscription ends'
  const then = limits[plan.tier] === undefined ? '' : `: ${formatMinutes(limits[plan.tier] ?? 0, 'down')} a month`
  return (
    <ConfirmButton
      label="Cancel the subscription"
      consequence={`${until}, then you are on ${planName(plan.tier)}${then}. Transcripts stay.`}
      confirmLabel="Cancel the subscription"
      work={cancel}
    />
  )
}

function Change({ plan, view: { plans, subscription } }: Props) {
  const { tier, current_period_end: end } = subscription
  const order = plans.plans.map((one) => one.tier)
  const name = planName(plan.tier)
  const isLarger = order.indexOf(plan.tier) > order.indexOf(tier)
  const when = end ? formatDay(end) : 'the end of the period'
  const consequence = isLarger
    ? `${name} begins at once. The difference for the rest of this period is charged now${costs(plan)} from then on.`
    : `${planName(tier)} stays until ${when}. Then ${name} begins${costs(plan)}.`
  const label = isLarger ? `Upgrade to ${name}` : `Change to ${name}`
  return <ConfirmButton label={label} {...{ consequence }} confirmLabel={label} work={() => change(plan.tier)} />
}

/** The one thing that can be done about a plan now; nothing about the present one. */
export function PlanAction({ plan, view }: Props) {
  const { subscription, isSubscribed, plans } = view
  const isFree = plan.amount === 0
  if (!isSubscribed) {
    if (isFree || plan.amount === null) return null
    const isFirst = plans.plans.find(({ amount }) => amount !== null && amount > 0)?.tier === plan.tier
    return (
      <WorkButton look={isFirst ? 'primary' : 'secondary'} className="w-full" work={() => buy(plan.tier)}>
        Choose {planName(plan.tier)}
      </WorkButton>
    )
  }
  const owes = subscription.payment_state !== 'ok'
  if (isFree) return subscription.cancel_at_period_end ? null : <Leave {...{ plan, view }} />
  if (plan.tier === subscription.tier || plan.tier === subscription.pending_tier || owes) return null
  return <Change {...{ plan, view }} />
}
