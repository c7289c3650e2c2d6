import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { pageAccount } from '@/app/page-account'
import { AppFrame } from '@/components/site/app-frame'
import { PATH_HEADER } from '@/lib/sign-in/return-path/path-header'
import { returnPath } from '@/lib/sign-in/return-path/return-path'

/** The frame of account pages. Without a signed-in account it redirects to the sign-in page, which leads back. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const account = await pageAccount()
  if (!account) {
    const here = returnPath((await headers()).get(PATH_HEADER))
    redirect(`/sign-in?${new URLSearchParams({ callbackUrl: here })}`)
  }
  return <AppFrame viewer={account}>{children}</AppFrame>
}
