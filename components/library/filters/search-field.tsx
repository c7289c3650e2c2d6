import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isShortcut } from '@/components/shortcut-key'
import type { LibraryQuery } from '@/lib/library/contract'
import type { ChangeQuery } from '../use-library-query'
import { words } from '../words'

const PAUSE_MS = 250

/** Searches all transcripts a moment after typing has stopped; without a script, on Enter. */
export function SearchField({ query, onChange }: { query: LibraryQuery; onChange: ChangeQuery }) {
  const [typed, setTyped] = useState(query.search ?? '')
  const [known, setKnown] = useState(query.search)
  if (known !== query.search) {
    setKnown(query.search)
    // Another control has changed the search, such as the one that clears the filters.
    if (typed.trim() !== (query.search ?? '')) setTyped(query.search ?? '')
  }
  const field = useRef<HTMLInputElement>(null)
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== (query.search ?? '')) onChange({ search: wanted || null }, { replaces: true })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', keydown)
    return () => window.removeEventListener('keydown', keydown)
  }, [])
  return (
    <search>
      <form
        action="/transcripts"
        onSubmit={(event) => event.preventDefault()}
        className="flex items-center rounded-md border border-outline bg-raised ps-3 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent"
      >
        <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
        <input
          ref={field}
          type="search"
          name="search"
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={words.search}
          aria-keyshortcuts="/"
          placeholder={words.search}
          spellCheck={false}
          className="min-h-11 min-w-0 flex-1 bg-transparent px-3 text-base placeholder:text-soft focus-visible:outline-none"
        />
      </form>
    </search>
  )
}
