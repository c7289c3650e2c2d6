import type { Metadata } from 'next'
import { pageAccount } from '@/app/page-account'
import { AppFrame } from '@/components/site/app-frame'
import { PageHeading } from '@/components/site/page-heading'
import { StatusScreen } from '@/components/status/status-screen'
import { words } from '@/components/status/words'
import { env } from '@/lib/core/env'
import { getStatus } from '@/lib/health/get-status'

export function generateMetadata(): Metadata {
  return {
    title: words.title,
    description: words.description,
    alternates: { canonical: `${env().baseUrl}/status` },
  }
}

/** The public page on whether the platforms answer. */
export default async function StatusPage() {
  const [account, status] = await Promise.all([pageAccount(), getStatus()])
  const screen = (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <StatusScreen status={status} />
    </>
  )
  if (!account) return <div className="pt-8 sm:pt-12">{screen}</div>
  return <AppFrame viewer={account}>{screen}</AppFrame>
}
