import { Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip } from '@/components/ui/chip'
import { classes } from '@/components/ui/classes'
import type { Discount, Plan } from '@/lib/billing/contract'
import { formatMinutes } from '../format-duration'
import { discountInWords, planName, priceInWords } from './plan-words'
import { words } from './words'

type Props = {
  plan: Plan
  /** Seconds of transcript a period; absent: not known. */
  limitSeconds: number | undefined
  discounts: readonly Discount[]
  isCurrent?: boolean
  children?: ReactNode
}

/** A plan: its name, its price as the provider has it, what it holds, the discounts, and what can be done about it. */
export function PlanCard({ plan, limitSeconds, discounts, isCurrent = false, children }: Props) {
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
