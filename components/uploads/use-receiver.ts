import { useEffect, useEffectEvent } from 'react'
import { receiver } from './receiver'

/** Passes what is dropped or pasted anywhere on the page to its form. */
export function useReceiver(takeFiles: (files: readonly File[]) => boolean, takeLink: (link: string) => void): void {
  const onFiles = useEffectEvent(takeFiles)
  const onLink = useEffectEvent(takeLink)
  useEffect(() => {
    const own = { takeFiles: (files: readonly File[]) => onFiles(files), takeLink: (link: string) => onLink(link) }
    receiver.current = own
    return () => {
      if (receiver.current === own) receiver.current = null
    }
  }, [])
}
