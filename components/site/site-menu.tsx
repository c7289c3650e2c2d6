'use client'

import { Menu as MenuIcon, X } from 'lucide-react'
import Link from 'next/link'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { PlaceList } from './place-list'
import { words } from './words'

const LINK = 'flex min-h-10 items-center rounded-md px-3 text-sm text-soft hover:bg-sunken hover:text-ink'

/** The way to everywhere on a narrow screen: a sheet at the side with the dashboard's places and the site's. */
export function SiteMenu({ signedIn }: { signedIn: boolean }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton label={words.menu} className="lg:hidden">
          <MenuIcon className="size-5" aria-hidden="true" />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 end-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto border-s border-hairline bg-raised px-4 pb-6 font-sans"
        >
          <div className="flex items-center justify-between py-4">
            <Dialog.Title className="ps-3 font-semibold">{words.menu}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={words.closeMenu}>
                <X className="size-5" aria-hidden="true" />
              </IconButton>
            </Dialog.Close>
          </div>
          {signedIn && (
            <nav aria-label={words.nav} className="flex flex-col gap-4">
              <PlaceList onGo={close} />
            </nav>
          )}
          <nav aria-label={words.site} className="flex flex-col gap-0.5 border-t border-hairline pt-4">
            <Link href="/" onClick={close} className={LINK}>
              {words.home}
            </Link>
            <Link href="/docs" onClick={close} className={LINK}>
              {words.docs}
            </Link>
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
