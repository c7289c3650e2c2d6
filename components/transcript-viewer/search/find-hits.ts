import { textJoiner } from '@/lib/captions/text/text-joiner'
import type { Line } from '../line'

/** A match: from a character of one line to a character of the same or a later line (exclusive). */
export type Hit = { fromLine: number; from: number; toLine: number; to: number }

/** A character without case and, for Latin letters, without accents; its length never changes. */
function fold(character: string): string {
  const lower = character.toLowerCase()
  const base = lower.normalize('NFD').charAt(0)
  if (/[a-z]/.test(base)) return base
  return lower.length === character.length ? lower : character
}

function foldAll(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : Array.from(text, fold).join('')
}

/** The folded text of all lines, and where each line begins in it. */
export type SearchIndex = { text: string; starts: readonly number[] }

/** Prepares lines for searching. They are joined, so that matches can span the end of a line. */
export function searchIndex(lines: readonly Pick<Line, 'text'>[]): SearchIndex {
  const starts: number[] = []
  let text = ''
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1]
    if (previous) text += textJoiner(previous.text, line.text)
    starts.push(text.length)
    text += line.text.replaceAll('\n', ' ')
  }
  return { text: foldAll(text), starts }
}

/** All matches of `query` in order, without regard to case and accents. An empty query has none. */
export function findHits({ text, starts }: SearchIndex, query: string): Hit[] {
  const wanted = foldAll(query.trim().replace(/\s+/g, ' '))
  const hits: Hit[] = []
  if (!wanted) return hits
  let line = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= at) line += 1
    const end = at + wanted.length
    let toLine = line
    while (toLine + 1 < starts.length && (starts[toLine + 1] ?? 0) < end) toLine += 1
    hits.push({ fromLine: line, from: at - (starts[line] ?? 0), toLine, to: end - (starts[toLine] ?? 0) })
  }
  return hits
}
