'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '@/components/format/format-amount'
import { planName } from '@/components/plan-picker/plan-words'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { createClient } from '@/lib/api/client'
import { type CheckoutStep, completeCheckout } from '@/lib/billing/sandbox/contract'
import { words } from './words'

type Props = { id: string; tier: string; amount: number; currency: string; cancelUrl: string; promotionCode: string }

function BankAsks({ busy, answer }: { busy: boolean; answer: (step: CheckoutStep) => void }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-3">{words.bankAsks}</legend>
      <Button variant="primary" autoFocus disabled={busy} onClick={() => answer('confirm')}>
        {words.confirm}
      </Button>
      <Button disabled={busy} onClick={() => answer('decline')}>
        {words.refuse}
      </Button>
    </fieldset>
  )
}

type PaymentProps = {
  code: string
  onCode: (code: string) => void
  busy: boolean
  answer: (step: CheckoutStep) => void
}

function Payment({ code, onCode, busy, answer }: PaymentProps) {
  return (
    <>
      <label className="flex flex-col gap-2 text-sm">
        {words.promotion}
        <input
          value={code}
          onChange={({ target }) => onCode(target.value)}
          maxLength={40}
          autoComplete="off"
          className="min-h-10 rounded-md border border-outline bg-raised px-3 text-base"
        />
      </label>
      <div className="flex flex-col gap-3">
        <Button variant="primary" size="large" disabled={busy} onClick={() => answer('pay')}>
          {words.pays}
        </Button>
        <Button disabled={busy} onClick={() => answer('decline')}>
          {words.declines}
        </Button>
        <Button disabled={busy} onClick={() => answer('authenticate')}>
          {words.authenticates}
        </Button>
      </div>
    </>
  )
}

/** The sandbox's checkout: what is bought, and what the card does. */
export function SandboxCheckout({ id, tier, amount, currency, cancelUrl, promotionCode }: Props) {
  const [code, setCode] = useState(promotionCode)
  const attempt = useMutation({
    mutationFn: async (step: CheckoutStep) => {
      const body = { step, promotion_code: code.trim() || null }
      return (await createClient()(completeCheckout, { params: { session_id: id }, body })).body
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
        <span>{words.plan(planName(tier))}</span>
        <span className="font-medium tabular-nums">{words.aMonth(formatAmount(amount, currency))}</span>
      </p>
      {attempt.error && <ProblemCard problem={problemOf(attempt.error)}>{null}</ProblemCard>}
      {status === 'declined' && <ProblemCard problem={{ detail: words.declined }}>{null}</ProblemCard>}
      {status === 'requires_action' ? (
        <BankAsks {...{ busy, answer }} />
      ) : (
        <Payment code={code} onCode={setCode} {...{ busy, answer }} />
      )}
      <a href={cancelUrl} className="link self-start text-sm">
        {words.backWithoutPaying}
      </a>
    </div>
  )
}
