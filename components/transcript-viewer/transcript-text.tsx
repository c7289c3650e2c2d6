'use client'

import { useEffect, useMemo, useRef } from 'react'
import type { Line } from './entry'
import type { Hit } from './find-hits'
import { gatherParagraphs } from './gather-paragraphs'
import { Paragraph } from './paragraph'
import { textDirection } from './text-direction'
import { useHitHighlights } from './use-hit-highlights'

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

/** Where a click on the text leads, in seconds; null for a click that selects text or opens a link elsewhere. */
function secondsOfClick(event: MouseEvent, lines: readonly Line[]): number | null {
  const target = event.target instanceof Element ? event.target : null
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const time = target?.closest<HTMLElement>('[data-seconds]')
  if (time) return Number(time.dataset.seconds)
  const line = target?.closest<HTMLElement>('[data-line]')
  if (!line || !window.getSelection()?.isCollapsed) return null
  return lines[Number(line.dataset.line)]?.start ?? null
}

/**
 * The text in paragraphs with times in the margin. A click on a line or a time goes there; by keyboard the times are the
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
  const paragraphs = useMemo(() => gatherParagraphs(lines, lang), [lines, lang])
  useHitHighlights(root, hits, currentHit)
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const seconds = secondsOfClick(event, lines)
      if (seconds === null) return
      const time = event.target instanceof Element && event.target.closest('a')
      if (time) {
        event.preventDefault()
        if (addressable) window.history.replaceState(null, '', time.getAttribute('href'))
      }
      onSeek(seconds)
    }
    const element = root.current
    element?.addEventListener('click', click)
    return () => element?.removeEventListener('click', click)
  }, [lines, onSeek, addressable])
  return (
    <div ref={root} lang={lang ?? undefined} dir={textDirection(lang)} className="max-w-[calc(68ch+8rem)]">
      {paragraphs.map((paragraph) => {
        const end = paragraph.firstLine + paragraph.lines.length
        const active = paragraph.firstLine <= activeLine && activeLine < end ? activeLine : -1
        return <Paragraph key={paragraph.firstLine} paragraph={paragraph} activeLine={active} />
      })}
    </div>
  )
}
