import Link from 'next/link'
import type { ReactNode } from 'react'
import { Logo } from './logo'
import { words } from './words'

/** The top of a page: the name, which is the way home, and what stands beside it. */
export function HeaderBar({ children }: { children: ReactNode }) {
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center gap-6 px-4 py-3 sm:px-6 print:hidden">
      <Link href="/" className="flex min-h-10 items-center gap-2 rounded-sm text-lg font-semibold tracking-tight">
        <Logo />
        {words.name}
      </Link>
      {children}
    </header>
  )
}
