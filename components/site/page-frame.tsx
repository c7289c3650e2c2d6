import Link from 'next/link'
import type { ReactNode } from 'react'
import { words } from './words'

type Props = {
  header: ReactNode
  /** The account's settings have the status page, so that the footer does not repeat it. */
  isOfAccount?: boolean
  children: ReactNode
}

/** The frame of every page: the link past its header, the header, and the footer. */
export function PageFrame({ header, isOfAccount = false, children }: Props) {
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent text-sm font-medium text-on-accent focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:px-4 focus:py-2.5"
      >
        {words.skip}
      </a>
      {header}
      <main id="main" className="mx-auto w-full max-w-(--frame) flex-1 px-4 sm:px-6">
        {children}
      </main>
      <SiteFooter hasStatus={!isOfAccount} />
    </>
  )
}

const LINK = 'rounded-sm underline-offset-4 hover:text-ink hover:underline'

/** The bottom of every page. */
function SiteFooter({ hasStatus }: { hasStatus: boolean }) {
  return (
    <footer className="mx-auto mt-16 w-full max-w-(--frame) px-4 text-sm text-soft sm:px-6 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hairline py-6">
        <span>{words.license}</span>
        <nav aria-label={words.reference} className="flex flex-wrap gap-x-6 gap-y-2">
          <Link href="/docs" className={LINK}>
            {words.docs}
          </Link>
          {hasStatus && (
            <Link href="/status" prefetch={false} className={LINK}>
              {words.status}
            </Link>
          )}
        </nav>
      </div>
    </footer>
  )
}
