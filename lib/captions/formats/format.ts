import type { ParsedCues, Segment } from '../cue'
import type { SubtitleLayout } from '../layout/subtitle-layout'
import { scanArrayElements } from '../parsing/json-array'
import { textChunks } from '../parsing/steps'

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * A text that may be captions, without a byte order mark. `first`: its first sign that is no white space. `elements`: the first
 * objects of the array under a key of a JSON object.
 */
export type Candidate = { text: string; first: string; elements: (key: string) => readonly Fields[] }

/** A filled line of a candidate, trimmed, and the one before it. `isHead`: it is one of the first twenty. */
export type CandidateLine = { line: string; before: string; isHead: boolean }

/** A format that caption files are read in. */
export type ReadFormat = {
  id: string
  /** The name within a sentence. */
  label: string
  /** The origin of such files, for the guide. */
  origin: string
  /** How the names of files end, without the dot. */
  endings: readonly string[]
  mediaTypes: readonly string[]
  /** The place among the transcripts that a feed offers for one episode; the lowest is tried first. By default 3. */
  feedRank?: number
  /** Whether a text is of this format, by its beginning. */
  detect?: (candidate: Candidate) => boolean
  /** For formats without a signature: returns what judges the first lines, in their order. */
  lineDetector?: () => (line: CandidateLine) => boolean
  /** Never throws. Linear time. */
  parse: (text: string) => ParsedCues
  /** Parses large documents without blocking the event loop; they may have `MAX_JSON3_BYTES`. */
  parseChunks?: (chunks: Iterable<string>) => Promise<ParsedCues>
}

/** The facts of a document beside its segments. `lang`: BCP 47. `words`: with the time of each word. */
export type RenderInput = {
  lang: string | null
  title: string | null
  sourceUrl: string
  timeUrl: (startMs: number) => string
  names: ReadonlyMap<string, string>
  layout: SubtitleLayout | undefined
  words: boolean
}

export type WrittenFormat = { render: (segments: readonly Segment[], input: RenderInput) => string }

const JSON_HEAD_LENGTH = 1_048_576
const FIRST_ELEMENTS = 5

/** The first objects of the array under a key of a JSON object. */
export function firstElements(chunks: Iterable<string>, key: string): Fields[] {
  const found: Fields[] = []
  for (const elements of scanArrayElements(chunks, key)) {
    for (const element of elements) {
      if (element === 'broken' || found.length === FIRST_ELEMENTS) return found
      const { value } = element
      found.push(typeof value === 'object' && value !== null ? { ...value } : {})
    }
  }
  return found
}

/** A text as detectors read it. */
export function toCandidate(file: string): Candidate {
  const text = file.replace(/^\ufeff/, '')
  const known = new Map<string, Fields[]>()
  const elements = (key: string) => {
    const found = known.get(key) ?? firstElements(textChunks(text.slice(0, JSON_HEAD_LENGTH)), key)
    known.set(key, found)
    return found
  }
  return { text, first: text.slice(0, 4096).trimStart().charAt(0), elements }
}
