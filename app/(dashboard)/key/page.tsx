import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { KeyPanel } from '@/components/account/key-panel'
import { curlCall } from '@/components/curl-call'
import { PageHeading } from '@/components/site/page-heading'
import { CodeBlock } from '@/components/ui/code-block'
import { getApiKey } from '@/lib/accounts/get-api-key'
import { readKeyUse } from '@/lib/accounts/read-key-use'
import { env } from '@/lib/platform/env'

export const metadata: Metadata = { title: 'API key', robots: { index: false } }

/** The one key of the account: what it begins with, when it was used, and how to replace it. */
export default async function KeyPage() {
  const actor = await pageActor()
  if (!actor) return null
  const [state, used] = await Promise.all([getApiKey(actor), readKeyUse(actor)])
  const lead = 'Programs use your account with this key. It may do all that you may, so keep it to yourself.'
  return (
    <>
      <PageHeading title="API key" lead={lead} />
      <KeyPanel initial={{ prefix: state.key_prefix, madeAt: state.created_at, usedAt: used?.toISOString() ?? null }} />
      <section className="pt-12">
        <h2 className="pb-4 text-xl font-semibold tracking-tight">How to use it</h2>
        <CodeBlock label="A call with your key" code={curlCall(env().baseUrl)} />
      </section>
    </>
  )
}
