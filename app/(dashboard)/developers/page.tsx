import type { Metadata } from 'next'
import Link from 'next/link'
import { pageActor } from '@/app/page-actor'
import { KeyPanel } from '@/components/account/key-panel'
import { words } from '@/components/account/words'
import { KeyUses } from '@/components/api-keys/key-uses'
import { NamedKeys } from '@/components/api-keys/named-keys'
import { transcriptCall } from '@/components/curl-call'
import { PageHeading } from '@/components/site/page-heading'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { findKeyUse, getApiKey } from '@/lib/accounts/api-keys/default-key'
import { listKeys, listUses } from '@/lib/accounts/api-keys/named-keys'
import { env } from '@/lib/core/env'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

const SHOWN_DAYS = 30

/** The default key of the account, the named ones, and how often they were used. */
export default async function KeyPage() {
  const actor = await pageActor()
  if (!actor) return null
  const [state, used, keys, uses] = await Promise.all([
    getApiKey(actor),
    findKeyUse(actor),
    listKeys(actor),
    listUses(actor, SHOWN_DAYS),
  ])
  const named = keys.filter(({ name }) => name !== null)
  const docs = (
    <Button asChild>
      <Link href="/docs">{words.docs}</Link>
    </Button>
  )
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} action={docs} />
      <KeyPanel
        initial={{ prefix: state.key_prefix, madeAt: state.created_at, usedAt: used?.toISOString() ?? null }}
        named={named.length}
      />
      <section className="pt-12">
        <h2 className="pb-4 text-lg font-semibold tracking-tight">{words.howTo}</h2>
        <CodeBlock label={words.call} code={transcriptCall(env().baseUrl)} />
      </section>
      <NamedKeys key={named.map(({ id }) => id).join()} initial={named} now={new Date().toISOString()} />
      <KeyUses uses={uses} />
    </>
  )
}
