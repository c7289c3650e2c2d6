import { Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMinutes } from '@/components/format/format-duration'
import { Chip } from '@/components/ui/chip'
import { classes } from '@/components/ui/classes'
import type { Discount, Plan, Plans } from '@/lib/billing/contract'
import { discountInWords, planName, priceInWords } from './plan-words'
import { words } from './words'

type Props = {
  plans: Plans
  /** Seconds of transcript a period, by tier. */
  limits: Readonly<Record<string, number>>
  current?: string
  /** The button of a plan; absent on the front page. */
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

type PlanCardProps = {
  plan: Plan
  /** Seconds of transcript a period; absent: not known. */
  limitSeconds: number | undefined
  discounts: readonly Discount[]
  isCurrent?: boolean
  children?: ReactNode
}

/** A plan: its name, its price as the provider has it, what it holds, the discounts, and what can be done about it. */
function PlanCard({ plan, limitSeconds, discounts, isCurrent = false, children }: PlanCardProps) {
  const price = priceInWords(plan)
  const name = planName(plan.tier)
  return (
    <li
      className={classes(
        'flex flex-col gap-4 rounded-md border bg-raised p-5',
        isCurrent ? 'border-accent' : 'border-hairline',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-lg font-semibold">{name}</h3>
        {isCurrent && <Chip>{words.yours}</Chip>}
      </div>
      {price ? (
        <p>
          <span className="text-2xl font-semibold tracking-tight tabular-nums">{price.amount}</span>{' '}
          <span className="text-soft">{price.every}</span>
        </p>
      ) : (
        <p className="text-soft">{words.noPrice}</p>
      )}
      {limitSeconds !== undefined && (
        <p className="text-sm text-soft">{words.holds(formatMinutes(limitSeconds, 'down'))}</p>
      )}
      {discounts.map((discount) => (
        <p key={discount.code ?? discount.name} className="flex items-start gap-2 text-sm">
          <Tag className="mt-0.5 size-4 shrink-0 text-saved" aria-hidden="true" />
          {discountInWords(discount)}
        </p>
      ))}
      {children && <div className="mt-auto pt-2 empty:hidden">{children}</div>}
    </li>
  )
}
