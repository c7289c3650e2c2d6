import type { ReactNode } from 'react'
import type { Discount, Plan, Plans } from '@/lib/billing/contract'
import { PlanCard } from './plan-card'

type Props = {
  plans: Plans
  /** Seconds of transcript a period, by tier. */
  limits: Readonly<Record<string, number>>
  current?: string
  /** What can be done about a plan; absent: nothing, as on the front page. */
  action?: (plan: Plan) => ReactNode
}

function discountsOf({ tier, amount }: Plan, discounts: readonly Discount[]): Discount[] {
  if (!amount) return []
  return discounts.filter(({ tiers }) => tiers.length === 0 || tiers.includes(tier))
}

/** The plans side by side with their prices, the smallest first. */
export function PlanPicker({ plans: { plans, discounts }, limits, current, action }: Props) {
  return (
    <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
      {plans.map((plan) => (
        <PlanCard
          key={plan.tier}
          plan={plan}
          limitSeconds={limits[plan.tier]}
          discounts={plan.tier === current ? [] : discountsOf(plan, discounts)}
          isCurrent={plan.tier === current}
        >
          {action?.(plan)}
        </PlanCard>
      ))}
    </ul>
  )
}
