import { isNoSpace } from '../text/text-joiner'

/** How terms are compared with a text: `wholeWords` are matches that end where words do. */
export type TermOptions = { caseSensitive: boolean; wholeWords: boolean }

/** Calls `visit` for each match of each term in a text, in the order of their ends; matches of one term do not overlap. */
export type FindTerms = (text: string, visit: (term: number, from: number, to: number) => void) => void

/** A state of the automaton: the terms that end in it, and the longest proper suffix in which others end. */
type State = { next: Map<string, State>; fallback: State | null; ended: number[]; suffix: State | null }

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u
/** The Turkish letters whose other case is a different letter elsewhere. */
const CASELESS = /[ıİ]/u

function foldCharacter(character: string): string {
  if (CASELESS.test(character)) return character
  const upper = character.toUpperCase()
  const folded = (upper.length === character.length ? upper : character).toLowerCase()
  return folded.length === character.length ? folded : character
}

/** A text without differences of case, of the same length (Unicode simple case folding). */
function foldCase(text: string): string {
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

/** Whether the characters before and after a place in a text belong to one word. A script without spaces has no such words. */
function isInsideWord(text: string, at: number): boolean {
  const before = String.fromCodePoint(text.codePointAt(isLowSurrogate(text, at - 1) ? at - 2 : at - 1) ?? 0x20)
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0x20)
  return (
    WORD_CHARACTER.test(before) &&
    WORD_CHARACTER.test(after) &&
    !isNoSpace(before.codePointAt(0)) &&
    !isNoSpace(after.codePointAt(0))
  )
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit < 0xe000
}

const newState = (): State => ({ next: new Map(), fallback: null, ended: [], suffix: null })

/** The automaton of Aho and Corasick for all terms. */
function buildAutomaton(terms: readonly string[]): State {
  const root = newState()
  for (const [term, text] of terms.entries()) {
    let state = root
    for (let at = 0; at < text.length; at++) {
      const unit = text.charAt(at)
      const next = state.next.get(unit) ?? newState()
      state.next.set(unit, next)
      state = next
    }
    if (state !== root) state.ended.push(term)
  }
  const queue = [root]
  for (const state of queue) {
    for (const [unit, next] of state.next) {
      let fallback = state.fallback
      while (fallback && !fallback.next.has(unit)) fallback = fallback.fallback
      next.fallback = fallback?.next.get(unit) ?? root
      next.suffix = next.fallback.ended.length > 0 ? next.fallback : next.fallback.suffix
      queue.push(next)
    }
  }
  return root
}

/** A search for several terms that reads a text once, whatever the number of terms. */
export function createTermFinder(terms: readonly string[], { caseSensitive, wholeWords }: TermOptions): FindTerms {
  const fold = caseSensitive ? (text: string) => text : foldCase
  const wanted = terms.map((term) => fold(term.normalize('NFC').replace(/ +/g, ' ')))
  const root = buildAutomaton(wanted)
  return (text, visit) => {
    const folded = fold(text)
    const ends = new Map<number, number>()
    let state = root
    for (let at = 0; at < folded.length; at++) {
      const unit = folded.charAt(at)
      while (state !== root && !state.next.has(unit)) state = state.fallback ?? root
      state = state.next.get(unit) ?? root
      const to = at + 1
      if (wholeWords && isInsideWord(text, to)) continue
      for (let found: State | null = state; found; found = found.suffix) {
        for (const term of found.ended) {
          const from = to - (wanted[term]?.length ?? 0)
          if (from < (ends.get(term) ?? 0) || (wholeWords && isInsideWord(text, from))) continue
          ends.set(term, to)
          visit(term, from, to)
        }
      }
    }
  }
}
