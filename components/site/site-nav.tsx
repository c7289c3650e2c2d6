'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { isCurrentPage } from './nav-items'
import { words } from './words'

const LINK =
  'flex min-h-10 items-center rounded-md px-3 text-sm text-soft hover:bg-sunken hover:text-ink aria-[current]:font-medium aria-[current]:text-ink'

/** The site's places in the header of a wide screen. */
export function SiteNav({ signedIn }: { signedIn: boolean }) {
  const here = usePathname() ?? '/'
  const currentAt = (item: string) => (isCurrentPage(here, item) ? 'page' : undefined)
  return (
    <nav aria-label={words.site} className="flex max-lg:hidden">
      {signedIn && (
        <Link href="/transcripts" aria-current={currentAt('/transcripts')} className={LINK}>
          {words.items.transcripts}
        </Link>
      )}
      <Link href="/docs" aria-current={currentAt('/docs')} className={LINK}>
        {words.docs}
      </Link>
    </nav>
  )
}
