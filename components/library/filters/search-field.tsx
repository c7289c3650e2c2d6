import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { isShortcut } from '@/components/shortcut-key'
import type { LibraryQuery } from '@/lib/library/contract'
import { libraryAddress } from '../library-address'
import { words } from '../words'

const PAUSE_MS = 250

/** Searches all transcripts a moment after typing has stopped; without a script, on Enter. */
export function SearchField({ query }: { query: LibraryQuery }) {
  const router = useRouter()
  const [typed, setTyped] = useState(query.search ?? '')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (typed.trim() === (query.search ?? '')) return
    const search = typed.trim() || null
    const timer = setTimeout(() => router.replace(libraryAddress(query, { search }), { scroll: false }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, query, router])
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
