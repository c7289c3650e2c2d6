'use client'

import { formatAmount } from '@/components/format/format-amount'
import { Button } from '@/components/ui/button'
import { createClient } from '@/lib/api/client'
import { actInSandbox } from '@/lib/billing/sandbox/contract'
import { WorkButton } from '../work-button'
import { words } from './words'

type Props = { status: string; amount: number; currency: string }

const BACK = '/settings/usage?from=invoice'

async function pay() {
  await createClient()(actInSandbox, { body: { action: 'pay' } })
  return { url: BACK }
}

/** An open invoice of the sandbox, to be paid; of another, that there is nothing to do. */
export function SandboxInvoice({ status, amount, currency }: Props) {
  return (
    <div className="flex flex-col gap-6">
      <p className="flex items-baseline justify-between gap-4 border-y border-hairline py-4">
        <span>{words.seller}</span>
        <span className="font-medium tabular-nums">{formatAmount(amount, currency)}</span>
      </p>
      {status === 'open' ? (
        <WorkButton variant="primary" size="large" work={pay}>
          {words.pays}
        </WorkButton>
      ) : (
        <p>{words.nothingToPay}</p>
      )}
      <Button asChild className="self-start">
        <a href={BACK}>{words.back}</a>
      </Button>
    </div>
  )
}
