'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { formatAmount } from '@/components/format/format-amount'
import { formatLongDay } from '@/components/format/format-day'
import { planName } from '@/components/plan-picker/plan-words'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { actInSandbox, type SandboxAction } from '@/lib/billing/sandbox/contract'
import { words } from './words'

type Invoice = { id: string; status: string; amount: number; currency: string; createdAt: string }
type Props = {
  card: string
  now: string
  returnUrl: string
  subscription: { tier: string; status: string; periodEnd: string } | null
  invoices: readonly Invoice[]
}

const CARDS: readonly { action: SandboxAction; card: string; label: string }[] = [
  { action: 'card_pays', card: 'pays', label: words.cards.pays },
  { action: 'card_declines', card: 'declines', label: words.cards.declines },
  { action: 'card_authenticates', card: 'authenticates', label: words.cards.authenticates },
]

const STATES: Readonly<Record<string, string>> = words.invoiceStates

type InvoicesProps = { invoices: readonly Invoice[]; children: (invoice: Invoice) => ReactNode }

function Invoices({ invoices, children }: InvoicesProps) {
  if (invoices.length === 0) return <p className="text-soft">{words.noInvoices}</p>
  return (
    <ul>
      {invoices.map((invoice) => (
        <li
          key={invoice.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline py-3 text-sm"
        >
          <span className="flex-1">{formatLongDay(invoice.createdAt)}</span>
          <span className="tabular-nums">{formatAmount(invoice.amount, invoice.currency)}</span>
          <span className="text-soft">{STATES[invoice.status] ?? invoice.status}</span>
          {children(invoice)}
        </li>
      ))}
    </ul>
  )
}

type CardProps = { chosen: string; busy: boolean; onChoose: (card: (typeof CARDS)[number]) => void }

function Card({ chosen, busy, onChoose }: CardProps) {
  return (
    <fieldset className="flex flex-col gap-2" disabled={busy}>
      <legend className="pb-2 text-lg font-semibold">{words.card}</legend>
      {CARDS.map((one) => (
        <label key={one.card} className="flex min-h-9 pointer-coarse:min-h-10 items-center gap-3">
          <input
            type="radio"
            name="card"
            className="size-4 accent-accent"
            checked={chosen === one.card}
            onChange={() => onChoose(one)}
          />
          {one.label}
        </label>
      ))}
    </fieldset>
  )
}

/** The sandbox's portal: the card and what it does, the invoices, and time. */
export function SandboxPortal({ card, now, returnUrl, subscription, invoices }: Props) {
  const router = useRouter()
  const [chosen, setChosen] = useState(card)
  const act = useMutation({
    mutationFn: (action: SandboxAction) => createClient()(actInSandbox, { body: { action } }),
    onSuccess: () => router.refresh(),
    onError: (error) => {
      setChosen(card)
      toast.error(problemOf(error).detail)
    },
  })
  const choose = (one: (typeof CARDS)[number]) => {
    setChosen(one.card)
    act.mutate(one.action)
  }
  return (
    <div className="flex flex-col gap-8">
      <p className="text-soft">
        {subscription
          ? words.paidUntil(planName(subscription.tier), formatLongDay(subscription.periodEnd))
          : words.noSubscription}{' '}
        {words.clock(formatLongDay(now))}
      </p>
      <Card chosen={chosen} busy={act.isPending} onChoose={choose} />
      <section aria-labelledby="invoices">
        <h2 id="invoices" className="pb-3 text-lg font-semibold">
          {words.invoices}
        </h2>
        <Invoices invoices={invoices}>
          {({ status }) =>
            status === 'open' && (
              <Button variant="primary" disabled={act.isPending} onClick={() => act.mutate('pay')}>
                {words.pay}
              </Button>
            )
          }
        </Invoices>
      </section>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <a href={returnUrl}>{words.back}</a>
        </Button>
        {subscription && (
          <Button disabled={act.isPending} onClick={() => act.mutate('advance')}>
            {words.advance}
          </Button>
        )}
      </div>
    </div>
  )
}
