import Link from 'next/link'
import { AccountMenu, type ShownAccount } from './account-menu'
import { Logo } from './logo'
import { SiteMenu } from './site-menu'
import type { Theme } from './theme'
import { ThemeMenu } from './theme-menu'
import { words } from './words'

const LINK = 'flex min-h-10 items-center rounded-md px-3 text-sm text-soft hover:bg-sunken hover:text-ink'

/** The top of every page: the way home, to one's transcripts, to the docs, and in. */
export function SiteHeader({ theme, account }: { theme: Theme; account: ShownAccount | null }) {
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center gap-6 px-4 py-3 sm:px-6 print:hidden">
      <Link href="/" className="flex min-h-10 items-center gap-2 rounded-sm text-lg font-semibold tracking-tight">
        <Logo />
        Verbatim
      </Link>
      <nav aria-label={words.site} className="flex max-lg:hidden">
        {account && (
          <Link href="/transcripts" className={LINK}>
            {words.places.transcripts}
          </Link>
        )}
        <Link href="/docs" className={LINK}>
          {words.docs}
        </Link>
      </nav>
      <div className="ms-auto -me-2 flex items-center gap-1">
        <ThemeMenu initial={theme} />
        <AccountMenu account={account} />
        <SiteMenu signedIn={account !== null} />
      </div>
    </header>
  )
}
