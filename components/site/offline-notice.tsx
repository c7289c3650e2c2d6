'use client'

import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { words } from './words'

function onChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Keeps a link from leaving the page: without a network the browser would put its error page in place of what was typed. */
function stay(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isHere = !link || link.href.split('#')[0] === location.href.split('#')[0]
  if (isHere || link.target === '_blank' || link.protocol === 'blob:' || link.protocol === 'data:') return
  event.preventDefault()
  event.stopPropagation()
}

/** Shows that there is no network, while links are kept from leaving the page. */
export function OfflineNotice() {
  const isOffline = useSyncExternalStore(
    onChange,
    () => !navigator.onLine,
    () => false,
  )
  useEffect(() => {
    if (!isOffline) return
    window.addEventListener('click', stay, true)
    return () => window.removeEventListener('click', stay, true)
  }, [isOffline])
  return (
    <div
      role="status"
      className="mx-auto flex w-full max-w-(--frame) items-center gap-2 px-4 pb-2 text-sm text-soft empty:hidden sm:px-6 print:hidden"
    >
      {isOffline && (
        <>
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          {words.offline}
        </>
      )}
    </div>
  )
}
