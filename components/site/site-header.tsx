import Link from 'next/link'
import { AccountMenu, type ShownAccount } from './account-menu'
import { Logo } from './logo'
import type { Theme } from './theme'
import { ThemeMenu } from './theme-menu'

/** The top of every page. */
export function SiteHeader({ theme, account }: { theme: Theme; account: ShownAccount | null }) {
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between px-4 py-4 sm:px-6 print:hidden">
      <Link href="/" className="flex items-center gap-2 rounded-sm text-lg font-semibold tracking-tight">
        <Logo />
        Verbatim
      </Link>
      <div className="flex items-center gap-1">
        <Link href="/docs" className="rounded-md px-3 py-2 text-sm text-soft hover:bg-sunken hover:text-ink">
          Docs
        </Link>
        <ThemeMenu initial={theme} />
        <AccountMenu account={account} />
      </div>
    </header>
  )
}
