export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The cookie that remembers the choice: the server reads it, so that the first paint is right. */
export const THEME_COOKIE = 'verbatim_theme'

/** A theme from a cookie or a form; whatever it does not know is the system's. */
export function parseTheme(value: unknown): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system'
}

/** The event that says that another theme was chosen. */
export const THEME_EVENT = 'verbatim:theme'

/** Shows the page in a theme, and remembers it for a year. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  window.dispatchEvent(new CustomEvent<Theme>(THEME_EVENT, { detail: theme }))
  void fetch('/preferences/theme', { method: 'POST', body: new URLSearchParams({ theme }), keepalive: true })
}
