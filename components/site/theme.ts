export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The cookie that remembers the choice: the server reads it, so that the first paint is right. */
export const THEME_COOKIE = 'verbatim_theme'

/** A theme from a cookie or a form; whatever it does not know is the system's. */
export function parseTheme(value: unknown): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system'
}
