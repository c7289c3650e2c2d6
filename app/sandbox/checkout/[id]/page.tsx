import type { Metadata } from 'next'
import { findPage } from '@/app/sandbox/find-page'
import { SandboxCheckout } from '@/components/billing/sandbox/sandbox-checkout'
import { SandboxFrame } from '@/components/billing/sandbox/sandbox-frame'
import { words } from '@/components/billing/sandbox/words'
import { findCheckout } from '@/lib/billing/sandbox/sandbox-pages'

export const metadata: Metadata = { title: words.checkoutTitle, robots: { index: false } }

type Props = { params: Promise<{ id: string }> }

/** The checkout of the sandbox, which buys a plan. */
export default async function SandboxCheckoutPage({ params }: Props) {
  const { id } = await params
  const found = await findPage((actor) => findCheckout(actor, id))
  return (
    <SandboxFrame title={words.checkout}>
      <SandboxCheckout {...found} />
    </SandboxFrame>
  )
}
