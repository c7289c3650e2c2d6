import Link from 'next/link'
import type { ReactNode } from 'react'
import { words } from './words'

/** The top of a page: the name, which links to the home page, and further content beside it. */
export function HeaderBar({ children }: { children: ReactNode }) {
  return (
    <header className="mx-auto flex w-full max-w-(--frame) items-center gap-6 px-4 py-3 sm:px-6 print:hidden">
      <Link href="/" className="flex min-h-10 items-center gap-2 rounded-sm text-lg font-semibold tracking-tight">
        <Logo />
        {words.name}
      </Link>
      {children}
    </header>
  )
}

/** The logo: three lines of text, the spoken one highlighted. Decorative, because the name is beside it. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-6" aria-hidden="true">
      <rect className="fill-accent" width="32" height="32" rx="8" />
      <rect className="fill-on-accent" x="7" y="8" width="18" height="3" rx="1.5" />
      <rect className="fill-wash-strong" x="7" y="14.5" width="12" height="3" rx="1.5" />
      <rect className="fill-on-accent" x="7" y="21" width="15" height="3" rx="1.5" />
    </svg>
  )
}
