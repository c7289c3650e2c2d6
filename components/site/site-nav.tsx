'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { placeOf } from './places'
import { words } from './words'

const LINK =
  'flex min-h-10 items-center rounded-md px-3 text-sm text-soft hover:bg-sunken hover:text-ink aria-[current]:font-medium aria-[current]:text-ink'

/** The main pages in the header of a wide screen, where the navigation of the account is not beside the page. */
export function SiteNav({ signedIn }: { signedIn: boolean }) {
  const here = usePathname() ?? '/'
  if (signedIn && placeOf(here)) return null
  return (
    <nav aria-label={words.site} className="flex max-lg:hidden">
      {signedIn && (
        <>
          <Link href="/" className={LINK}>
            {words.places.new}
          </Link>
          <Link href="/transcripts" className={LINK}>
            {words.places.transcripts}
          </Link>
        </>
      )}
      <Link href="/docs" aria-current={here.startsWith('/docs') ? 'page' : undefined} className={LINK}>
        {words.docs}
      </Link>
    </nav>
  )
}
