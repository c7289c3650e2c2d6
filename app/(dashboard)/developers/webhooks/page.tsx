import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { PageHeading } from '@/components/site/page-heading'
import { WebhookScreen } from '@/components/webhooks/webhook-screen'
import { words } from '@/components/webhooks/words'
import { listEndpoints } from '@/lib/webhooks/endpoints'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

/** The endpoints of the account, and how deliveries go. */
export default async function WebhooksPage() {
  const actor = await pageActor()
  if (!actor) return null
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <WebhookScreen initial={await listEndpoints(actor)} />
    </>
  )
}
