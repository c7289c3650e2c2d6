'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * Loads the script of notices after the page: a notice follows an action of the user, and may have to say that the connection
 * failed.
 */
function Toaster() {
  const [Live, setLive] = useState<ComponentType | null>(null)
  useEffect(() => {
    const bring = () => void import('./ui/live-toaster').then(({ LiveToaster }) => setLive(() => LiveToaster))
    if (document.readyState === 'complete') return bring()
    window.addEventListener('load', bring, { once: true })
    return () => window.removeEventListener('load', bring)
  }, [])
  return Live && <Live />
}

/** The shared parts of a page: the cache of responses, and the place for notices. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } }))
  return (
    <QueryClientProvider client={queries}>
      {children}
      <Toaster />
    </QueryClientProvider>
  )
}
