import { ChevronDown, ChevronUp, Search as SearchIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { classes } from '@/components/ui/classes'
import { IconButton } from '@/components/ui/icon-button'
import type { Search } from './use-search'
import { words } from './words'

/** Whether a key asks for the search: `/` outside a field, or find (whose second press is the browser's own). */
function asksForSearch(event: globalThis.KeyboardEvent, field: HTMLInputElement): boolean {
  if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    return document.activeElement !== field
  }
  const typing = event.target instanceof Element && event.target.matches('input, textarea, select')
  return event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** The search field with its count: n of m, and the way from one to the next. */
export function SearchBox({ search }: { search: Search }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const keydown = (event: globalThis.KeyboardEvent) => {
      if (!field.current || !asksForSearch(event, field.current)) return
      event.preventDefault()
      field.current.focus()
      field.current.select()
    }
    window.addEventListener('keydown', keydown)
    return () => window.removeEventListener('keydown', keydown)
  }, [])
  const keydown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1)
    if (event.key !== 'Escape') return
    search.setQuery('')
    field.current?.blur()
  }
  const { query, hits, current } = search
  const count = hits.length === 0 ? words.noHits : words.hitOf(current + 1, hits.length)
  return (
    <search
      className={classes(
        'flex min-w-28 flex-1 items-center rounded-md border border-outline bg-raised ps-3 outline-offset-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent sm:min-w-32',
        // Beside the count and its buttons a phone has no room for the words that are looked for.
        Boolean(query) && 'max-sm:basis-full',
      )}
    >
      <SearchIcon className="size-4 shrink-0 text-soft" aria-hidden="true" />
      <input
        ref={field}
        value={query}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={keydown}
        placeholder={words.search}
        aria-label={words.searchText}
        aria-keyshortcuts="/ Control+F"
        spellCheck={false}
        className="min-h-10 min-w-0 flex-1 bg-transparent px-2 text-sm placeholder:text-soft focus-visible:outline-none"
      />
      <span role="status" className="px-1 text-xs whitespace-nowrap text-soft tabular-nums">
        {query.trim() && count}
      </span>
      {hits.length > 0 && (
        <span className="flex">
          <IconButton label={words.previousHit} small onClick={() => search.step(-1)}>
            <ChevronUp className="size-4" aria-hidden="true" />
          </IconButton>
          <IconButton label={words.nextHit} small onClick={() => search.step(1)}>
            <ChevronDown className="size-4" aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </search>
  )
}
