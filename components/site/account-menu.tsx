'use client'

import { CircleUserRound, LogOut, Settings } from 'lucide-react'
import Link from 'next/link'
import { useRef } from 'react'
import { SignInLink } from '@/components/sign-in/sign-in-link'
import type { Viewer } from './places'
import { words } from './words'

/** The signed-in account. */
export type ShownAccount = Viewer & { email: string }

const ID = 'account'

const ITEM =
  'flex min-h-9 pointer-coarse:min-h-10 w-full items-center gap-2 rounded-sm px-3 py-1.5 text-start text-sm text-ink hover:bg-ink/7 focus-visible:-outline-offset-2'

/**
 * The menu of the signed-in account; a sign-in link without a session. The native popover adds no script to each page
 * and opens without one.
 */
export function AccountMenu({ account }: { account: ShownAccount | null }) {
  const popover = useRef<HTMLElement>(null)
  if (!account) return <SignInLink variant="quiet" />
  const { email, isLocal } = account
  return (
    <>
      <button
        type="button"
        popoverTarget={ID}
        aria-label={words.account(email)}
        title={email}
        className="inline-flex size-10 items-center justify-center rounded-md text-soft hover:bg-sunken hover:text-ink"
      >
        <CircleUserRound className="size-5" strokeWidth={1.75} aria-hidden="true" />
      </button>
      <nav
        ref={popover}
        id={ID}
        popover="auto"
        aria-label={words.accountNav}
        className="fixed inset-auto end-[max(1rem,calc((100vw-var(--frame))/2+1rem))] top-14 m-0 w-60 rounded-md border border-hairline bg-floating p-1 font-sans text-ink shadow-float"
      >
        <p className="border-b border-hairline px-3 pt-2 pb-3 text-sm wrap-anywhere">
          {email}
          {isLocal && <span className="block text-xs text-soft">{words.localAccount}</span>}
        </p>
        <Link
          href="/settings"
          prefetch={false}
          onClick={() => popover.current?.hidePopover()}
          className={`mt-1 ${ITEM}`}
        >
          <Settings className="size-4 shrink-0 text-soft" aria-hidden="true" />
          {words.accountSettings}
        </Link>
        {!isLocal && (
          <form action="/sign-out" method="post">
            <button type="submit" className={ITEM}>
              <LogOut className="size-4 text-soft" aria-hidden="true" />
              {words.signOut}
            </button>
          </form>
        )}
      </nav>
    </>
  )
}
