/** Remembers for the tab, across one load, which page was loaded for its player. It can't be put into a link. */
const REQUEST_KEY = 'verbatim:player-wanted-at'

/**
 * Whether the policy of this document lets a platform's player in: only transcripts' own addresses are served with one
 * that does, and the policy is that of the page which was loaded, not of those that were gone to since.
 */
export function mayFrameHere(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && /^\/transcripts\/./.test(new URL(loaded.name).pathname)
}

/** Loads this page anew, under its own policy, with the player at a time in seconds. */
export function reloadToFrame(seconds: number): void {
  const address = new URL(window.location.href)
  window.sessionStorage.setItem(REQUEST_KEY, address.pathname)
  if (seconds > 0) address.searchParams.set('t', String(Math.floor(seconds)))
  if (address.href === window.location.href) window.location.reload()
  else window.location.assign(address)
}

/** Whether this page was loaded for its player; asked once. */
export function takeFrameRequest(): boolean {
  const isRequested = window.sessionStorage.getItem(REQUEST_KEY) === window.location.pathname
  window.sessionStorage.removeItem(REQUEST_KEY)
  return isRequested && mayFrameHere()
}
