'use client'

import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isShortcut } from '../shortcut-key'
import { useOnDemand } from '../use-on-demand'
import { words } from './words'

/** The button that opens the search of the documentation, as `/` does. The search and its index are loaded with it. */
export function DocsSearch() {
  const button = useRef<HTMLButtonElement>(null)
  const { part, want } = useOnDemand(() => import('./docs-search-dialog'))
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event) || !button.current?.offsetParent) return
      event.preventDefault()
      button.current.click()
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [])
  const trigger = (
    <button
      ref={button}
      type="button"
      aria-keyshortcuts="/"
      onClick={part ? undefined : want}
      className="flex w-full cursor-pointer items-center gap-2 rounded-md border border-outline bg-raised px-3 py-1.5 text-start text-sm text-soft hover:text-ink noscript:hidden"
    >
      <Search className="size-4 shrink-0" aria-hidden="true" />
      <span className="flex-1">{words.search}</span>
      <span className="times rounded-sm border border-hairline px-1.5 text-xs max-lg:hidden" aria-hidden="true">
        {words.searchKey}
      </span>
    </button>
  )
  if (!part) return trigger
  return <part.DocsSearchDialog trigger={trigger} />
}
