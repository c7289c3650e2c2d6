import { type ComponentType, useEffect, useState } from 'react'

/**
 * Brings the place where notices appear once the page is there: none comes before somebody has done something, and then the
 * connection may be what failed.
 */
export function Toaster() {
  const [Live, setLive] = useState<ComponentType | null>(null)
  useEffect(() => {
    const bring = () => void import('./live-toaster').then(({ LiveToaster }) => setLive(() => LiveToaster))
    if (document.readyState === 'complete') return bring()
    window.addEventListener('load', bring, { once: true })
    return () => window.removeEventListener('load', bring)
  }, [])
  return Live && <Live />
}
