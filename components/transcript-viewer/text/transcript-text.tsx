import { type MouseEvent as ReactMouseEvent, type RefObject, useEffect, useRef } from 'react'
import type { Speaker } from '@/lib/captions/speakers'
import type { Line } from '../line'
import type { Hit } from '../search/find-hits'
import { paintHits } from '../search/paint-hits'
import { resolveClick } from './resolve-click'
import { TextParagraphs } from './text-paragraphs'
import { type Aids, useReadingAids } from './use-reading-aids'

type Props = {
  lines: readonly Line[]
  lang: string | null
  activeLine: number
  onSeek: (seconds: number) => void
  hits?: readonly Hit[]
  currentHit?: Hit | null
  /** Whether a click on a time puts it into the page's address, so that it can be shared. */
  addressable?: boolean
  speakers?: readonly Speaker[]
  /** Names the speakers; absent where they can't be named. */
  onSpeaker?: ((event: ReactMouseEvent) => void) | undefined
  /** The reading aids of a page with one text; null for a text among others. */
  aids?: Aids | null
}

const NONE: readonly Hit[] = []

/**
 * The text with its interactions: a click on a line or a time seeks there; the keyboard reaches the times. One listener serves
 * all lines, since there may be thousands.
 */
export function TranscriptText({
  lines,
  lang,
  activeLine,
  onSeek,
  hits = NONE,
  currentHit = null,
  addressable = false,
  speakers,
  onSpeaker,
  aids = null,
}: Props) {
  const root = useRef<HTMLDivElement>(null)
  useReadingAids(root, lines, aids)
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
  return (
    <TextParagraphs
      ref={root}
      lines={lines}
      lang={lang}
      activeLine={activeLine}
      view={aids?.view ?? 'paragraphs'}
      {...(speakers && { speakers })}
      onSpeaker={onSpeaker}
    />
  )
}

/** Highlights search hits in the text of `root` whenever they change. */
function useHitHighlights(root: RefObject<Element | null>, hits: readonly Hit[], current: Hit | null): void {
  useEffect(() => (root.current ? paintHits(root.current, hits, current) : undefined), [root, hits, current])
}
