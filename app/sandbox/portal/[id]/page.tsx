import type { Metadata } from 'next'
import { findPage } from '@/app/sandbox/find-page'
import { SandboxFrame } from '@/components/billing/sandbox/sandbox-frame'
import { SandboxPortal } from '@/components/billing/sandbox/sandbox-portal'
import { words } from '@/components/billing/sandbox/words'
import { findPortal } from '@/lib/billing/sandbox/sandbox-pages'

export const metadata: Metadata = { title: words.portalTitle, robots: { index: false } }

type Props = { params: Promise<{ id: string }> }

export default async function SandboxPortalPage({ params }: Props) {
  const { id } = await params
  const found = await findPage((actor) => findPortal(actor, id))
  return (
    <SandboxFrame title={words.portal}>
      <SandboxPortal {...found} />
    </SandboxFrame>
  )
}
