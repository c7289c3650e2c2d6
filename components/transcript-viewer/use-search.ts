import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { findHits, type Hit, searchIndex } from './find-hits'
import { scrollToElement } from './scroll-to-element'
import type { Line } from './viewer-item'

export type Search = {
  query: string
  setQuery: (query: string) => void
  hits: readonly Hit[]
  /** The index of the hit that is shown, 0 for the first. */
  current: number
  /** Goes on by a number of hits, around the end. */
  step: (by: number) => void
}

/** Search in the text: every hit, and the one that is shown. */
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
