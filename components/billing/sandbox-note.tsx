import { FlaskConical } from 'lucide-react'
import { createClient } from '@/lib/api/client'
import { reconcileSubscription } from '@/lib/billing/contract'
import { actInSandbox, startOver } from '@/lib/billing/sandbox-contract'
import { words } from './sandbox-words'
import { WorkButton } from './work-button'

async function advance() {
  const client = createClient()
  await client(actInSandbox, { body: { action: 'advance' } })
  await client(reconcileSubscription, {})
  return { said: words.advanced }
}

async function forget() {
  await createClient()(startOver, {})
  return { said: words.startedOver }
}

/** Says that the money is play money, and lets time pass. */
export function SandboxNote({ isSubscribed, hasAccount }: { isSubscribed: boolean; hasAccount: boolean }) {
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
      {hasAccount && (
        <div className="flex flex-wrap gap-2">
          {isSubscribed && <WorkButton work={advance}>{words.advance}</WorkButton>}
          <WorkButton work={forget}>{words.startOver}</WorkButton>
        </div>
      )}
    </section>
  )
}
