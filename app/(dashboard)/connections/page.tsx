import type { Metadata } from 'next'
import Link from 'next/link'
import { pageActor } from '@/app/page-actor'
import { ConnectionList } from '@/components/connect/connection-list'
import { SessionList } from '@/components/connect/session-list'
import { PageHeading } from '@/components/site/page-heading'
import { CodeBlock } from '@/components/ui/code-block'
import { resources } from '@/lib/oauth/issuer'
import { listConnections } from '@/lib/oauth/list-connections'
import { listSessions } from '@/lib/sessions/list-sessions'

export const metadata: Metadata = { title: 'Connections', robots: { index: false } }

/** The apps, devices and browsers that may act for the account, and how to connect one more. */
export default async function ConnectionsPage() {
  const actor = await pageActor()
  if (!actor) return null
  const [connections, sessions] = await Promise.all([listConnections(actor), listSessions(actor)])
  return (
    <>
      <PageHeading
        title="Connections"
        lead="The assistants, apps and devices that may act for you, and how to add one."
      />
      <section className="pb-12">
        <h2 className="pb-2 text-lg font-semibold tracking-tight">Connect an assistant</h2>
        <p className="max-w-[68ch] pb-4 text-soft">
          Give it this address as a connector (MCP server). It then brings you here to allow it.
        </p>
        <CodeBlock label="The connector's address" code={resources().mcp} />
        <p className="pt-3 text-sm">
          <Link href="/docs/mcp" className="link">
            What to paste into each of them
          </Link>
        </p>
      </section>
      <ConnectionList connections={connections} />
      {sessions.length > 0 && <SessionList sessions={sessions} />}
    </>
  )
}
