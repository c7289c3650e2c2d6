import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Line } from '../line'
import { scrollToElement } from '../text/scrolling'
import { findHits, type Hit, searchIndex } from './find-hits'

export type Search = {
  query: string
  setQuery: (query: string) => void
  hits: readonly Hit[]
  /** The index of the hit that is shown, 0 for the first. */
  current: number
  /** Moves by a number of hits, from the last to the first. */
  step: (by: number) => void
}

/** The state of the search in a text: all hits, and the one that is shown. */
export function useSearch(lines: readonly Line[]): Search {
  const [query, setQuery] = useState('')
  const [position, setPosition] = useState({ query: '', current: 0 })
  const deferred = useDeferredValue(query)
  const index = useMemo(() => searchIndex(lines), [lines])
  const hits = useMemo(() => findHits(index, deferred), [index, deferred])
  const current = position.query === deferred ? position.current : 0
  const line = hits[current]?.fromLine
  useEffect(() => {
    if (line !== undefined) scrollToElement(document.querySelector(`[data-line="${line}"]`))
  }, [line])
  return {
    query,
    setQuery,
    hits,
    current,
    step: (by) => {
      if (hits.length > 0) setPosition({ query: deferred, current: (current + by + hits.length) % hits.length })
    },
  }
}
