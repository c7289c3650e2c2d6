import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { KeyPanel } from '@/components/account/key-panel'
import { words } from '@/components/account/words'
import { transcriptCall } from '@/components/curl-call'
import { PageHeading } from '@/components/site/page-heading'
import { CodeBlock } from '@/components/ui/code-block'
import { findKeyUse } from '@/lib/accounts/find-key-use'
import { getApiKey } from '@/lib/accounts/get-api-key'
import { env } from '@/lib/platform/env'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

/** The one key of the account: what it begins with, when it was used, and how to replace it. */
export default async function KeyPage() {
  const actor = await pageActor()
  if (!actor) return null
  const [state, used] = await Promise.all([getApiKey(actor), findKeyUse(actor)])
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <KeyPanel initial={{ prefix: state.key_prefix, madeAt: state.created_at, usedAt: used?.toISOString() ?? null }} />
      <section className="pt-12">
        <h2 className="pb-4 text-lg font-semibold tracking-tight">{words.howTo}</h2>
        <CodeBlock label={words.call} code={transcriptCall(env().baseUrl)} />
      </section>
    </>
  )
}
