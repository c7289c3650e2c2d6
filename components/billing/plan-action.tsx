import dynamic from 'next/dynamic'
import { formatLongDay } from '@/components/format/format-day'
import { formatMinutes } from '@/components/format/format-duration'
import { planName, priceInWords } from '@/components/plan-picker/plan-words'
import { Button } from '@/components/ui/button'
import { createClient } from '@/lib/api/client'
import { cancelSubscription, changeTier, createCheckout, type Plan } from '@/lib/billing/contract'
import type { BillingView } from '@/lib/billing/view/contract'
import { useBilling } from './use-billing'
import { words } from './words'
import { WorkButton } from './work-button'

/** Loaded only for subscribers. */
const ConfirmDialog = dynamic(() => import('@/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

type Props = { plan: Plan; view: BillingView }

async function buy(tier: string) {
  const { body } = await createClient()(createCheckout, { body: { tier } })
  return { url: body.url }
}

async function cancel() {
  await createClient()(cancelSubscription, {})
  return { said: words.saidCancelled }
}

async function change(tier: string) {
  const { body } = await createClient()(changeTier, { body: { tier } })
  if (body.paid_tier === tier) return { said: words.saidOn(planName(tier)) }
  // The page itself says what has to be paid first.
  return body.payment_state === 'action_required' ? {} : { said: words.saidNext(planName(tier)) }
}

function costs(plan: Plan): string | null {
  const price = priceInWords(plan)
  return price && `${price.amount} ${price.every}`
}

/** Buys a plan; nothing for one that adds no minutes to what the operator granted. */
function Buy({ plan, view: { plans, grantedTier } }: Props) {
  const order = plans.plans.map((one) => one.tier)
  const isAbove = (one: Plan, tier: string) => order.indexOf(one.tier) > order.indexOf(tier)
  if (!isAbove(plan, grantedTier)) return null
  const isFirst = plans.plans.find((one) => (one.amount ?? 0) > 0 && isAbove(one, grantedTier))?.tier === plan.tier
  return (
    <WorkButton variant={isFirst ? 'primary' : 'secondary'} className="w-full" work={() => buy(plan.tier)}>
      {words.choose(planName(plan.tier))}
    </WorkButton>
  )
}

function Leave({ view: { subscription, limits, grantedTier }, plan }: Props) {
  const { tier, paid_tier: paid, current_period_end: end } = subscription
  const limit = limits[grantedTier] ?? limits[plan.tier]
  const minutes = limit === undefined ? null : formatMinutes(limit, 'down')
  const consequence = words.ending(planName(paid ?? tier), end && formatLongDay(end), planName(grantedTier), minutes)
  return <ConfirmButton label={words.cancel} {...{ consequence }} work={cancel} isDestructive />
}

/** The loss by a change to a smaller plan; empty where it is not known. */
function lossInWords(limits: BillingView['limits'], from: string, to: string): string {
  const [more, less] = [limits[from], limits[to]]
  if (more === undefined || less === undefined || less >= more) return ''
  return ` ${words.lost(formatMinutes(less, 'down'), formatMinutes(more, 'down'))}`
}

function Change({ plan, view: { plans, subscription, limits } }: Props) {
  const { current_period_end: end } = subscription
  const tier = subscription.paid_tier ?? subscription.tier
  const order = plans.plans.map((one) => one.tier)
  const name = planName(plan.tier)
  const isLarger = order.indexOf(plan.tier) > order.indexOf(tier)
  const consequence = isLarger
    ? words.atOnce(name, costs(plan))
    : words.later(planName(tier), end && formatLongDay(end), name, costs(plan)) + lossInWords(limits, tier, plan.tier)
  const takesBack = subscription.cancel_at_period_end ? ` ${words.takesCancelBack}` : ''
  const label = isLarger ? words.upgrade(name) : words.downgrade(name)
  return <ConfirmButton label={label} consequence={consequence + takesBack} work={() => change(plan.tier)} />
}

/** The button of the present plan, which does nothing. */
function CurrentPlan() {
  return (
    <Button variant="primary" className="w-full" disabled>
      {words.current}
    </Button>
  )
}

/** The one thing that can be done about a plan now. */
export function PlanAction({ plan, view }: Props) {
  const { subscription, isSubscribed } = view
  if (plan.tier === subscription.tier) return <CurrentPlan />
  const isFree = plan.amount === 0
  if (!isSubscribed) return isFree || plan.amount === null ? null : <Buy {...{ plan, view }} />
  const owes = subscription.payment_state !== 'ok'
  if (isFree) return subscription.cancel_at_period_end ? null : <Leave {...{ plan, view }} />
  if (plan.tier === subscription.paid_tier || plan.tier === subscription.pending_tier || owes) return null
  return <Change {...{ plan, view }} />
}

type ConfirmButtonProps = {
  label: string
  /** The effect of the change and its time, shown before it. */
  consequence: string
  isDestructive?: boolean
  work: Parameters<typeof useBilling>[0]
}

/** A button that first says what will happen, and when. */
function ConfirmButton({ label, consequence, isDestructive = false, work }: ConfirmButtonProps) {
  const action = useBilling(work)
  return (
    <ConfirmDialog
      trigger={
        <Button className="w-full" disabled={action.isPending}>
          {label}
        </Button>
      }
      title={label}
      text={consequence}
      confirm={label}
      cancel={words.leave}
      onConfirm={() => action.mutate()}
      isDestructive={isDestructive}
    />
  )
}
