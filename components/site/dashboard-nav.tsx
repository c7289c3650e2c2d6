'use client'

import { usePathname } from 'next/navigation'
import { NavList, needsWidth } from './nav-list'
import { words } from './words'

/** The navigation of an account, in a column beside the page. A narrow screen has it in the menu of the header. */
export function DashboardNav({ isOperator }: { isOperator: boolean }) {
  const here = usePathname() ?? '/'
  return (
    <nav
      aria-label={words.nav}
      className={`w-44 shrink-0 print:hidden ${needsWidth(here) ? 'max-xl:hidden' : 'max-lg:hidden'}`}
    >
      <div className="sticky top-6 -ml-3 flex max-h-[calc(100dvh-3rem)] flex-col gap-4 overflow-y-auto px-0.5 py-0.5">
        <NavList isOperator={isOperator} />
      </div>
    </nav>
  )
}
