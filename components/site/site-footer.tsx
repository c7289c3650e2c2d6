import Link from 'next/link'
import { words } from './words'

const LINK = 'rounded-sm underline-offset-4 hover:text-ink hover:underline'

/** The bottom of every page. */
export function SiteFooter() {
  return (
    <footer className="mx-auto mt-16 w-full max-w-6xl px-4 text-sm text-soft sm:px-6 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hairline py-6">
        <span>{words.licence}</span>
        <nav aria-label={words.reference} className="flex flex-wrap gap-x-6 gap-y-2">
          <Link href="/docs" className={LINK}>
            {words.docs}
          </Link>
          <Link href="/docs/errors" className={LINK}>
            {words.errors}
          </Link>
          <a href="/openapi.json" className={LINK}>
            {words.openapi}
          </a>
          <a href="/health" className={LINK}>
            {words.health}
          </a>
        </nav>
      </div>
    </footer>
  )
}
