import { useEffect } from 'react'
import { formatPercent } from '@/components/format/format-percent'

const SHOWN = /^\d{1,3}% · /

/** Shows how far something is before the title of the tab, while it runs. `share`: 0 to 1, or null once it is over. */
export function useTabProgress(share: number | null): void {
  const percent = share === null ? null : formatPercent(share)
  useEffect(() => {
    if (percent === null) return
    const show = () => {
      const wanted = `${percent} · ${document.title.replace(SHOWN, '')}`
      if (document.title !== wanted) document.title = wanted
    }
    show()
    // A page that learns its title sets it anew.
    const observer = new MutationObserver(show)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(SHOWN, '')
    }
  }, [percent])
}
