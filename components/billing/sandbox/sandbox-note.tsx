import { FlaskConical } from 'lucide-react'
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

/**
 * Says that payments are simulated, and has buttons that let time pass and that set this machine's own account to the free
 * plan.
 */
export function SandboxNote({ view: { isSubscribed, hasAccount, isLocal, grantedTier } }: { view: BillingView }) {
  const isFree = grantedTier === 'free'
  return (
    <section
      aria-labelledby="sandbox"
      className="flex flex-col gap-3 rounded-md border border-dashed border-outline p-4 text-sm"
    >
      <h2 id="sandbox" className="flex items-center gap-2 font-medium">
        <FlaskConical className="size-4 text-soft" aria-hidden="true" />
        {words.note}
      </h2>
      <p className="max-w-[68ch] text-soft">{words.noteText}</p>
      {isLocal && !isFree && <p className="max-w-[68ch] text-soft">{words.noteGrant}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isSubscribed && <WorkButton work={advance}>{words.advance}</WorkButton>}
        {isLocal && !isFree && <WorkButton work={tryFree}>{words.tryFree}</WorkButton>}
        {(hasAccount || (isLocal && isFree)) && <WorkButton work={clear}>{words.startOver}</WorkButton>}
      </div>
    </section>
  )
}
