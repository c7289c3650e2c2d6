import { planName } from '@/components/plan-picker/plan-words'
import { ProblemCard } from '@/components/problem/problem-card'
import { Button } from '@/components/ui/button'
import type { BillingView } from '@/lib/billing/view/contract'
import { words } from './words'

const TROUBLE: Readonly<Record<string, (plan: string) => string>> = words.trouble

/** A problem of a payment, with the action that solves it; nothing without a problem. */
export function PaymentTrouble({ view: { subscription, paymentUrl } }: { view: BillingView }) {
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
