import { Title } from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import MiniSearch from 'minisearch'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react'
import { isComposing } from '@/components/shortcut-key'
import { DialogFrame } from '@/components/ui/form-dialog'
import { SEARCH_OPTIONS, type SearchEntry, type SearchHit } from '@/lib/docs/search-options'
import { BreakablePath } from './breakable-path'
import { words } from './words'

const MOST_HITS = 12

async function loadIndex(): Promise<MiniSearch<SearchEntry>> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`${response.status}`)
  return MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS)
}

/** Moves the focus among the field and the results, in their order. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || isComposing(event.nativeEvent)) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a[href]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  event.preventDefault()
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus()
}

function Hit({ hit, onFollow }: { hit: SearchHit; onFollow: () => void }) {
  return (
    <li>
      <a
        href={String(hit.id)}
        onClick={onFollow}
        className="block rounded-md px-3 py-2 hover:bg-sunken focus-visible:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium wrap-anywhere">
            <BreakablePath path={hit.title} />
          </span>
          <span className="text-xs text-soft">{hit.page}</span>
        </span>
        <span className="line-clamp-2 text-sm text-soft">{hit.excerpt}</span>
      </a>
    </li>
  )
}

function Results({ query, onFollow }: { query: string; onFollow: () => void }) {
  const index = useQuery({
    queryKey: ['docs-search'],
    queryFn: loadIndex,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const asked = query.trim()
  const hits = asked && index.data ? (index.data.search(asked).slice(0, MOST_HITS) as SearchHit[]) : []
  const status = index.isError
    ? words.searchFailed
    : index.isPending
      ? words.searchLoading
      : asked
        ? words.searchResults(hits.length)
        : words.searchHint
  return (
    <>
      <p role="status" className="px-3 text-sm text-soft">
        {status}
      </p>
      {hits.length > 0 && (
        <ul aria-label={words.searchTitle} className="min-h-0 overflow-y-auto">
          {hits.map((hit) => (
            <Hit key={String(hit.id)} hit={hit} onFollow={onFollow} />
          ))}
        </ul>
      )}
    </>
  )
}

/** The search of the documentation. It opens with the first click, which loaded it. */
export function DocsSearchDialog({ trigger }: { trigger: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true)
  const [query, setQuery] = useState('')
  const asked = useDeferredValue(query)
  return (
    <DialogFrame
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={trigger}
      onKeyDown={moveFocus}
      className="top-[10dvh] max-h-[80dvh] max-w-xl gap-2 p-3"
    >
      <Title className="sr-only">{words.searchTitle}</Title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.currentTarget.parentElement?.querySelector<HTMLElement>('a[href]')?.click()
        }}
      >
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          aria-label={words.search}
          placeholder={words.search}
          className="w-full rounded-md border border-outline bg-raised px-3 py-2 placeholder:text-soft"
        />
      </form>
      <Results query={asked} onFollow={() => setIsOpen(false)} />
    </DialogFrame>
  )
}
