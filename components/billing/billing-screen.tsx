'use client'

import { PlanPicker } from '@/components/plan-picker/plan-picker'
import type { BillingView } from '@/lib/billing/view/contract'
import { PaymentTrouble } from './payment-trouble'
import { PlanAction } from './plan-action'
import { PlanState } from './plan-state'
import { SandboxNote } from './sandbox/sandbox-note'
import { UsageMeter } from './usage-meter'
import { words } from './words'

/** The page of the plan: usage, the plan and its actions, and the prices. */
export function BillingScreen({ view }: { view: BillingView }) {
  const { subscription, plans, limits, mode } = view
  const canBuy = mode === 'stripe' || mode === 'sandbox'
  return (
    <div className="flex flex-col gap-8">
      <PaymentTrouble view={view} />
      <div className="divide-y divide-hairline rounded-md border border-hairline bg-raised *:px-5 *:py-5 sm:*:px-6">
        <UsageMeter
          usedSeconds={subscription.used_seconds}
          reservedSeconds={subscription.reserved_seconds}
          limitSeconds={subscription.limit_seconds}
          resetsAt={view.resetsAt}
          isUnlimited={mode === 'off'}
        />
        <PlanState view={view} />
      </div>
      {mode !== 'off' && (
        <section aria-labelledby="plans">
          <h2 id="plans" className="pb-4 text-lg font-semibold tracking-tight">
            {words.plans}
          </h2>
          {!canBuy && <p className="pb-4 text-soft">{words.notForSale}</p>}
          <PlanPicker
            {...{ plans, limits }}
            current={subscription.tier}
            {...(canBuy ? { action: (plan) => <PlanAction key={plan.tier} {...{ plan, view }} /> } : {})}
          />
        </section>
      )}
      {mode === 'sandbox' && <SandboxNote view={view} />}
    </div>
  )
}
