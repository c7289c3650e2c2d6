import { ChevronDown, ChevronUp, Search as SearchIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { words } from './search-words'

type Props = {
  field?: ComponentProps<'input'>
  /** What was found, in words. */
  count?: string
  /** Whether there is a hit to go to. */
  found?: boolean
  onStep?: (by: number) => void
}

/** The look of the search: field, count, and the ways to the hit before and after. */
export function SearchBar({ field, count, found = false, onStep }: Props) {
  return (
    // Beside the count and its buttons a phone has no room for the words that are looked for.
    <search className="flex min-w-28 flex-1 items-center rounded-md border border-outline bg-raised ps-3 outline-offset-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent max-sm:has-[input:not(:placeholder-shown)]:basis-full sm:min-w-32">
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
