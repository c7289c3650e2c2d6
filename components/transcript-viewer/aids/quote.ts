import { formatShortClock } from '@/lib/captions/clock'
import type { Line } from '../line'

/** A selected passage. Times are seconds: the start of its first line and the end of its last. */
export type Quote = { text: string; start: number; end: number }

const lineOf = (node: Node, root: Element): HTMLElement | null => {
  const element = node instanceof Element ? node : node.parentElement
  const line = element?.closest<HTMLElement>('[data-line]') ?? null
  return line && root.contains(line) ? line : null
}

/** The lines that a range of the page touches, by their place in the text. */
function linesIn(range: Range, root: Element): HTMLElement[] {
  const [first, last] = [lineOf(range.startContainer, root), lineOf(range.endContainer, root)]
  if (first && first === last) return [first]
  const scope = range.commonAncestorContainer
  const within = scope instanceof Element && root.contains(scope) ? scope : root
  return [...within.querySelectorAll<HTMLElement>('[data-line]')].filter((line) => range.intersectsNode(line))
}

/** The characters of a line that a range covers. */
function textIn(line: HTMLElement, range: Range): string {
  const node = line.firstChild
  const text = line.textContent ?? ''
  const from = node !== null && range.startContainer === node ? range.startOffset : 0
  const to = node !== null && range.endContainer === node ? range.endOffset : text.length
  return text.slice(from, to)
}

/**
 * The passage of the text in `root` that is selected on the page; null when there is none. Times in the margin are not part
 * of it.
 */
export function selectedQuote(root: Element, lines: readonly Pick<Line, 'start' | 'end'>[]): Quote | null {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(root)) return null
  const parts = linesIn(range, root).flatMap((line) => {
    const text = textIn(line, range).replace(/\s+/g, ' ').trim()
    return text === '' ? [] : [{ text, index: Number(line.dataset.line) }]
  })
  const [first, last] = [parts[0], parts.at(-1)]
  const [start, end] = [first && lines[first.index]?.start, last && lines[last.index]?.end]
  if (start === undefined || end === undefined) return null
  return { text: parts.map(({ text }) => text).join(' '), start, end }
}

/** The address of a page at a time in seconds. */
export function addressAt(page: string, seconds: number): string {
  const address = new URL(page)
  address.search = ''
  address.hash = ''
  address.searchParams.set('t', String(Math.floor(seconds)))
  return address.href
}

/** A link names a stretch at least as long. */
const SHORTEST_SECONDS = 0.1

/** The address of a page that begins at a quote and highlights it. */
function addressOfQuote(page: string, { start, end }: Pick<Quote, 'start' | 'end'>): string {
  const from = Math.floor(start * 10) / 10
  const until = Math.max(Math.ceil(end * 10) / 10, from + SHORTEST_SECONDS)
  const address = new URL(addressAt(page, start))
  address.searchParams.set('t', `${from}-${Number(until.toFixed(1))}`)
  return address.href
}

const clock = (seconds: number) => formatShortClock(Math.round(seconds * 1000))

/** A quote as it is copied: the words, then the recording and the times, then a link that leads to it. */
export function formatQuote({ text, start, end }: Quote, { title, page }: { title: string; page: string }): string {
  const [from, to] = [clock(start), clock(end)]
  return `“${text}”\n${title}, ${from === to ? from : `${from}–${to}`}\n${addressOfQuote(page, { start, end })}`
}
