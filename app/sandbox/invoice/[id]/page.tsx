import type { Metadata } from 'next'
import { findPage } from '@/app/sandbox/find-page'
import { SandboxFrame } from '@/components/billing/sandbox/sandbox-frame'
import { SandboxInvoice } from '@/components/billing/sandbox/sandbox-invoice'
import { words } from '@/components/billing/sandbox/words'
import { findInvoice } from '@/lib/billing/sandbox/sandbox-pages'

export const metadata: Metadata = { title: words.invoiceTitle, robots: { index: false } }

type Props = { params: Promise<{ id: string }> }

export default async function SandboxInvoicePage({ params }: Props) {
  const { id } = await params
  const found = await findPage((actor) => findInvoice(actor, id))
  return (
    <SandboxFrame title={words.invoice}>
      <SandboxInvoice {...found} />
    </SandboxFrame>
  )
}
