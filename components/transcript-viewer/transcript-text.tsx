import { useEffect, useRef } from 'react'
import type { Hit } from './find-hits'
import { resolveClick } from './resolve-click'
import { TextParagraphs } from './text-paragraphs'
import { useHitHighlights } from './use-hit-highlights'
import type { Line } from './viewer-item'

type Props = {
  lines: readonly Line[]
  lang: string | null
  activeLine: number
  onSeek: (seconds: number) => void
  hits?: readonly Hit[]
  currentHit?: Hit | null
  /** Whether a click on a time puts it into the page's address, to be passed on. */
  addressable?: boolean
}

const NONE: readonly Hit[] = []

/**
 * The text, alive. A click on a line or a time goes there; by keyboard the times are the
 * way. One listener serves all lines, since there may be thousands.
 */
export function TranscriptText({
  lines,
  lang,
  activeLine,
  onSeek,
  hits = NONE,
  currentHit = null,
  addressable = false,
}: Props) {
  const root = useRef<HTMLDivElement>(null)
  useHitHighlights(root, hits, currentHit)
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const seconds = resolveClick(event, lines, addressable)
      if (seconds !== null) onSeek(seconds)
    }
    const element = root.current
    element?.addEventListener('click', click)
    return () => element?.removeEventListener('click', click)
  }, [lines, onSeek, addressable])
  return <TextParagraphs ref={root} lines={lines} lang={lang} activeLine={activeLine} />
}
