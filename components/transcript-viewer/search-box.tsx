import { useEffect, useRef } from 'react'
import { focusSearchOnKey } from './focus-search-on-key'
import { handleSearchKey } from './handle-search-key'
import { SearchBar } from './search-bar'
import { searchCount } from './search-count'
import type { Search } from './use-search'

/** The search field with its count: n of m, and the way from one to the next. */
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
        onKeyDown: (event) => handleSearchKey(event, { step, end }),
      }}
      count={searchCount(query, current, hits.length)}
      found={hits.length > 0}
      onStep={step}
    />
  )
}
