import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer'
import { words } from './words'

/** What every page has around it: the way past its header, the header, and the bottom. */
export function PageFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent text-sm font-medium text-on-accent focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:px-4 focus:py-2.5"
      >
        {words.skip}
      </a>
      {header}
      <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 sm:px-6">
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
