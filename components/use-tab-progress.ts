import { useEffect } from 'react'

/** Shows how far something is before the title of the tab, while it runs. `shown`: null once it is over. */
export function useTabProgress(shown: string | null): void {
  useEffect(() => {
    if (shown === null) return
    const prefix = `${shown} · `
    const show = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title
    }
    show()
    // A page that learns its title sets it anew.
    const observer = new MutationObserver(show)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [shown])
}
