import { type RefObject, useEffect } from 'react'
import type { Hit } from './find-hits'
import { paintHits } from './paint-hits'

/** Paints hits over the text of `root`, as they change. */
export function useHitHighlights(root: RefObject<Element | null>, hits: readonly Hit[], current: Hit | null): void {
  useEffect(() => (root.current ? paintHits(root.current, hits, current) : undefined), [root, hits, current])
}
