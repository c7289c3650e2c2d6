'use client'

import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { words } from './words'

/** A link to the sign-in page, which returns to the current page. */
export function SignInLink({ variant = 'primary' }: { variant?: 'primary' | 'quiet' }) {
  const path = usePathname() ?? '/'
  const query = (useSearchParams() ?? '').toString()
  const here = query ? `${path}?${query}` : path
  // The link would lead to this page.
  if (path.startsWith('/sign-in')) return null
  return (
    <Button asChild variant={variant}>
      <Link href={`/sign-in?${new URLSearchParams({ callbackUrl: here })}`} prefetch={false}>
        {words.signIn}
      </Link>
    </Button>
  )
}
