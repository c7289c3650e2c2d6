import type { Theme } from './theme'

/** Shows the page in a theme, and remembers it for a year. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  void fetch('/preferences/theme', { method: 'POST', body: new URLSearchParams({ theme }), keepalive: true })
}
