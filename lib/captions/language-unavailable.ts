import { Problem } from '@/lib/platform/problem'

/** The problem of a recording that has no text in the one language that will do, with those it has. */
export function languageUnavailable(availableLangs: readonly string[]): Problem {
  return new Problem('language_unavailable', { context: { available_langs: availableLangs } })
}
