'use client'

import { Menu as MenuIcon, X } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { IconButton } from '@/components/ui/button'
import { NavList } from './nav-list'
import { needsWidth } from './places'
import { words } from './words'

const LINK = 'flex min-h-10 items-center rounded-md px-3 text-sm text-soft hover:bg-sunken hover:text-ink'

/** Opens a dialog as an entry of the history, so that Back closes it. `leave` closes it for a link that replaces this entry. */
function useBackToClose(dialog: RefObject<HTMLDialogElement | null>) {
  const hasEntry = useRef(false)
  const reopens = useRef(false)
  const show = useCallback(() => {
    window.history.pushState(null, '')
    hasEntry.current = true
    dialog.current?.showModal()
  }, [dialog])
  useEffect(() => {
    const back = () => {
      hasEntry.current = false
      if (reopens.current) show()
      else dialog.current?.close()
      reopens.current = false
    }
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [dialog, show])
  const open = () => {
    // A browser goes back after the dialog has closed: opened before that, it would be closed again.
    if (hasEntry.current) reopens.current = true
    else show()
  }
  const onClose = () => {
    if (hasEntry.current) window.history.back()
  }
  const leave = () => {
    hasEntry.current = false
    dialog.current?.close()
  }
  return { open, onClose, leave }
}

/** The menu of a narrow screen: a sheet at the side with the pages of the account, else with those of the site. */
export function SiteMenu({ signedIn }: { signedIn: boolean }) {
  const sheet = useRef<HTMLDialogElement>(null)
  const here = usePathname() ?? '/'
  const close = () => sheet.current?.close()
  const { open, onClose, leave } = useBackToClose(sheet)
  return (
    <>
      <IconButton
        label={words.menu}
        aria-haspopup="dialog"
        className={signedIn && needsWidth(here) ? 'xl:hidden' : 'lg:hidden'}
        onClick={open}
      >
        <MenuIcon className="size-5" strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is for the pointer. */}
      <dialog
        ref={sheet}
        aria-label={words.menu}
        onClose={onClose}
        onClick={(event) => event.target === event.currentTarget && close()}
        className="fixed inset-y-0 start-auto end-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-s border-hairline bg-raised font-sans text-ink backdrop:bg-veil"
      >
        <div className="flex min-h-full flex-col gap-4 px-4 pb-6">
          <div className="flex items-center justify-between pt-3">
            <span className="ps-3 font-semibold">{words.menu}</span>
            <IconButton label={words.closeMenu} onClick={close}>
              <X className="size-5" aria-hidden="true" />
            </IconButton>
          </div>
          {signedIn ? (
            <nav aria-label={words.menu}>
              <NavList onGo={leave} />
            </nav>
          ) : (
            <nav aria-label={words.site} className="flex flex-col gap-0.5">
              <Link href="/" replace onClick={leave} className={LINK}>
                {words.home}
              </Link>
              <Link href="/docs" replace onClick={leave} className={LINK}>
                {words.docs}
              </Link>
              <Link href="/status" prefetch={false} replace onClick={leave} className={LINK}>
                {words.status}
              </Link>
            </nav>
          )}
        </div>
      </dialog>
    </>
  )
}
