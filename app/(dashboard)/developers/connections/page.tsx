import type { Metadata } from 'next'
import Link from 'next/link'
import { pageActor } from '@/app/page-actor'
import { ConnectionList } from '@/components/connect/connection-list'
import { SessionList } from '@/components/connect/session-list'
import { words } from '@/components/connect/words'
import { PageHeading } from '@/components/site/page-heading'
import { CodeBlock } from '@/components/ui/code-block'
import { listSessions } from '@/lib/accounts/sessions/list-sessions'
import { listConnections } from '@/lib/oauth/connections/list-connections'
import { resources } from '@/lib/oauth/metadata'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

/** The apps, devices and browsers that may act for the account, and how to connect one more. */
export default async function ConnectionsPage() {
  const actor = await pageActor()
  if (!actor) return null
  const [connections, sessions] = await Promise.all([listConnections(actor), listSessions(actor)])
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <section className="pb-12">
        <h2 className="pb-2 text-lg font-semibold tracking-tight">{words.assistant}</h2>
        <p className="max-w-[68ch] pb-4 text-soft">{words.assistantText}</p>
        <CodeBlock label={words.connector} code={resources().mcp} />
        <p className="pt-3 text-sm">
          <Link href="/docs/mcp" className="link">
            {words.whatToPaste}
          </Link>
        </p>
      </section>
      <ConnectionList connections={connections} />
      {sessions.length > 0 && <SessionList sessions={sessions} />}
    </>
  )
}
