import { codePointBefore, isNoSpace } from '../text/text-joiner'
import { segmentText, visitClusters } from './columns'

/**
 * The parts of a text that are not broken, words and pieces of words that are too long, as parallel lists: where each begins and
 * ends in the text, and how many columns it takes; null where that is the number of its characters.
 */
export type LineTokens = { starts: number[]; ends: number[]; columns: number[] | null }

// No caption is longer. In a longer text, a stretch without spaces is broken wherever a line is full.
const LONGEST_LOOKED_UP = 16_384
const MAY_HAVE_NO_SPACES = /[\u0e00-\u1fff\u2e80-\u{3ffff}]/u
const NOT_AT_START =
  /^[\p{Pe}\p{Pf}\p{Po}\u3005\u301c\u303b\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u309b-\u309e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\u0e2f\u0e46]/u
const NOT_AT_END = /^[\p{Ps}\p{Pi}]$/u
/** The signs of addresses and compounds behind which a word that is too wide for a line is broken. */
const JOINTS = new Set(Array.from('/?&-.', (sign) => sign.charCodeAt(0)))
/** The most columns that a character takes. */
const WIDEST = 2
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

function addToken(tokens: LineTokens, start: number, end: number, columns: number): void {
  tokens.starts.push(start)
  tokens.ends.push(end)
  tokens.columns?.push(columns)
}

export function tokenColumns({ starts, ends, columns }: LineTokens, index: number): number {
  return (columns === null ? (ends[index] ?? 0) - (starts[index] ?? 0) : columns[index]) ?? 0
}

/** Whether a range of a text is wider than a line. */
function isTooWide(text: string, start: number, end: number, limit: number): boolean {
  if ((end - start) * WIDEST <= limit) return false
  let columns = 0
  visitClusters(text, start, end, (_, width) => {
    columns += width
  })
  return columns > limit
}

const isJoint = (text: string, index: number) => JOINTS.has(text.charCodeAt(index))

/**
 * Adds a chunk without a break. One that is too wide for a line is broken behind the signs that join the parts of an address or a
 * compound, and what is still too wide between grapheme clusters, into parts of at most `limit` columns.
 */
function addChunk(tokens: LineTokens, text: string, start: number, end: number, limit: number): void {
  const isBroken = isTooWide(text, start, end, limit)
  let firstPart = start
  while (firstPart < end && isJoint(text, firstPart)) firstPart += 1
  let partStart = start
  let partEnd = start
  let columns = 0
  const addPart = () => {
    addToken(tokens, partStart, partEnd, columns)
    partStart = partEnd
    columns = 0
  }
  visitClusters(text, start, end, (clusterEnd, width) => {
    const isBehindJoint = isBroken && partEnd > firstPart && isJoint(text, partEnd - 1) && !isJoint(text, partEnd)
    if (columns + width > limit || isBehindJoint) addPart()
    columns += width
    partEnd = clusterEnd
  })
  addPart()
}

/** Whether a line may break between two characters of a text without spaces. */
function isBreakable(before: number | undefined, after: string): boolean {
  if (!isNoSpace(before) || !isNoSpace(after.codePointAt(0))) return false
  return !NOT_AT_START.test(after) && !NOT_AT_END.test(String.fromCodePoint(before ?? 0))
}

/** Adds a stretch of a script without spaces. Lines may break between its words, but not before closing punctuation. */
function addUnspaced(tokens: LineTokens, text: string, start: number, end: number, limit: number): void {
  let chunkStart = start
  let position = start
  let last: number | undefined
  for (const word of segmentText(words, text.slice(start, end))) {
    if (isBreakable(last, word)) {
      addChunk(tokens, text, chunkStart, position, limit)
      chunkStart = position
    }
    last = codePointBefore(word, word.length)
    position += word.length
  }
  addChunk(tokens, text, chunkStart, end, limit)
}

/**
 * The tokens of a text whose only white space is single spaces between words. `limit` is the columns of a line; `isNarrow`: every
 * character is known to take one column.
 */
export function lineTokens(text: string, limit: number, isNarrow: boolean): LineTokens {
  const tokens: LineTokens = { starts: [], ends: [], columns: isNarrow ? null : [] }
  const isLookedUp = !isNarrow && text.length <= LONGEST_LOOKED_UP && MAY_HAVE_NO_SPACES.test(text)
  let start = 0
  while (start < text.length) {
    const space = text.indexOf(' ', start)
    const end = space === -1 ? text.length : space
    if (isNarrow && end - start <= limit) addToken(tokens, start, end, end - start)
    else if (isLookedUp && MAY_HAVE_NO_SPACES.test(text.slice(start, end))) addUnspaced(tokens, text, start, end, limit)
    else addChunk(tokens, text, start, end, limit)
    start = end + 1
  }
  return tokens
}
