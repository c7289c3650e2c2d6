import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { isShortcut } from '@/components/shortcut-key'
import { CHOICE } from '@/components/ui/chip'
import { Select } from '@/components/ui/fields'
import type { LibraryQuery } from '@/lib/library/contract'
import { PLATFORM_IDS } from '@/lib/platforms/platforms'
import { libraryAddress } from './library-address'
import { words } from './words'

const ORDERS = [
  { sort: 'created_at', order: 'desc', name: words.orders.newest },
  { sort: 'created_at', order: 'asc', name: words.orders.oldest },
  { sort: 'total_seconds', order: 'desc', name: words.orders.longest },
  { sort: 'total_seconds', order: 'asc', name: words.orders.shortest },
] as const satisfies readonly (Pick<LibraryQuery, 'sort' | 'order'> & { name: string })[]

/** The filters and the order of the list. Both are kept in the address. */
export function FilterBar({ query }: { query: LibraryQuery }) {
  const router = useRouter()
  const go = (change: Partial<LibraryQuery>) => router.push(libraryAddress(query, change))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <StateChips query={query} />
      <div className="-mx-3 flex flex-wrap items-center">
        <TagFilter query={query} onChange={(tag) => go({ tag })} />
        <Select
          label={words.platform}
          value={query.platform ?? ''}
          onChange={({ target }) => go({ platform: PLATFORM_IDS.find((name) => name === target.value) ?? null })}
        >
          <option value="">{words.everyPlatform}</option>
          {PLATFORM_IDS.map((name) => (
            <option key={name} value={name}>
              {words.platforms[name]}
            </option>
          ))}
        </Select>
        <Select
          label={words.order}
          value={ORDERS.findIndex(({ sort, order }) => sort === query.sort && order === query.order)}
          onChange={({ target }) => {
            const { sort, order } = ORDERS[Number(target.value)] ?? ORDERS[0]
            go({ sort, order })
          }}
        >
          {ORDERS.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}

/** The filter by tag: there once the user has tags. */
function TagFilter({ query, onChange }: { query: LibraryQuery; onChange: (tag: string | null) => void }) {
  const { data: tags = [] } = useQuery({
    queryKey: ['tags'],
    queryFn: async ({ signal }) => (await import('./library-requests')).fetchTags(signal),
  })
  const fold = (name: string) => name.toLowerCase()
  const current =
    query.tag === null ? '' : (tags.find(({ name }) => fold(name) === fold(query.tag ?? ''))?.name ?? query.tag)
  if (tags.length === 0 && current === '') return null
  const names = tags.some(({ name }) => name === current) || current === '' ? tags : [...tags, { name: current }]
  return (
    <Select label={words.tag} value={current} onChange={({ target }) => onChange(target.value || null)}>
      <option value="">{words.everyTag}</option>
      {names.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}

const STATES: readonly LibraryQuery['state'][] = [null, 'done', 'in_progress', 'error']

/** The filter by state: one link a state, of which one is current. */
function StateChips({ query }: { query: LibraryQuery }) {
  return (
    <nav aria-label={words.filters} className="flex flex-wrap gap-1.5">
      {STATES.map((state) => (
        <Link
          key={state}
          href={libraryAddress(query, { state })}
          aria-current={query.state === state ? 'true' : undefined}
          className={CHOICE}
        >
          {words.states[state ?? 'all']}
        </Link>
      ))}
    </nav>
  )
}

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
