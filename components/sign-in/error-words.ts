import { words } from './words'

const WORDS: Readonly<Record<string, string>> = words.errors

/** The text for an error of the sign-in that the page's URL names; null without one. */
export function errorWords(error: string | undefined): string | null {
  if (!error) return null
  return Object.hasOwn(WORDS, error) ? (WORDS[error] ?? null) : words.notFinished
}
