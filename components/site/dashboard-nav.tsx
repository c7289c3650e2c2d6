'use client'

import { usePathname } from 'next/navigation'
import { NavList } from './nav-list'
import { needsWidth } from './places'
import { words } from './words'

/** The navigation of an account, in a column beside the page. A narrow screen has it in the menu of the header. */
export function DashboardNav() {
  const here = usePathname() ?? '/'
  return (
    <nav
      aria-label={words.nav}
      className={`w-44 shrink-0 print:hidden ${needsWidth(here) ? 'max-xl:hidden' : 'max-lg:hidden'}`}
    >
      <div className="sticky top-6 -ml-3 px-0.5 py-0.5">
        <NavList />
      </div>
    </nav>
  )
}
