'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount, planName } from '@/components/plan-picker/words'
import { ProblemCard } from '@/components/problem-card'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { createClient } from '@/lib/api/client'
import { type CheckoutStep, settleCheckout } from '@/lib/billing/sandbox-contract'

type Props = { id: string; tier: string; amount: number; currency: string; cancelUrl: string; promotionCode: string }

const DECLINED = 'The card was declined. Nothing was charged; try another one.'

function BankAsks({ busy, answer }: { busy: boolean; answer: (step: CheckoutStep) => void }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-3">Your bank asks whether this is you.</legend>
      <Button look="primary" autoFocus disabled={busy} onClick={() => answer('confirm')}>
        Confirm the payment
      </Button>
      <Button disabled={busy} onClick={() => answer('decline')}>
        Refuse it
      </Button>
    </fieldset>
  )
}

/** The sandbox's checkout: what is bought, and what the card does. */
export function SandboxCheckout({ id, tier, amount, currency, cancelUrl, promotionCode }: Props) {
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: async (step: CheckoutStep) => {
      const body = { step, promotion_code: code.trim() || null }
      return (await createClient()(settleCheckout, { params: { session_id: id }, body })).body
    },
    onSuccess: ({ url }) => {
      if (url) location.assign(url)
    },
  })
  const status = attempt.data?.status
  const busy = attempt.isPending || status === 'complete'
  const answer = (step: CheckoutStep) => attempt.mutate(step)
  return (
    <div className="flex flex-col gap-6">
      <p className="flex items-baseline justify-between gap-4 border-y border-hairline py-4">
        <span>Verbatim {planName(tier)}</span>
        <span className="font-medium tabular-nums">{formatAmount(amount, currency)} a month</span>
      </p>
      {attempt.error && <ProblemCard problem={problemOf(attempt.error)}>{null}</ProblemCard>}
      {status === 'declined' && <ProblemCard problem={{ detail: DECLINED, request_id: null }}>{null}</ProblemCard>}
      {status === 'requires_action' ? (
        <BankAsks {...{ busy, answer }} />
      ) : (
        <>
          <label className="flex flex-col gap-2 text-sm">
            Promotion code, if you have one ({promotionCode} works here)
            <input
              value={code}
              onChange={({ target }) => setCode(target.value)}
              maxLength={40}
              autoComplete="off"
              className="min-h-10 rounded-md border border-outline bg-raised px-3 text-base"
            />
          </label>
          <div className="flex flex-col gap-3">
            <Button look="primary" size="large" disabled={busy} onClick={() => answer('pay')}>
              Pay with a card that works
            </Button>
            <Button disabled={busy} onClick={() => answer('decline')}>
              Pay with a card that is declined
            </Button>
            <Button disabled={busy} onClick={() => answer('authenticate')}>
              Pay with a card whose bank asks first
            </Button>
          </div>
        </>
      )}
      <a href={cancelUrl} className="link self-start text-sm">
        Back without paying
      </a>
    </div>
  )
}
