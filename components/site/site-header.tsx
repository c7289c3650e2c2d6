import Link from 'next/link'
import { AccountMenu, type ShownAccount } from './account-menu'
import { Logo } from './logo'
import { SiteMenu } from './site-menu'
import { SiteNav } from './site-nav'
import type { Theme } from './theme'
import { ThemeMenu } from './theme-menu'

/** The top of every page: the way home, to one's transcripts, to the docs, and in. */
export function SiteHeader({ theme, account }: { theme: Theme; account: ShownAccount | null }) {
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center gap-6 px-4 py-3 sm:px-6 print:hidden">
      <Link href="/" className="flex min-h-10 items-center gap-2 rounded-sm text-lg font-semibold tracking-tight">
        <Logo />
        Verbatim
      </Link>
      <SiteNav signedIn={account !== null} />
      <div className="ms-auto -me-2 flex items-center gap-1">
        <ThemeMenu initial={theme} />
        <AccountMenu account={account} />
        <SiteMenu signedIn={account !== null} />
      </div>
    </header>
  )
}
