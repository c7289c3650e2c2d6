'use client'

import { createClient } from '@/lib/api/client'
import { reconcileSubscription } from '@/lib/billing/contract'
import { actInSandbox, setGrantAside, startOver } from '@/lib/billing/sandbox/contract'
import type { BillingView } from '@/lib/billing/view/contract'
import { WorkButton } from '../work-button'
import { words } from './words'

async function advance() {
  const client = createClient()
  await client(actInSandbox, { body: { action: 'advance' } })
  await client(reconcileSubscription, {})
  return { said: words.advanced }
}

async function clear() {
  await createClient()(startOver, {})
  return { said: words.startedOver }
}

async function tryFree() {
  await createClient()(setGrantAside, {})
  return { said: words.triesFree }
}

/** Tries plans with test money: lets time pass, and sets this machine's own account to the free plan. Closed where there is no limit. */
export function SandboxNote({ view }: { view: BillingView }) {
  const { isSubscribed, hasAccount, isLocal, grantedTier, isUnlimited } = view
  const isFree = grantedTier === 'free'
  return (
    <details open={!isUnlimited} className="mt-12 rounded-md border border-dashed border-outline px-4 text-sm">
      <summary className="min-h-10 content-center font-medium">{isUnlimited ? words.tryBilling : words.note}</summary>
      <div className="flex flex-col gap-3 pb-4">
        <p className="max-w-[68ch] text-soft">{words.noteText}</p>
        {isLocal && !isFree && <p className="max-w-[68ch] text-soft">{words.noteGrant}</p>}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {isSubscribed && <WorkButton work={advance}>{words.advance}</WorkButton>}
          {isLocal && !isFree && <WorkButton work={tryFree}>{words.tryFree}</WorkButton>}
          {(hasAccount || (isLocal && isFree)) && <WorkButton work={clear}>{words.startOver}</WorkButton>}
        </div>
      </div>
    </details>
  )
}
