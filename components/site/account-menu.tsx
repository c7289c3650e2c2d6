'use client'

import { CircleUserRound, CreditCard, KeyRound, LayoutList, LogOut, Plug } from 'lucide-react'
import Link from 'next/link'
import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { SignInLink } from '@/components/sign-in/sign-in-link'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, MenuItem } from '@/components/ui/menu'

/** Whose the page is. `isLocal`: it is this machine's own account, for whoever sits at it. */
export type ShownAccount = { email: string; isLocal: boolean }

const PLACES = [
  { href: '/transcripts', label: 'Transcripts', Icon: LayoutList },
  { href: '/key', label: 'API key', Icon: KeyRound },
  { href: '/connections', label: 'Connections', Icon: Plug },
  { href: '/billing', label: 'Billing', Icon: CreditCard },
] as const

function SignOutItem() {
  const form = useRef<HTMLFormElement>(null)
  return (
    <MenuItem onSelect={() => form.current?.requestSubmit()}>
      <LogOut className="size-4 text-soft" aria-hidden="true" />
      Sign out
      <form ref={form} action="/sign-out" method="post" hidden />
    </MenuItem>
  )
}

/** Whose the page is and what is theirs; where it is nobody's, the way in. */
export function AccountMenu({ account }: { account: ShownAccount | null }) {
  if (!account) return <SignInLink look="quiet" />
  const { email, isLocal } = account
  return (
    <Menu
      trigger={
        <IconButton label={`Account: ${email}`}>
          <CircleUserRound className="size-5" aria-hidden="true" />
        </IconButton>
      }
    >
      <DropdownMenu.Label className="max-w-64 px-3 py-2 text-sm wrap-anywhere">
        {email}
        {isLocal && <span className="block text-xs text-soft">This machine’s own account</span>}
      </DropdownMenu.Label>
      <DropdownMenu.Separator className="mx-1 my-1 h-px bg-hairline" />
      {PLACES.map(({ href, label, Icon }) => (
        <MenuItem key={href} asChild>
          <Link href={href} prefetch={false}>
            <Icon className="size-4 text-soft" aria-hidden="true" />
            {label}
          </Link>
        </MenuItem>
      ))}
      {!isLocal && (
        <>
          <DropdownMenu.Separator className="mx-1 my-1 h-px bg-hairline" />
          <SignOutItem />
        </>
      )}
    </Menu>
  )
}
