const YEAR_SECONDS = 31_536_000

/** Remembers a choice of the person at this browser for a year, for the pages below `path`. */
export function setChoiceCookie(name: string, value: string, path: string): void {
  const secure = window.location.protocol === 'https:' ? ['secure'] : []
  const parts = [`${name}=${value}`, `path=${path}`, `max-age=${YEAR_SECONDS}`, 'samesite=lax', ...secure]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the pages are made for
  document.cookie = parts.join('; ')
}
