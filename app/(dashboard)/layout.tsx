import type { ReactNode } from 'react'
import { pageActor } from '@/app/page-actor'
import { words } from '@/app/words'
import { ConsentFrame } from '@/components/connect/consent-frame'
import { SignInPrompt } from '@/components/sign-in/sign-in-prompt'
import { DashboardNav } from '@/components/site/dashboard-nav'

/** The frame of the pages that belong to an account: its places at the side, the page beside them. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  if (!(await pageActor())) {
    return (
      <ConsentFrame title={words.owned}>
        <SignInPrompt>{words.signIn}</SignInPrompt>
      </ConsentFrame>
    )
  }
  return (
    <div className="grid pt-6 lg:grid-cols-(--margin) lg:gap-x-12 lg:pt-10">
      <DashboardNav />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
