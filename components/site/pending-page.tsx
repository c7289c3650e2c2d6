'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { NAVIGATION_EVENT } from './navigation-event'

/** A bar at the top of the window while the next page is on its way. */
export function PendingPage() {
  const here = `${usePathname()}?${useSearchParams()}`
  const [left, setLeft] = useState<string | null>(null)
  useEffect(() => {
    const begin = (event: Event) => {
      const { pathname, search } = new URL((event as CustomEvent<string>).detail, window.location.href)
      const isElsewhere = pathname !== window.location.pathname || search !== window.location.search
      // Within the router's transition the state would change only with the page.
      if (isElsewhere) queueMicrotask(() => setLeft(here))
    }
    window.addEventListener(NAVIGATION_EVENT, begin)
    return () => {
      window.removeEventListener(NAVIGATION_EVENT, begin)
      setLeft(null)
    }
  }, [here])
  if (left !== here) return null
  return (
    <div
      aria-hidden="true"
      className="pending-page fixed inset-x-0 top-0 z-50 h-0.75 origin-left bg-accent rtl:origin-right print:hidden"
    />
  )
}
