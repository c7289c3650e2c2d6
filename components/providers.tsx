'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Toaster } from 'sonner'

/** What the parts of a page share: the cache of what the server said, and the place where notices appear. */
export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false } } }))
  return (
    <QueryClientProvider client={queries}>
      {children}
      <Toaster
        position="bottom-right"
        toastOptions={{
          unstyled: true,
          className:
            'flex w-full items-center gap-2 rounded-md border border-hairline bg-raised px-4 py-3 font-sans text-sm text-ink shadow-float print:hidden',
        }}
      />
    </QueryClientProvider>
  )
}
