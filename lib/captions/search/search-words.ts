/** Scripts without spaces between words, or with attached endings. They are searched by pairs of characters. */
const BY_PAIRS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Bopo}]/u
const RUNS = new RegExp(`(?:${BY_PAIRS.source}\\p{M}*)+|(?:(?!${BY_PAIRS.source})[\\p{L}\\p{N}\\p{M}])+`, 'gu')

/** Marks that people often leave out: accents, Arabic and Hebrew vowel signs, the Arabic tatweel. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0652\u0670]/g

/** The most characters of a word that count. */
const MAX_CHARACTERS = 64

/** A run of letters and digits: a word, or characters that are searched by pairs. Offsets are UTF-16. */
export type WordRun = { from: number; to: number; folded: string; byPairs: boolean }

/** Folds a text for searching: case, accents, full and half width (NFKC). */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(OPTIONAL_MARKS, '').replaceAll('ß', 'ss').normalize('NFKC')
}

export function wordRuns(text: string): WordRun[] {
  return Array.from(text.matchAll(RUNS), (match) => {
    const [run] = match
    const folded = foldText(run)
    return { from: match.index, to: match.index + run.length, folded, byPairs: BY_PAIRS.test(run) }
  }).filter(({ folded }) => folded !== '')
}

/** The search tokens of a run: the run itself, or its pairs of characters and its last character. */
export function tokensOfRun({ folded, byPairs }: Pick<WordRun, 'folded' | 'byPairs'>): string[] {
  const characters = [...folded]
  if (!byPairs) return [characters.slice(0, MAX_CHARACTERS).join('')]
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  return [...pairs, characters.at(-1) ?? '']
}

/** A term of a search: a text matches with this token or, if `prefix`, with a token that begins with it. */
export type SearchTerm = { token: string; prefix: boolean }

/**
 * The terms that a text must have to match a search: every word, the last one as a prefix since it may be incomplete, and every
 * pair of characters. Empty for a search without words.
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

/** All search tokens of a text, once each. */
export function searchTokens(text: string): Set<string> {
  return new Set(wordRuns(text).flatMap(tokensOfRun))
}
