import { array, number, object, optional, string } from 'zod/mini'
import { lineAt } from '../player/follow-playback'
import type { Recording } from '../player/recording'
import { words as aidsWords } from './aids-words'

/** A word of a line: its start in seconds, and its first and last character (exclusive) in the text of the line. */
export type LocatedWord = { start: number; from: number; to: number }

type TimedWord = { start: number; text: string }

const documentSchema = object({
  segments: array(object({ text: string(), words: optional(array(object({ start: number(), text: string() }))) })),
})

export type TimedLine = { text: string; words?: readonly TimedWord[] | undefined }

/** Fetches the word times of a transcript from its JSON document. Throws when it can't be fetched or read. */
export async function fetchTimedLines(address: string, signal: AbortSignal): Promise<readonly TimedLine[]> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(aidsWords.notFetched(response.status))
  return documentSchema.parse(await response.json()).segments
}

/** Finds the words of a line in its text, in order; words that are not there are left out. */
export function locateWords({ text, words = [] }: TimedLine): LocatedWord[] {
  const located: LocatedWord[] = []
  let after = 0
  for (const { start, text: word } of words) {
    const from = text.indexOf(word, after)
    if (from < 0 || word === '') continue
    after = from + word.length
    located.push({ start, from, to: after })
  }
  return located
}

/** The name of the highlight in the style sheet. */
const HIGHLIGHT = 'spoken-word'

/**
 * Highlights the spoken word in the text of `root` while the recording plays, in the line that is marked as spoken (CSS Custom
 * Highlight API; browsers without it highlight the line alone). Returns a function that stops that.
 */
export function highlightSpokenWord(root: Element, recording: Recording, lines: readonly TimedLine[]): () => void {
  if (!('highlights' in CSS)) return () => undefined
  let frame: number | null = null
  let [line, words]: [number, LocatedWord[]] = [-1, []]
  let shown: LocatedWord | undefined
  const show = () => {
    const element = root.querySelector<HTMLElement>('[data-line][aria-current]')
    const index = Number(element?.dataset.line ?? -1)
    const timed = lines[index]
    if (index !== line) {
      words = timed && element?.textContent === timed.text ? locateWords(timed) : []
      line = index
      shown = undefined
      CSS.highlights.delete(HIGHLIGHT)
    }
    const word = words[lineAt(words, recording.state().seconds)]
    const node = element?.firstChild
    if (word === shown || !node) return
    shown = word
    if (!word) return void CSS.highlights.delete(HIGHLIGHT)
    const range = new StaticRange({
      startContainer: node,
      startOffset: word.from,
      endContainer: node,
      endOffset: word.to,
    })
    CSS.highlights.set(HIGHLIGHT, new Highlight(range))
  }
  const tick = () => {
    show()
    frame = recording.state().playing ? requestAnimationFrame(tick) : null
  }
  const wake = () => {
    frame ??= requestAnimationFrame(tick)
  }
  const unsubscribe = recording.subscribe(wake)
  wake()
  return () => {
    unsubscribe()
    if (frame !== null) cancelAnimationFrame(frame)
    CSS.highlights.delete(HIGHLIGHT)
  }
}
