'use client'

import { formatMinutes } from '@/components/format/format-duration'
import { Moment } from '@/components/format/moment'
import { PlanPicker } from '@/components/plan-picker/plan-picker'
import { planName } from '@/components/plan-picker/plan-words'
import { ProblemCard } from '@/components/problem/problem-card'
import { Sentence } from '@/components/sentence'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { BillingView } from '@/lib/billing/view/contract'
import { PlanAction } from './plan-action'
import { PlanState } from './plan-state'
import { words } from './words'

const TROUBLE: Readonly<Record<string, (plan: string) => string>> = words.trouble

/** A problem of a payment, with the action that solves it; nothing without a problem. */
function PaymentTrouble({ view: { subscription, paymentUrl } }: { view: BillingView }) {
  const { payment_state: state, paid_tier: paid, tier } = subscription
  const detail = TROUBLE[state ?? '']?.(planName(paid ?? tier))
  if (!detail) return null
  return (
    <ProblemCard problem={{ detail }}>
      {paymentUrl ? (
        <Button variant="primary" asChild>
          <a href={paymentUrl}>{words.pay}</a>
        </Button>
      ) : (
        <p className="text-sm text-soft">{words.payThere}</p>
      )}
    </ProblemCard>
  )
}

type Props = {
  usedSeconds: number
  /** Seconds reserved by running jobs. */
  reservedSeconds: number
  limitSeconds: number
  resetsAt: string
}

/** Used and remaining minutes, as a bar and in words, and when they reset. */
function UsageMeter({ usedSeconds, reservedSeconds, limitSeconds, resetsAt }: Props) {
  const used = formatMinutes(usedSeconds, 'up')
  const left = formatMinutes(Math.max(0, limitSeconds - usedSeconds - reservedSeconds), 'down')
  return (
    <section aria-labelledby="usage" className="flex flex-col gap-3">
      <h2 id="usage" className="sr-only">
        {words.minutes}
      </h2>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{words.left(left)}</span>
        <span className="text-sm text-soft tabular-nums">
          {words.usedOf(used, formatMinutes(limitSeconds, 'down'))}
        </span>
      </p>
      <ProgressBar value={limitSeconds === 0 ? 1 : Math.min(1, usedSeconds / limitSeconds)} label={words.minutesUsed} />
      {reservedSeconds > 0 && <p className="text-sm">{words.held(formatMinutes(reservedSeconds, 'up'))}</p>}
      <p className="text-sm text-soft">
        <Sentence parts={words.wholeAgain(<Moment iso={resetsAt} form="longDay" />)} />
      </p>
    </section>
  )
}

/** The page of the plan: usage, the plan and its actions, and the prices. Without a limit only the usage. */
export function BillingScreen({ view }: { view: BillingView }) {
  const { subscription, plans, limits, mode } = view
  const canBuy = mode === 'stripe' || mode === 'sandbox'
  if (view.isUnlimited) {
    return <p className="text-lg">{words.usedWithoutLimit(formatMinutes(subscription.used_seconds, 'up'))}</p>
  }
  return (
    <div className="flex flex-col gap-8">
      <PaymentTrouble view={view} />
      <div className="divide-y divide-hairline rounded-md border border-hairline bg-raised *:px-5 *:py-5 sm:*:px-6">
        <UsageMeter
          usedSeconds={subscription.used_seconds}
          reservedSeconds={subscription.reserved_seconds}
          limitSeconds={subscription.limit_seconds}
          resetsAt={view.resetsAt}
        />
        <PlanState view={view} />
      </div>
      <section aria-labelledby="plans">
        <h2 id="plans" className="pb-4 text-lg font-semibold tracking-tight">
          {words.plans}
        </h2>
        {!canBuy && <p className="pb-4 text-soft">{words.notForSale}</p>}
        <PlanPicker
          // Only checkout takes a code; a change of plan does not.
          plans={view.isSubscribed ? { ...plans, discounts: [] } : plans}
          limits={limits}
          current={subscription.tier}
          {...(canBuy ? { action: (plan) => <PlanAction key={plan.tier} {...{ plan, view }} /> } : {})}
        />
      </section>
    </div>
  )
}
