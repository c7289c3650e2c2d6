/** Written without spaces between words, or with endings that stick to them: found by pairs of characters. */
const BY_PAIRS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Bopo}]/u
const RUNS = new RegExp(`(?:${BY_PAIRS.source}\\p{M}*)+|(?:(?!${BY_PAIRS.source})[\\p{L}\\p{N}\\p{M}])+`, 'gu')

/** Marks that many leave out when they write: accents, Arabic and Hebrew vowel signs, the Arabic lengthener. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0652\u0670]/g

/** Nobody types more of a word. */
const MAX_CHARACTERS = 64

/** A run of letters and digits in a text: a word, or characters that are found by pairs. Offsets are UTF-16. */
export type WordRun = { from: number; to: number; folded: string; byPairs: boolean }

/** A text without what does not tell words apart: case, accents, full and half width (NFKC). */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(OPTIONAL_MARKS, '').replaceAll('ß', 'ss').normalize('NFKC')
}

/** The runs of a text, in order. */
export function wordRuns(text: string): WordRun[] {
  return Array.from(text.matchAll(RUNS), (match) => {
    const [run] = match
    const folded = foldText(run)
    return { from: match.index, to: match.index + run.length, folded, byPairs: BY_PAIRS.test(run) }
  }).filter(({ folded }) => folded !== '')
}

/** What a run is found by: itself, or its pairs of characters and its last one, which begins no pair. */
export function tokensOfRun({ folded, byPairs }: Pick<WordRun, 'folded' | 'byPairs'>): string[] {
  const characters = [...folded]
  if (!byPairs) return [characters.slice(0, MAX_CHARACTERS).join('')]
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  return [...pairs, characters.at(-1) ?? '']
}

/** A word searched for: texts have it with this token, or with one that begins so. */
export type SearchTerm = { token: string; prefix: boolean }

/**
 * What a text has to have to match a search: every word of it, the last one perhaps not typed to its end, and every pair
 * of neighbours of what is found by pairs. Empty when there is no word in it.
 */
export function searchTerms(search: string): SearchTerm[] {
  const runs = wordRuns(search)
  const last = runs.at(-1)
  const terms = runs.flatMap((run): SearchTerm[] => {
    const tokens = tokensOfRun(run)
    if (!run.byPairs) return tokens.map((token) => ({ token, prefix: run === last }))
    return tokens.length === 1
      ? tokens.map((token) => ({ token, prefix: true }))
      : tokens.slice(0, -1).map((token) => ({ token, prefix: false }))
  })
  return [...new Map(terms.map((term) => [`${term.token} ${term.prefix}`, term])).values()]
}

/** All that a text is found by, once each. */
export function searchTokens(text: string): Set<string> {
  return new Set(wordRuns(text).flatMap(tokensOfRun))
}
