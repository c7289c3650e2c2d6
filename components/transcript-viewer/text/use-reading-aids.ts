import { type RefObject, useEffect } from 'react'
import type { TimeRange } from '@/lib/captions/time-range'
import { copyQuote, offerQuote, type QuoteSource } from '../aids/offer-quote'
import { handlePassageKey, isQuoteKey } from '../aids/passage-keys'
import { showPassageTimes } from '../aids/passage-time'
import { showQuote } from '../aids/show-quote'
import { showTextView, type TextView } from '../aids/text-view'
import type { Line } from '../line'
import type { Recording } from '../player/recording'

/** The reading aids of a text on its own page. */
export type Aids = {
  view: TextView
  quote: Omit<QuoteSource, 'lines'>
  /** The URL of the times of its words, and the recording that they belong to; null where there are none. */
  spokenWords: { address: string; recording: Recording } | null
  /** The quote in the page's address. */
  linked: TimeRange | null
  /** Called when the user steps from passage to passage by keyboard. */
  onStep: () => void
}

/**
 * Shows the time of a passage beside it, and on the page of a text also its views, quotes, steps by keyboard and spoken
 * words.
 */
export function useReadingAids(
  root: RefObject<HTMLDivElement | null>,
  lines: readonly Line[],
  aids: Aids | null,
): void {
  useEffect(() => (root.current ? showPassageTimes(root.current, lines) : undefined), [root, lines])
  const view = aids?.view ?? 'paragraphs'
  useEffect(() => {
    if (root.current) showTextView(root.current, view, lines)
  }, [root, view, lines])
  const linked = aids?.linked ?? null
  useEffect(() => {
    if (root.current && linked) showQuote(root.current, lines, linked)
  }, [root, lines, linked])
  useQuotes(root, lines, aids)
  useSpokenWord(root, aids?.spokenWords ?? null)
}

function useQuotes(root: RefObject<HTMLDivElement | null>, lines: readonly Line[], aids: Aids | null): void {
  const { quote, onStep } = aids ?? {}
  useEffect(() => {
    const element = root.current
    if (!element || !quote || !onStep) return
    const source = { ...quote, lines }
    const keydown = (event: KeyboardEvent) => {
      if (handlePassageKey(event, element)) onStep()
      if (isQuoteKey(event)) copyQuote(element, source)
    }
    window.addEventListener('keydown', keydown)
    const withdraw = offerQuote(element, source)
    return () => {
      window.removeEventListener('keydown', keydown)
      withdraw()
    }
  }, [root, lines, quote, onStep])
}

/** Loads the times of the words once the recording plays. */
function useSpokenWord(root: RefObject<HTMLDivElement | null>, spokenWords: Aids['spokenWords']): void {
  const { address, recording } = spokenWords ?? {}
  useEffect(() => {
    if (!address || !recording) return
    const controller = new AbortController()
    let stop: (() => void) | null = null
    const begin = async () => {
      const { fetchTimedLines, highlightSpokenWord } = await import('../aids/spoken-word')
      const timed = await fetchTimedLines(address, controller.signal)
      if (root.current && !controller.signal.aborted) stop = highlightSpokenWord(root.current, recording, timed)
    }
    let isBegun = false
    const wait = () => {
      if (isBegun || !recording.state().playing) return
      isBegun = true
      // Without them the line alone is highlighted, as for a text that has none.
      begin().catch(() => undefined)
    }
    const unsubscribe = recording.subscribe(wait)
    wait()
    return () => {
      controller.abort()
      unsubscribe()
      stop?.()
    }
  }, [root, address, recording])
}
