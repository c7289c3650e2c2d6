import { words } from './words'

const WORDS: Readonly<Record<string, string>> = words.errors

/** What went wrong on the way in, by the error that the page's address names; null for none. */
export function errorWords(error: string | undefined): string | null {
  if (!error) return null
  return Object.hasOwn(WORDS, error) ? (WORDS[error] ?? null) : words.notFinished
}
