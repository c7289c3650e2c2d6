/** The languages that the same call is written in. */
export const EXAMPLE_LANGUAGES = ['sh', 'ts', 'python'] as const
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number]

/** The cookie that remembers the choice: the server reads it, so that the first paint is right. */
export const EXAMPLE_COOKIE = 'verbatim_examples'

/** A language from a cookie; whatever it does not know is curl. */
export function parseExampleLanguage(value: unknown): ExampleLanguage {
  return EXAMPLE_LANGUAGES.find((language) => language === value) ?? 'sh'
}
