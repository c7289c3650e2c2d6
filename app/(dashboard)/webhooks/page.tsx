import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { PageHeading } from '@/components/site/page-heading'
import { WebhookScreen } from '@/components/webhooks/webhook-screen'
import { listEndpoints } from '@/lib/webhooks/list-endpoints'

export const metadata: Metadata = { title: 'Webhooks', robots: { index: false } }

/** The addresses that are told what happens, and how that goes. */
export default async function WebhooksPage() {
  const actor = await pageActor()
  if (!actor) return null
  return (
    <>
      <PageHeading
        title="Webhooks"
        lead="Verbatim tells your own server when a transcript is ready, so that it need not ask. Every message is signed."
      />
      <WebhookScreen initial={await listEndpoints(actor)} />
    </>
  )
}
