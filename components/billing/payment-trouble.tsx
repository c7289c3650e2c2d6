import { planName } from '@/components/plan-picker/words'
import { ProblemCard } from '@/components/problem-card'
import { Button } from '@/components/ui/button'
import type { BillingView } from './view'

const WORDS: Record<string, (plan: string) => string> = {
  past_due: (plan) => `The last payment did not go through. ${plan} stays for now; pay to keep it.`,
  action_required: (plan) => `The change of plan waits for its payment. ${plan} stays until it is paid.`,
  unpaid: () =>
    'The last payments did not go through, so you are on the free plan. Pay what is open to have your plan back.',
}

/** What is wrong with a payment, with the one thing that helps; nothing where all is well. */
export function PaymentTrouble({ view: { subscription, paymentUrl } }: { view: BillingView }) {
  const detail = WORDS[subscription.payment_state ?? '']?.(planName(subscription.tier))
  if (!detail) return null
  return (
    <ProblemCard problem={{ detail, request_id: null }}>
      {paymentUrl ? (
        <Button look="primary" asChild>
          <a href={paymentUrl}>Pay now</a>
        </Button>
      ) : (
        <p className="text-sm text-soft">Open “Cards and invoices” to pay.</p>
      )}
    </ProblemCard>
  )
}
