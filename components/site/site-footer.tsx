import Link from 'next/link'

const LINK = 'rounded-sm underline-offset-4 hover:text-ink hover:underline'

/** The bottom of every page. */
export function SiteFooter() {
  return (
    <footer className="mx-auto mt-16 w-full max-w-6xl px-4 text-sm text-soft sm:px-6 print:hidden">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-hairline py-6">
        <span>Verbatim, free and open source under the MIT licence</span>
        <nav aria-label="Reference" className="flex gap-6">
          <Link href="/docs" className={LINK}>
            Documentation
          </Link>
          <Link href="/docs/errors" className={LINK}>
            Errors
          </Link>
          <a href="/openapi.json" className={LINK}>
            OpenAPI
          </a>
        </nav>
      </div>
    </footer>
  )
}
