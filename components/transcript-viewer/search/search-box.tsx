import { ChevronDown, ChevronUp, Search as SearchIcon } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { IconButton } from '@/components/ui/button'
import { focusSearchOnKey, handleSearchKey } from './search-keys'
import { searchCount, words } from './search-words'
import type { Search } from './use-search'

/** The search of a text: its field, the number of hits, and the buttons that step through them. */
export function SearchBox({ search }: { search: Search }) {
  const { query, setQuery, hits, current, step } = search
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => (field.current ? focusSearchOnKey(field.current) : undefined), [])
  const end = () => {
    setQuery('')
    field.current?.blur()
  }
  return (
    <SearchBar
      field={{
        ref: field,
        value: query,
        onChange: (event) => setQuery(event.target.value),
        onKeyDown: ({ nativeEvent }) => handleSearchKey(nativeEvent, { step, end }),
      }}
      count={searchCount(query, current, hits.length)}
      found={hits.length > 0}
      onStep={step}
    />
  )
}

type Props = {
  field?: ComponentProps<'input'>
  /** The number of hits, in words. */
  count?: string
  /** Whether there is a hit to go to. */
  found?: boolean
  onStep?: (by: number) => void
}

/** The search bar without state: field, count, and the buttons to the previous and the next hit. */
export function SearchBar({ field, count, found = false, onStep }: Props) {
  return (
    // A phone has no room for the field beside the count and the buttons.
    <search className="flex min-w-28 flex-1 items-center rounded-md border border-outline bg-raised ps-3 outline-offset-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent max-sm:has-[[role=status]:not(:empty)]:basis-full sm:min-w-32">
      <SearchIcon className="size-4 shrink-0 text-soft" aria-hidden="true" />
      <input
        {...field}
        placeholder={words.search}
        aria-label={words.searchText}
        aria-keyshortcuts="/ Control+F"
        spellCheck={false}
        className="min-h-10 min-w-0 flex-1 bg-transparent px-2 text-sm placeholder:text-soft focus-visible:outline-none"
      />
      <span role="status" className="px-1 text-xs whitespace-nowrap text-soft tabular-nums">
        {count}
      </span>
      <span hidden={!found} className="flex">
        <IconButton label={words.previousHit} small onClick={() => onStep?.(-1)}>
          <ChevronUp className="size-4" aria-hidden="true" />
        </IconButton>
        <IconButton label={words.nextHit} small onClick={() => onStep?.(1)}>
          <ChevronDown className="size-4" aria-hidden="true" />
        </IconButton>
      </span>
    </search>
  )
}
